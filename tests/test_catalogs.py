"""The message catalogs are fresh and complete, and what is not so is found."""

import gettext
import re
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from app.web.i18n import catalog
from tools import catalogs

WELCOME = """
{{ _("Welcome") }}
{% trans trimmed count=moves %}
    {{ count }} move
{% pluralize %}
    {{ count }} moves
{% endtrans %}
"""


def test_the_catalogs_are_fresh_and_complete() -> None:
    assert list(catalogs.faults(catalogs.ROOT)) == []


def test_no_french_line_begins_with_a_sign() -> None:
    """What a space parts from its word, it also holds to it."""
    path = catalogs.ROOT / "app/locale/fr/LC_MESSAGES/messages.po"
    with path.open("rb") as file:
        told = [text for message in read_po(file) for text in texts(message.string)]
    assert [text for text in told if re.search("« |\\w[)”]? [:;!?»]", text)] == []


def texts(translated: str | Sequence[str | None] | None) -> list[str]:
    several = [translated] if isinstance(translated, str) else translated or ()
    return [text for text in several if text]


def test_a_language_that_is_not_compiled_is_not_served_in_english() -> None:
    assert catalog("fr").gettext("Undo") == "Annuler"
    with pytest.raises(FileNotFoundError, match="make build"):
        catalog("tlh")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "welcome.html").write_text(WELCOME, encoding="utf-8")
    mapping = (catalogs.ROOT / "babel.cfg").read_text(encoding="utf-8")
    (tmp_path / "babel.cfg").write_text(mapping, encoding="utf-8")
    for language in ("en", "fr"):
        (tmp_path / "app/locale" / language).mkdir(parents=True)
    catalogs.update(tmp_path)
    # whole millions are never counted here: French then has two forms
    translate(tmp_path, lambda po: re.sub(r"nplurals=3[^\\]*", "nplurals=2; plural=(n > 1);", po))
    translate(tmp_path, lambda po: re.sub(r"msgstr\[2\].*\n", "", po))
    translate(
        tmp_path, lambda po: po.replace('"Welcome"\nmsgstr ""', '"Welcome"\nmsgstr "Bonjour"')
    )
    translate(tmp_path, lambda po: po.replace('[0] ""', '[0] "%(count)s coup"'))
    translate(tmp_path, lambda po: po.replace('[1] ""', '[1] "%(count)s coups"'))
    return tmp_path


def test_translated_catalogs_have_no_fault(project: Path) -> None:
    assert list(catalogs.faults(project)) == []


def test_an_update_of_what_is_up_to_date_changes_no_byte(project: Path) -> None:
    before = {path: path.read_bytes() for path in project.rglob("messages.po*")}
    catalogs.update(project)
    assert {path: path.read_bytes() for path in project.rglob("messages.po*")} == before


def test_english_is_its_own_translation(project: Path) -> None:
    english = compiled(project / "app/locale/en/LC_MESSAGES/messages.po")
    assert english.gettext("Welcome") == "Welcome"
    assert english.ngettext("%(count)s move", "%(count)s moves", 0) == "%(count)s moves"


def test_a_new_message_is_found(project: Path) -> None:
    with (project / "templates" / "welcome.html").open("a", encoding="utf-8") as template:
        template.write('{{ _("Farewell, traveller") }}')
    assert list(catalogs.faults(project)) == [
        "messages.pot is not what the sources say: run `make catalogs`",
        "en: not up to date: run `make catalogs`",
        "fr: not up to date: run `make catalogs`",
        "fr: not translated: 'Farewell, traveller'",
    ]


def test_a_forgotten_plural_is_found(project: Path) -> None:
    translate(project, lambda po: po.replace("%(count)s coups", ""))
    assert list(catalogs.faults(project)) == [
        "fr: not translated: ('%(count)s move', '%(count)s moves')"
    ]


def test_a_plural_that_is_not_there_is_found(project: Path) -> None:
    translate(project, lambda po: re.sub(r"msgstr\[1\].*\n", "", po))
    assert "fr: not translated: ('%(count)s move', '%(count)s moves')" in catalogs.faults(project)


def test_an_empty_entry_is_found(project: Path) -> None:
    translate(project, lambda po: po.replace("Bonjour", ""))
    assert list(catalogs.faults(project)) == ["fr: not translated: 'Welcome'"]


def test_a_stale_template_is_found(project: Path) -> None:
    path = project / "app/locale/messages.pot"
    path.write_text(path.read_text("utf-8").replace("Welcome", "Hello"), encoding="utf-8")
    assert list(catalogs.faults(project)) == [
        "messages.pot is not what the sources say: run `make catalogs`"
    ]


def test_an_entry_that_no_source_has_is_found(project: Path) -> None:
    translate(project, lambda po: f'{po}\nmsgid "Farewell"\nmsgstr "Adieu"\n')
    assert list(catalogs.faults(project)) == ["fr: not up to date: run `make catalogs`"]


def test_a_missing_placeholder_is_found(project: Path) -> None:
    translate(project, lambda po: po.replace("%(count)s coups", "coups"))
    assert list(catalogs.faults(project)) == [
        "fr: other placeholders: ('%(count)s move', '%(count)s moves')"
    ]


def test_a_placeholder_of_another_kind_is_found(project: Path) -> None:
    translate(project, lambda po: po.replace("%(count)s coups", "%(count)d coups"))
    assert list(catalogs.faults(project)) == [
        "fr: other placeholders: ('%(count)s move', '%(count)s moves')"
    ]


def test_the_check_fails_with_its_findings(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert catalogs.main(["check"], project) == 0
    translate(project, lambda po: po.replace("Bonjour", ""))
    assert catalogs.main(["check"], project) == 1
    assert "fr: not translated: 'Welcome'" in capsys.readouterr().out


def test_a_new_folder_is_a_new_language(project: Path) -> None:
    (project / "app/locale/de").mkdir()
    assert "de: not up to date: run `make catalogs`" in catalogs.faults(project)
    catalogs.update(project)
    assert list(catalogs.faults(project)) == [
        "de: not translated: 'Welcome'",
        "de: not translated: ('%(count)s move', '%(count)s moves')",
    ]


def test_a_changed_placeholder_is_found(project: Path) -> None:
    translate(project, lambda po: po.replace("%(count)s coups", "%(compte)s coups"))
    assert list(catalogs.faults(project)) == [
        "fr: other placeholders: ('%(count)s move', '%(count)s moves')"
    ]


def test_a_guess_is_found(project: Path) -> None:
    template = project / "templates" / "welcome.html"
    template.write_text(WELCOME.replace("Welcome", "Welcome!"), encoding="utf-8")
    catalogs.update(project)
    assert list(catalogs.faults(project)) == ["fr: fuzzy: 'Welcome!'"]


def translate(project: Path, change: Callable[[str], str]) -> None:
    path = project / "app/locale/fr/LC_MESSAGES/messages.po"
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")


def compiled(path: Path) -> gettext.GNUTranslations:
    binary = BytesIO()
    with path.open("rb") as file:
        write_mo(binary, read_po(file))
    binary.seek(0)
    return gettext.GNUTranslations(binary)
