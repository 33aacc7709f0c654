"""Reads a plain command line by a table of its options, without the library of command lines.

It understands what nearly everybody types. Whatever else there is, it hands back as unknown, and
the long way says what is wrong with it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Shape(NamedTuple):
    """The options of a verb: flags, those with one value, those that may be repeated; and a word."""

    flags: frozenset[str]
    texts: frozenset[str]
    lists: frozenset[str] = frozenset()
    takes_word: bool = False

    @property
    def names(self) -> frozenset[str]:
        """All options."""
        return self.flags | self.texts | self.lists


class Said(NamedTuple):
    """What a command line says: flags, values by option, a word; and what is not understood."""

    flags: frozenset[str]
    values: Mapping[str, tuple[str, ...]]
    word: str
    unknown: tuple[str, ...]

    def text(self, name: str) -> str:
        """The value of an option, the last one counting; empty without."""
        return self.values.get(name, ("",))[-1]

    def each(self, name: str) -> tuple[str, ...]:
        """All values of an option that may be repeated."""
        return self.values.get(name, ())


def read_arguments(arguments: Sequence[str], shape: Shape) -> Said:
    """Read the words behind a verb."""
    flags: set[str] = set()
    values: dict[str, list[str]] = {}
    found: list[str] = []
    unknown: list[str] = []
    valued = shape.texts | shape.lists
    words = iter(arguments)
    for word in words:
        name, equals, value = word.partition("=")
        if word in shape.flags:
            flags.add(word)
        elif name in valued and (equals or (value := next(words, ""))):
            values.setdefault(name, []).append(value)
        elif shape.takes_word and word and not word.startswith("-") and not found:
            found.append(word)
        else:
            unknown.append(word)
    return Said(
        frozenset(flags),
        {name: tuple(texts) for name, texts in values.items()},
        found[0] if found else "",
        tuple(unknown),
    )
