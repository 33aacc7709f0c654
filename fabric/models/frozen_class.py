"""Dataclasses, made without the module `dataclasses` until somebody asks for it.

What is made here is a dataclass to all who look: `fields`, `replace` and `asdict` of the standard
library work on it. What they look at is made when they first do.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import ClassVar, Final, NamedTuple, NoReturn, get_origin

_OF_ITS_OWN: Final = frozenset({"__init__", "__eq__", "__hash__", "__setattr__", "__delattr__"})
_FIELDS: Final = "__dataclass_fields__"
_ABSENT: Final = object()


class How(NamedTuple):
    """What a dataclass is to be."""

    frozen: bool = False
    slots: bool = False
    kw_only: bool = False


class Factory(NamedTuple):
    """The default of a field that is made anew for each value."""

    make: Callable[[], object]


def is_simple(kind: type) -> bool:
    """Whether a class asks for nothing that only the standard library knows how to do."""
    own = vars(kind)
    if not _OF_ITS_OWN.isdisjoint(own) or any(_FIELDS in vars(each) for each in kind.__mro__[1:]):
        return False
    return all(
        _is_plain(kind.__annotations__[name]) and getattr(own.get(name), "__hash__", None)
        for name in _fields(kind)
    )


def lighten(kind: type, how: How) -> type:
    """A simple class as a dataclass."""
    names = _fields(kind)
    defaults = {name: vars(kind)[name] for name in names if name in vars(kind)}
    made_anew = {name for name, value in defaults.items() if isinstance(value, Factory)}
    dropped = {"__dict__", "__weakref__", *(names if how.slots else made_anew)}
    body = {name: value for name, value in vars(kind).items() if name not in dropped}
    body["__match_args__"] = () if how.kw_only else names
    if how.slots:
        body["__slots__"] = names
    body = _methods(names, how) | body | _answers(kind, names, how)

    def begin(self: object, *values: object, **named: object) -> None:
        # Written out for the first value: of many a class there is never one.
        init = _init(made, names, defaults, how)
        setattr(made, "__init__", init)  # noqa: B010  # types know nothing of it
        init(self, *values, **named)

    body["__init__"] = begin
    made: type = type(kind)(kind.__name__, kind.__bases__, body)
    made.__qualname__ = kind.__qualname__
    return made


def names_of(kind: type) -> tuple[str, ...]:
    """The names of a dataclass's fields."""
    answer = vars(kind).get(_FIELDS)
    return answer.names if isinstance(answer, _Answer) else tuple(getattr(kind, _FIELDS))


def replaced(value: object, changes: Mapping[str, object]) -> object:
    """A dataclass's value with some fields changed."""
    kind = type(value)
    if isinstance(vars(kind).get(_FIELDS), _Answer):
        return kind(**{name: getattr(value, name) for name in names_of(kind)} | {**changes})
    from dataclasses import is_dataclass, replace  # noqa: PLC0415  # slow to load

    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **changes)
    raise TypeError(f"{value!r} is no value of a dataclass.")


def plain(value: object) -> object:
    """A value with every dataclass in it as a dictionary; lists, tuples and dicts are new."""
    kind = type(value)
    if isinstance(vars(kind).get(_FIELDS), _Answer) or hasattr(kind, _FIELDS):
        return {name: plain(getattr(value, name)) for name in names_of(kind)}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, tuple):
        made: Callable[..., object] = getattr(value, "_make", tuple)  # also one with names
        return made(map(plain, value))
    return {key: plain(each) for key, each in value.items()} if isinstance(value, dict) else value


def standard(kind: type, how: How) -> type:
    """A class as the standard library makes a dataclass of it."""
    from dataclasses import dataclass, field  # noqa: PLC0415  # slow to load

    for name in kind.__annotations__:
        default = vars(kind).get(name)
        if isinstance(default, Factory):
            setattr(kind, name, field(default_factory=default.make))
    return dataclass(frozen=how.frozen, slots=how.slots, kw_only=how.kw_only)(kind)


def _fields(kind: type) -> tuple[str, ...]:
    """The names of what is annotated, but for variables of the class itself."""
    return tuple(
        name
        for name, annotation in kind.__annotations__.items()
        if ClassVar not in (annotation, get_origin(annotation))
    )


def _is_plain(annotation: object) -> bool:
    """Whether an annotation is a type, and neither a text nor a sign for `dataclasses`."""
    modules = (getattr(annotation, "__module__", ""), type(annotation).__module__)
    return not isinstance(annotation, str) and "dataclasses" not in modules


def _init(
    made: type, names: Sequence[str], defaults: Mapping[str, object], how: How
) -> Callable[..., None]:
    """The constructor: written out, because it runs for every bead."""
    space: dict[str, object] = {"_absent": _ABSENT}
    words = ["self", "*"] if how.kw_only and names else ["self"]
    lines = ["pass"] if how.slots else ["_own = self.__dict__"]
    for name in names:
        value = name
        if name not in defaults:
            words.append(name)
        elif isinstance(default := defaults[name], Factory):
            space[f"_new_{name}"] = default.make
            words.append(f"{name}=_absent")
            value = f"_new_{name}() if {name} is _absent else {name}"
        else:
            space[f"_else_{name}"] = default
            words.append(f"{name}=_else_{name}")
        if how.slots:
            space[f"_set_{name}"] = vars(made)[name].__set__
        lines.append(f"_set_{name}(self, {value})" if how.slots else f"_own['{name}'] = {value}")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    written: dict[str, Callable[..., None]] = {}
    text = f"def __init__({', '.join(words)}):\n " + "\n ".join(lines)
    exec(text, space, written)  # noqa: S102  # our own names
    return written["__init__"]


def _methods(names: tuple[str, ...], how: How) -> dict[str, object]:
    """What every value of these fields can do."""
    values: Callable[[object], object] = attrgetter(*names) if names else lambda _: ()

    def __eq__(self: object, other: object) -> bool:  # noqa: N807  # they become methods
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def __repr__(self: object) -> str:  # noqa: N807
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({told})"

    def __hash__(self: object) -> int:  # noqa: N807
        return hash(values(self))

    def __replace__(self: object, /, **changes: object) -> object:  # noqa: N807
        return replaced(self, changes)

    made: dict[str, object] = {"__eq__": __eq__, "__repr__": __repr__, "__replace__": __replace__}
    made["__hash__"] = None
    if how.frozen:
        made |= {"__hash__": __hash__, "__setattr__": _refuse_set, "__delattr__": _refuse_delete}
    return made | (_state(names) if how.frozen and how.slots else {})


def _state(names: tuple[str, ...]) -> dict[str, object]:
    """How a value is pickled that refuses to be written to."""

    def __getstate__(self: object) -> list[object]:  # noqa: N807
        return [getattr(self, name) for name in names]

    def __setstate__(self: object, state: Sequence[object]) -> None:  # noqa: N807
        for name, value in zip(names, state, strict=True):
            object.__setattr__(self, name, value)

    return {"__getstate__": __getstate__, "__setstate__": __setstate__}


def _refuse_set(_: object, name: str, __: object) -> NoReturn:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415  # slow to load

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_delete(_: object, name: str) -> NoReturn:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415  # slow to load

    raise FrozenInstanceError(f"cannot delete field {name!r}")


class _Answer:
    """What others look at in a dataclass, found out when they do."""

    def __init__(self, names: tuple[str, ...], find: Callable[[], object]) -> None:
        self.names = names
        self._find = find

    def __get__(self, value: object, kind: type) -> object:
        return self._find()


def _answers(kind: type, names: tuple[str, ...], how: How) -> dict[str, object]:
    """What `dataclasses` and `inspect` ask of a class, as its twin by the standard library says it."""

    @cache
    def twin() -> type:
        return standard(kind, how)

    def signature() -> object:
        from inspect import signature as of  # noqa: PLC0415  # slow to load

        return of(twin())

    return {
        _FIELDS: _Answer(names, lambda: vars(twin())[_FIELDS]),
        "__dataclass_params__": _Answer(names, lambda: vars(twin())["__dataclass_params__"]),
        "__signature__": _Answer(names, signature),
    }
