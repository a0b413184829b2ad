"""Who waits for a search, in what order: each asker in turn, and nobody keeps others out."""

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


def always() -> bool:
    return True


class Asker(NamedTuple):
    """Who has a position searched."""

    name: str = ""
    """All of one name share one turn."""
    may_begin: Callable[[], bool] = always
    """Whether one more position may be searched for them; called for each that would be."""


ANYONE = Asker()


class Turns(Generic[Item]):
    """What waits, at most so much. Who has little there takes the place of who has most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._by_name: dict[str, list[Item]] = {}
        """The name whose turn is next first; of each the oldest first; none empty."""

    def __len__(self) -> int:
        return sum(map(len, self._by_name.values()))

    @property
    def is_full(self) -> bool:
        return len(self) >= self._most

    def has_room_for(self, name: str) -> bool:
        return not self.is_full or self._largest() > self._share(name) + 1

    def add(self, name: str, item: Item) -> Item | None:
        """What had to go for it; only where `has_room_for` says so."""
        gone = None
        if self.is_full:
            name_of_most = max(self._by_name, key=self._share)
            # the newest: who has waited long is the next
            gone = self._by_name[name_of_most].pop()
        self._by_name.setdefault(name, []).append(item)
        return gone

    def take(self) -> Item | None:
        """The next; None: nothing waits."""
        for name in self._by_name:
            items = self._by_name.pop(name)
            item = items.pop(0)
            if items:
                self._by_name[name] = items
            return item
        return None

    def drop(self, is_unwanted: Callable[[Item], bool]) -> list[Item]:
        """Takes out what nobody wants any more."""
        dropped = []
        kept: dict[str, list[Item]] = {}
        for name, items in self._by_name.items():
            for item in items:
                if is_unwanted(item):
                    dropped.append(item)
                else:
                    kept.setdefault(name, []).append(item)
        self._by_name = kept
        return dropped

    def _share(self, name: str) -> int:
        return len(self._by_name.get(name, ()))

    def _largest(self) -> int:
        return max(map(len, self._by_name.values()), default=0)
