"""Documents: plain frozen values with named keys, each key with a sentence that says what it is.

All that we publish is a document: what a bead carries of ours, the settings, each answer. Making one
loads nothing and checks nothing, because the types of our own code are checked before it runs. What
comes from outside goes through `document_reading`.
"""

# mypy: disable-error-code="explicit-override"
# The mark for that is newer than our oldest Python, and the library that has it takes long to load.

from collections.abc import Callable, ItemsView, Mapping
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple, Self, TypeVar, dataclass_transform, get_origin

Value = TypeVar("Value")

NEEDED: Final = object()
"""The default of a key that has none."""


class BadDocument(ValueError):
    """Data that is not the document it should be: `path` leads to the first thing that is wrong."""

    def __init__(self, path: tuple[str, ...], what: str, *, unknown_key: bool = False) -> None:
        super().__init__(f"{'.'.join(path)}: {what}" if path else what)
        self.path = path
        self.unknown_key = unknown_key


class Key(NamedTuple):
    """What a document says of one of its keys; `limits` are `ge`, `gt` and `min_length`."""

    description: str = ""
    default: object = NEEDED
    before: Callable[[object], object] | None = None
    check: Callable[..., object] | None = None
    limits: Mapping[str, int] = MappingProxyType({})
    kind: object = None


def means(
    description: str,
    *,
    default: Value = NEEDED,  # type: ignore[assignment]  # stands for no default at all
    before: Callable[[object], object] | None = None,
    check: Callable[[Value], Value] | None = None,
    **limits: int,
) -> Value:
    """Describe a key of a document.

    Where one is read, `before` may mend the raw value, and `check` the value of the right type; a
    ValueError of theirs refuses it. A list or dictionary as a default is copied for each document.
    """
    said: object = Key(description, default, before, check, limits)
    return said  # type: ignore[return-value]  # the class reads it, the checker of types the default


class Shape(NamedTuple):
    """The keys of a kind of document, in their order, and their defaults ready to be used."""

    keys: Mapping[str, Key]
    plain: Mapping[str, object]
    copied: ItemsView[str, dict[str, object] | list[object]]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(means,))
class Document:
    """A value with the keys that its class names, given by name and never changed.

    `further` is the type of other keys that may stand beside these; None: there may be none. They
    are kept in `beside`, so that a change loses nothing that a newer version wrote.
    """

    further: ClassVar[object] = None
    beside: Mapping[str, object] = MappingProxyType({})

    def __init__(self, **values: object) -> None:
        shape = shape_of(type(self))
        own = vars(self)
        own.update(shape.plain)
        for name, default in shape.copied:
            if name not in values:
                own[name] = default.copy()
        own.update(values)
        if own.keys() != shape.keys.keys():
            wrong = ", ".join(sorted(own.keys() ^ shape.keys.keys()))
            raise TypeError(f"{type(self).__name__} misses, or does not know: {wrong}")

    def but(self, **changes: object) -> Self:
        """The same document with other values for some keys; what is beside them stays."""
        made = type(self)(**{**named_values(self), **changes})
        return made.with_beside(self.beside) if self.beside else made

    def with_beside(self, further: Mapping[str, object]) -> Self:
        """The same document with these keys beside its own."""
        made = type(self)(**named_values(self))
        if further:
            vars(made)["beside"] = further
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"cannot assign to {name!r}: a document is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"cannot delete {name!r}: a document is frozen")

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(named_values(self).values()))

    def __repr__(self) -> str:
        values = {**named_values(self), **self.beside}
        said = ", ".join(f"{name}={value!r}" for name, value in values.items())
        return f"{type(self).__name__}({said})"


_SHAPES: Final[dict[type[Document], Shape]] = {}


def shape_of(kind: type[Document]) -> Shape:
    """The shape of a kind of document; made when it is first needed, not while importing."""
    found = _SHAPES.get(kind)
    if found is None:
        found = _SHAPES[kind] = _read_shape(kind)
    return found


def _read_shape(kind: type[Document]) -> Shape:
    keys: dict[str, Key] = {}
    for each in reversed(kind.__mro__[: kind.__mro__.index(Document)]):
        for name, annotation in vars(each).get("__annotations__", {}).items():
            if get_origin(annotation) is not ClassVar:
                said = vars(each).get(name, NEEDED)
                known = said if isinstance(said, Key) else Key(default=said)
                keys[name] = known._replace(kind=annotation)
    defaults = {name: each.default for name, each in keys.items() if each.default is not NEEDED}
    copied = {name: each for name, each in defaults.items() if isinstance(each, dict | list)}
    plain_ones = {name: each for name, each in defaults.items() if name not in copied}
    return Shape(keys, plain_ones, copied.items())


def named_values(document: Document) -> dict[str, object]:
    """The values of a document under the keys that its class names, in their order."""
    found = vars(document)
    return {name: found[name] for name in shape_of(type(document)).keys}


def plain(document: Document, *, without_none: bool = False) -> dict[str, object]:
    """A document as plain JSON data, in the order of its keys."""
    return {
        name: _plain(value, without_none=without_none)
        for name, value in {**named_values(document), **document.beside}.items()
        if not (without_none and value is None)
    }


def _plain(value: object, *, without_none: bool) -> object:
    if isinstance(value, str):  # most are
        return value
    if isinstance(value, Document):
        return plain(value, without_none=without_none)
    if isinstance(value, list | tuple):
        return [_plain(each, without_none=without_none) for each in value]
    if isinstance(value, dict):
        return {name: _plain(each, without_none=without_none) for name, each in value.items()}
    return value
