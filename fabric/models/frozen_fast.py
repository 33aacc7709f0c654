"""Frozen values made fast, for what a graph holds very many of.

The constructor of a frozen dataclass sets each attribute through `object.__setattr__`, which takes a
third of the time of reading a bead. A twin of the class with the same slots and no freeze is filled
five times as fast, and then becomes the frozen class itself.
"""

from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")


def fast_maker(kind: type[Value]) -> Callable[..., Value]:
    """What makes a frozen slotted dataclass from the values of all its fields, in their order."""
    twin: Callable[..., Value] | None = None

    def make(*values: object) -> Value:
        nonlocal twin
        if twin is None:  # not while importing: many a command reads no record
            twin = _writable(kind)
        made = twin(*values)
        made.__class__ = kind
        return made

    return make


def _writable(kind: type[Value]) -> Callable[..., Value]:
    slots: tuple[str, ...] = vars(kind)["__slots__"]
    lines = "".join(f"\n self.{name} = {name}" for name in slots)
    body: dict[str, object] = {"__slots__": slots}
    exec(f"def __init__(self, {', '.join(slots)}):{lines}", {}, body)  # noqa: S102  # our own names
    twin: Callable[..., Value] = type(f"Writable{kind.__name__}", (), body)
    return twin
