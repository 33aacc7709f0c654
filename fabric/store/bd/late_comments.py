"""Comments that are read when somebody looks: for bd that takes longer than reading all beads."""

from collections.abc import Callable, Iterator
from typing import SupportsIndex, overload

from typing_extensions import override

from fabric.models.bead import Comment

Load = Callable[[], tuple[Comment, ...]]


class LateComments(tuple[Comment, ...]):
    """The comments of one bead: how many is known at once, their words at the first look.

    Looking may raise what reading a store raises.
    """

    _count: int
    _load: Load
    _found: tuple[Comment, ...] | None

    def __new__(cls, count: int, load: Load) -> "LateComments":
        """`count` comments, which `load` reads."""
        made = super().__new__(cls)
        made._count, made._load, made._found = count, load, None
        return made

    def all(self) -> tuple[Comment, ...]:
        """The comments as an ordinary tuple."""
        if self._found is None:
            self._found = self._load()
        return self._found

    @override
    def __len__(self) -> int:
        return self._count if self._found is None else len(self._found)

    @override
    def __iter__(self) -> Iterator[Comment]:
        return iter(self.all())

    @overload
    def __getitem__(self, key: SupportsIndex) -> Comment: ...
    @overload
    def __getitem__(self, key: slice) -> tuple[Comment, ...]: ...
    @override
    def __getitem__(self, key: SupportsIndex | slice) -> Comment | tuple[Comment, ...]:
        return self.all()[key]

    @override
    def __contains__(self, key: object) -> bool:
        return key in self.all()

    @override
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, tuple):
            return NotImplemented
        return len(self) == len(other) and (self is other or self.all() == tuple(other))

    @override
    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]  # a comment cannot be hashed either

    @override
    def __repr__(self) -> str:
        shown = f"{self._count} not read yet" if self._found is None else repr(self._found)
        return f"LateComments({shown})"
