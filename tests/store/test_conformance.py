"""What every kind of store promises."""

import secrets

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.deals import FIRST_DEAL, LAST_DEAL
from app.store import Arrival, Store, StoredPlay, StoreUnavailable
from tests.store.conftest import OpenStore
from tests.store.examples import (
    GIVEN_UP,
    after,
    first_choices,
    first_play,
    key,
    latest,
    listed,
    unfinished,
    won,
)

steps = st.lists(
    st.tuples(
        st.sampled_from(["move", "win", "stale", "forget"]),
        st.sampled_from(["roman", "bureau"]),
        st.integers(1, 2),
    ),
    max_size=12,
)


class TestAnyStore:
    async def test_begins_empty(self, store: Store, first: StoredPlay, player: bytes) -> None:
        assert await store.load(*key(first)) is None
        assert await latest(store, player, "roman") is None
        assert await unfinished(store, player) == []
        assert await store.win(*key(first)) is None
        assert await store.wins(player) == []
        assert await store.choices(player) is None
        assert await store.arrive(*key(first)) == Arrival(None, [], None)

    async def test_gives_back_what_was_saved(self, store: Store, first: StoredPlay) -> None:
        assert await store.save(first)
        assert await store.load(*key(first)) == first

    async def test_gives_back_the_types_too(self, store: Store, first: StoredPlay) -> None:
        await store.save(first)
        loaded = await store.load(*key(first))
        assert loaded is not None
        assert [type(value) for value in loaded] == [type(value) for value in first]

    async def test_saves_every_field_of_a_later_version(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.save(first)
        second = first._replace(
            log="d.d-w1f2",
            ply=2,
            version=2,
            last="undo",
            position=None,
            moved=2.5,
            seconds=3.5,
            undos=4,
            hints=5,
            won=True,
        )
        assert await store.save(second)
        assert await store.load(*key(first)) == second

    async def test_does_not_go_on_from_another_game_that_has_come_as_far(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.save(first)
        pruned = first._replace(version=2, started=first.started - 1)
        assert not await store.save(pruned)
        assert await store.load(*key(first)) == first

    async def test_a_forgotten_play_begins_at_another_time(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.save(first)
        await store.forget(*key(first), GIVEN_UP)
        anew = first._replace(version=3, started=first.started + 1)
        assert await store.save(anew)
        assert await store.load(*key(first)) == anew

    @pytest.mark.parametrize("number", [FIRST_DEAL, LAST_DEAL])
    async def test_keeps_every_deal_number(
        self, store: Store, first: StoredPlay, player: bytes, number: int
    ) -> None:
        play = first._replace(number=number)
        assert await store.save(play)
        assert await store.load(player, "roman", number) == play

    async def test_keeps_a_long_log(self, store: Store, first: StoredPlay) -> None:
        play = first._replace(log=".".join(["t10t11x13"] * 5000), ply=5000)
        assert await store.save(play)
        assert await store.load(*key(first)) == play

    async def test_tells_players_games_and_deals_apart(
        self, store: Store, first: StoredPlay, stranger: bytes
    ) -> None:
        plays = [
            first,
            first._replace(player=stranger, log="w1f1"),
            first._replace(slug="bureau", log="w1f2"),
            first._replace(number=48214, log="w1f4"),
        ]
        for play in plays:
            assert await store.save(play)
        assert [await store.load(*key(play)) for play in plays] == plays

    async def test_saves_a_version_once(
        self, store: Store, open_again: OpenStore, first: StoredPlay
    ) -> None:
        await store.save(first)
        other = await open_again()
        assert await other.save(after(first, "w1f1"))
        assert not await store.save(after(first, "w1f2"))
        assert await store.load(*key(first)) == after(first, "w1f1")

    async def test_begins_a_play_once(self, store: Store, first: StoredPlay) -> None:
        await store.save(first)
        assert not await store.save(first._replace(log="w1f8", last="w1f8"))
        assert await store.load(*key(first)) == first

    @pytest.mark.parametrize("version", [0, 2, 7])
    async def test_refuses_a_version_that_follows_nothing(
        self, store: Store, first: StoredPlay, version: int
    ) -> None:
        assert not await store.save(first._replace(version=version))
        assert await store.load(*key(first)) is None

    @pytest.mark.parametrize("version", [0, 1, 2, 4, 5])
    async def test_refuses_a_version_that_does_not_follow(
        self, store: Store, first: StoredPlay, version: int
    ) -> None:
        await store.save(first)
        second = after(first)
        await store.save(second)
        assert not await store.save(after(second)._replace(version=version))
        assert await store.load(*key(first)) == second

    async def test_is_read_by_another_server_at_once(
        self, store: Store, open_again: OpenStore, first: StoredPlay
    ) -> None:
        other = await open_again()
        await store.save(first)
        assert await other.load(*key(first)) == first

    async def test_keeps_all_when_closed_and_opened(
        self, open_again: OpenStore, first: StoredPlay
    ) -> None:
        closed = await open_again()
        await closed.save(first)
        play, win = won(first)
        await closed.save(play, win)
        await closed.close()
        opened = await open_again()
        assert await opened.load(*key(first)) == play
        assert await opened.win(*key(first)) == win

    async def test_does_nothing_once_it_is_closed(
        self, open_again: OpenStore, first: StoredPlay
    ) -> None:
        closed = await open_again()
        await closed.close()
        await closed.close()
        with pytest.raises(StoreUnavailable):
            await closed.load(*key(first))
        with pytest.raises(StoreUnavailable):
            await closed.save(first)

    # hints

    async def test_counts_hints_without_a_new_version(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.save(first)
        await store.count_hint(*key(first))
        await store.count_hint(*key(first))
        assert await store.load(*key(first)) == first._replace(hints=2)

    async def test_counts_no_hint_of_a_play_that_has_not_begun(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.count_hint(*key(first))
        assert await store.load(*key(first)) is None
        await store.save(first)
        await store.forget(*key(first), GIVEN_UP)
        await store.count_hint(*key(first))
        forgotten = await store.load(*key(first))
        assert forgotten is not None
        assert forgotten.hints == 0

    async def test_a_save_that_knows_of_fewer_hints_leaves_the_count(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.save(first)
        await store.count_hint(*key(first))
        assert await store.save(after(first))
        stored = await store.load(*key(first))
        assert stored == after(first)._replace(hints=1)

    async def test_a_win_has_the_hints_that_were_counted(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.save(first)
        await store.count_hint(*key(first))
        play, win = won(first)
        assert await store.save(play, win)
        assert await store.win(*key(first)) == win._replace(hints=1)

    # wins

    async def test_keeps_a_win_with_its_play(
        self, store: Store, first: StoredPlay, player: bytes
    ) -> None:
        await store.save(first)
        play, win = won(first)
        assert await store.save(play, win)
        assert await store.load(*key(first)) == play
        assert await store.win(*key(first)) == win
        assert await store.wins(player) == [win]

    async def test_keeps_a_win_in_one_move(self, store: Store, first: StoredPlay) -> None:
        play, win = won(first._replace(version=0))
        assert await store.save(play, win)
        assert await store.win(*key(first)) == win

    async def test_keeps_no_win_of_a_stale_play(self, store: Store, first: StoredPlay) -> None:
        await store.save(first)
        await store.save(after(first))
        play, win = won(first)
        assert not await store.save(play, win)
        assert await store.win(*key(first)) is None
        assert await store.load(*key(first)) == after(first)

    async def test_keeps_the_first_win_whatever_follows(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.save(first)
        play, win = won(first)
        await store.save(play, win)
        undone = play._replace(ply=1, version=3, last="undo", won=False, undos=1)
        assert await store.save(undone)
        again, second_win = won(undone)
        assert await store.save(again, second_win)
        assert await store.load(*key(first)) == again
        assert await store.win(*key(first)) == win

    async def test_lists_wins_newest_first(
        self, store: Store, first: StoredPlay, player: bytes, stranger: bytes
    ) -> None:
        wins = []
        for number in (5, 3, 4):
            play, win = won(first._replace(version=0, number=number, moved=first.moved + number))
            await store.save(play, win)
            wins.append(win)
        other, others_win = won(first._replace(version=0, player=stranger))
        await store.save(other, others_win)
        assert await store.wins(player) == sorted(wins, key=lambda win: -win.won_at)

    # unfinished plays

    async def test_lists_unfinished_plays_last_moved_first(
        self, store: Store, first: StoredPlay, player: bytes, stranger: bytes
    ) -> None:
        plays = [
            first._replace(slug=slug, number=number, moved=first.moved + moved)
            for slug, number, moved in (("roman", 1, 2), ("bureau", 1, 3), ("roman", 2, 1))
        ]
        for play in plays:
            await store.save(play)
        await store.save(first._replace(player=stranger))
        assert await unfinished(store, player) == listed(plays[1], plays[0], plays[2])
        assert await unfinished(store, player, most=2) == listed(plays[1], plays[0])

    async def test_knows_the_latest_play_of_a_game(
        self, store: Store, first: StoredPlay, player: bytes, stranger: bytes
    ) -> None:
        older = first._replace(number=1)
        newer = first._replace(number=2, moved=first.moved + 10)
        for play in (newer, older, first._replace(slug="bureau", moved=first.moved + 20)):
            await store.save(play)
        assert await latest(store, player, "roman") == newer
        moved = older._replace(version=2, moved=first.moved + 30)
        await store.save(moved)
        assert await latest(store, player, "roman") == moved
        assert await latest(store, stranger, "roman") is None

    async def test_counts_a_won_play_as_finished_until_it_is_undone(
        self, store: Store, first: StoredPlay, player: bytes
    ) -> None:
        await store.save(first)
        play, win = won(first)
        await store.save(play, win)
        assert await latest(store, player, "roman") is None
        assert await unfinished(store, player) == []
        undone = play._replace(ply=1, version=3, last="undo", won=False)
        await store.save(undone)
        assert await latest(store, player, "roman") == undone
        assert await unfinished(store, player) == listed(undone)

    async def test_counts_a_restarted_play_as_unfinished(
        self, store: Store, first: StoredPlay, player: bytes
    ) -> None:
        await store.save(first)
        restarted = first._replace(ply=0, version=2, last="restart")
        await store.save(restarted)
        assert await unfinished(store, player) == listed(restarted)

    # choices

    async def test_keeps_what_was_chosen_last(
        self, store: Store, open_again: OpenStore, player: bytes, stranger: bytes
    ) -> None:
        chosen = first_choices(player)
        await store.keep_choices(chosen)
        assert await store.choices(player) == chosen
        anew = chosen._replace(moved=chosen.moved + 1, choices="")
        await store.keep_choices(first_choices(stranger))
        other = await open_again()
        await other.keep_choices(anew)
        assert await store.choices(player) == anew
        assert await store.choices(stranger) == first_choices(stranger)

    async def test_gives_the_types_of_choices_back_too(self, store: Store, player: bytes) -> None:
        chosen = first_choices(player)
        await store.keep_choices(chosen)
        kept = await store.choices(player)
        assert kept is not None
        assert [type(value) for value in kept] == [type(value) for value in chosen]

    # arriving

    async def test_reads_all_that_a_page_needs_at_once(
        self, store: Store, first: StoredPlay, player: bytes, stranger: bytes
    ) -> None:
        finished, win = won(first._replace(version=0, number=7, moved=first.moved + 30))
        older, newer, elsewhere = (
            first._replace(slug=slug, number=number, moved=first.moved + moved)
            for slug, number, moved in (("roman", 1, 1), ("roman", 2, 9), ("bureau", 3, 5))
        )
        for play in (older, newer, elsewhere, first._replace(player=stranger)):
            await store.save(play)
        await store.save(finished, win)
        await store.keep_choices(first_choices(player))
        unfinished = listed(newer, elsewhere, older)
        chosen = first_choices(player).choices
        arrive = store.arrive
        assert await arrive(player) == Arrival(None, unfinished, chosen)
        assert await arrive(player, "roman") == Arrival(newer, unfinished, chosen)
        assert await arrive(player, "colonel") == Arrival(None, unfinished, chosen)
        assert await arrive(player, "roman", 1) == Arrival(older, unfinished, chosen)
        assert await arrive(player, "roman", 7) == Arrival(finished, unfinished, chosen)
        assert await arrive(player, "roman", 99) == Arrival(None, unfinished, chosen)
        assert await arrive(player, "roman", 1, most=1) == Arrival(older, listed(newer), chosen)

    async def test_tells_no_choice_from_the_choice_of_defaults(
        self, store: Store, player: bytes
    ) -> None:
        assert (await store.arrive(player)).choices is None
        await store.keep_choices(first_choices(player)._replace(choices=""))
        assert (await store.arrive(player)).choices == ""

    # forgetting

    async def test_forgets_a_play_and_its_log(
        self, store: Store, first: StoredPlay, player: bytes
    ) -> None:
        await store.save(first)
        assert await store.forget(*key(first), GIVEN_UP)
        assert await latest(store, player, "roman") is None
        assert await unfinished(store, player) == []
        left = await store.load(*key(first))
        assert left is not None
        assert (left.log, left.ply, left.position, left.won) == ("", 0, None, False)
        assert left.seconds == 0

    async def test_help_stays_with_the_deal_of_a_forgotten_play(
        self, store: Store, first: StoredPlay
    ) -> None:
        await store.save(first._replace(undos=2, hints=1))
        await store.count_hint(*key(first))
        assert await store.forget(*key(first), GIVEN_UP)
        left = await store.load(*key(first))
        assert left is not None
        assert (left.undos, left.hints) == (2, 2)

    async def test_a_table_left_open_does_not_bring_a_forgotten_play_back(
        self, store: Store, first: StoredPlay, player: bytes
    ) -> None:
        await store.save(first)
        await store.forget(*key(first), GIVEN_UP)
        assert not await store.save(first)
        assert not await store.save(after(first))
        assert await unfinished(store, player) == []

    async def test_a_table_left_open_does_not_move_in_a_play_begun_after_forgetting(
        self, store: Store, first: StoredPlay, player: bytes
    ) -> None:
        await store.save(first)
        await store.forget(*key(first), GIVEN_UP)
        forgotten = await store.load(*key(first))
        assert forgotten is not None
        assert first.last != forgotten.last
        begun = first._replace(version=forgotten.version + 1, log="w1f5", last="w1f5")
        assert await store.save(begun)
        assert not await store.save(after(first))
        assert await unfinished(store, player) == listed(begun)

    async def test_forgets_only_what_is_unfinished_and_there(
        self, store: Store, first: StoredPlay, stranger: bytes
    ) -> None:
        assert not await store.forget(*key(first), GIVEN_UP)
        await store.save(first)
        play, win = won(first)
        await store.save(play, win)
        assert not await store.forget(*key(first), GIVEN_UP)
        assert not await store.forget(stranger, first.slug, first.number, GIVEN_UP)
        assert await store.load(*key(first)) == play

    async def test_forgets_once(self, store: Store, first: StoredPlay) -> None:
        await store.save(first)
        assert await store.forget(*key(first), GIVEN_UP)
        assert not await store.forget(*key(first), GIVEN_UP)

    async def test_keeps_the_win_of_a_forgotten_play(self, store: Store, first: StoredPlay) -> None:
        await store.save(first)
        play, win = won(first)
        await store.save(play, win)
        await store.save(play._replace(ply=1, version=3, last="undo", won=False))
        assert await store.forget(*key(first), GIVEN_UP)
        assert await store.win(*key(first)) == win

    # everything together

    @given(steps=steps)
    @settings(
        max_examples=30,
        # every run of an example has a player of its own
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    async def test_agrees_with_a_dictionary(
        self, store: Store, steps: list[tuple[str, str, int]]
    ) -> None:
        player = secrets.token_bytes(32)
        kept: dict[tuple[str, int], StoredPlay] = {}
        for moved, (step, slug, number) in enumerate(steps):
            before = kept.get((slug, number), first_play(player)._replace(log="", ply=0, version=0))
            play = after(before)._replace(player=player, slug=slug, number=number, moved=moved)
            match step:
                case "forget":
                    can_forget = before.log != "" and not before.won
                    assert await store.forget(player, slug, number, GIVEN_UP) == can_forget
                    forgotten = await store.load(player, slug, number)
                    if can_forget and forgotten is not None:
                        assert forgotten.version == before.version + 1
                        kept[slug, number] = forgotten
                case "stale":
                    assert not await store.save(play._replace(version=before.version + 2))
                case _:
                    play = play._replace(won=step == "win")
                    assert await store.save(play)
                    kept[slug, number] = play
        begun = [play for play in kept.values() if play.log and not play.won]
        begun.sort(key=lambda play: -play.moved)
        assert await unfinished(store, player) == listed(*begun)
        for (slug, number), play in kept.items():
            assert await store.load(player, slug, number) == play
            of_game = [other for other in begun if other.slug == slug]
            assert await latest(store, player, slug) == (of_game[0] if of_game else None)
