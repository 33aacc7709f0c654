"""`dataclass` and what goes with it as the standard library has them, for what is loaded at every start.

The standard library takes about half a millisecond to make a dataclass and four to load its module:
for some hundred of them, much of the time of a start. So simple ones are made here, and all others
are left to the standard library. For type checkers both are the same.
"""

from collections.abc import Callable

from fabric.models.frozen_class import (
    Factory,
    How,
    is_simple,
    lighten,
    names_of,
    plain,
    replaced,
    standard,
)


def dataclass(
    *, frozen: bool = False, slots: bool = False, kw_only: bool = False
) -> Callable[[type], type]:
    """What makes a dataclass of a class."""
    how = How(frozen, slots, kw_only)

    def make(kind: type) -> type:
        return lighten(kind, how) if is_simple(kind) else standard(kind, how)

    return make


def field(*, default_factory: Callable[[], object]) -> Factory:
    """A field whose default is made anew for each value."""
    return Factory(default_factory)


def replace(value: object, /, **changes: object) -> object:
    """The same value with some fields changed."""
    return replaced(value, changes)


def asdict(value: object) -> object:
    """The fields of a value by name, and so on inside; what it does not know is not copied."""
    return plain(value)


def field_names(kind: type) -> tuple[str, ...]:
    """The names of the fields of a dataclass, in their order."""
    return names_of(kind)
