"""The deck as the page uses it: every face is there, small enough, and safe under the policy."""

import gzip
import re
from itertools import product
from xml.etree import ElementTree as ET

import pytest

from app.web.gallery import HAND as SHOWN
from app.web.i18n import LANGUAGES, face_symbol
from tools.draw_cards import HAND_SPRITE, SPRITE, hand, sprite

TEXT = SPRITE.read_text(encoding="utf-8")
IDS = re.findall(r'\bid="([^"]+)"', TEXT)
FACES = [
    *(rank + suit for rank, suit in product("A23456789TJQK", "SHDC")),
    *(f"fr-{rank}{suit}" for rank, suit in product("JQK", "SHDC")),
]
LONE = ["back", "any", "cross", "turn"]
LONE += [f"icon-{name}" for name in ("undo", "redo", "up", "redo-all", "restart", "new", "more")]
LONE += [f"rank-{rank}" for rank in "A23456789TJQKRDV"]


def test_sprite_is_the_one_the_generator_draws() -> None:
    assert sprite() == TEXT, "run python tools/draw_cards.py"


def test_the_hand_is_drawn_by_the_same_generator_and_holds_what_is_shown() -> None:
    text = HAND_SPRITE.read_text(encoding="utf-8")
    assert hand() == text, "run python tools/draw_cards.py"
    assert set(re.findall(r'<symbol id="([^"]+)"', text)) == {
        face_symbol(language, card) for language in LANGUAGES for card in SHOWN
    }
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert len(gzip.compress(text.encode(), 9)) <= 4 * 1024


@pytest.mark.parametrize("name", [*FACES, *LONE])
def test_symbol_exists(name: str) -> None:
    assert f'<symbol id="{name}" viewBox=' in TEXT


@pytest.mark.parametrize("name", FACES)
def test_face_has_three_drawings_for_the_page_to_choose_from(name: str) -> None:
    face = TEXT.partition(f'<symbol id="{name}" ')[2].partition("</symbol>")[0]
    assert face.count('display="var(--large-face,inline)"') == 1
    assert face.count('display="var(--middle-face,none)"') == 1
    assert face.count('display="var(--small-face,none)"') == 1


def test_ids_are_unique_and_every_reference_has_its_target() -> None:
    assert len(IDS) == len(set(IDS))
    assert set(re.findall(r'href="#([^"]+)"', TEXT)) <= set(IDS)


def test_nothing_in_it_needs_a_wider_policy_or_a_font() -> None:
    tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(TEXT).iter()}
    assert tags <= {"svg", "defs", "symbol", "g", "path", "rect", "use"}
    assert not re.search(r"\bstyle=|\bon\w+=|url\(|https?://(?!www\.w3\.org/2000/svg)", TEXT)


def test_sprite_is_small() -> None:
    assert len(gzip.compress(TEXT.encode(), 9)) <= 15 * 1024
