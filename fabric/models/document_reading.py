"""Documents read from data that we did not make: the usual at once, anything else by the full check.

Data of exactly the right types is taken as it is, without the library that checks data, which takes
longer to load than a command takes. What is in any way unusual is left to `document_checking`: it
accepts what merely looks odd (a number written as text), and says what is wrong with the rest.
"""

from collections.abc import Callable
from math import isfinite
from types import NoneType, UnionType
from typing import Final, Literal, TypeVar, Union, cast, get_args, get_origin

from fabric.models.document import NEEDED, Document, Key, shape_of

Kind = TypeVar("Kind", bound=Document)
Reader = Callable[[object], object]

_EXACT_FLOATS = 2**53


def read_document(kind: type[Kind], values: object) -> Kind:
    """The document that plain JSON data holds. Raises BadDocument, which says what is wrong."""
    made = usual_document(kind, values)
    if made is not None:
        return made
    from fabric.models.document_checking import checked_document  # noqa: PLC0415  # it is heavy

    return checked_document(kind, values)


def usual_document(kind: type[Kind], values: object) -> Kind | None:
    """The document, as the full check would read it; None where only the full check can tell."""
    try:
        return cast("Kind", _reader(kind)(values))
    except _Unusual:
        return None


class _Unusual(Exception):
    """Something that the full check must look at."""


def _reader(annotation: object) -> Reader:
    """What reads a value of a type; raises _Unusual for any other."""
    found = _READERS.get(annotation)
    if found is None:
        found = _READERS[annotation] = _made_reader(annotation)
    return found


def _made_reader(annotation: object) -> Reader:
    if isinstance(annotation, type) and issubclass(annotation, Document):
        return _document_reader(annotation)
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is list:
        return _list_reader(_reader(inner[0]))
    if origin is dict:
        return _dict_reader(_reader(inner[1]))
    if origin is Literal:
        return _literal_reader({(type(each), each) for each in inner})
    if origin in {UnionType, Union}:
        return _union_reader([_reader(each) for each in inner])
    raise TypeError(f"no document can hold a {annotation}")


def _text(value: object) -> object:
    if type(value) is not str:
        raise _Unusual
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:  # half a character
            raise _Unusual from error
    return value


def _whole(value: object) -> object:
    if type(value) is not int:
        raise _Unusual
    return value


def _number(value: object) -> object:
    if type(value) is int and abs(value) <= _EXACT_FLOATS:
        return float(value)
    if type(value) is not float or not isfinite(value):
        raise _Unusual
    return value


def _flag(value: object) -> object:
    if type(value) is not bool:
        raise _Unusual
    return value


def _nothing(value: object) -> object:
    if value is not None:
        raise _Unusual
    return value


def _anything(value: object) -> object:
    return value


_READERS: Final[dict[object, Reader]] = {
    str: _text,
    int: _whole,
    float: _number,
    bool: _flag,
    NoneType: _nothing,
    object: _anything,
}


def _literal_reader(known: set[tuple[type, object]]) -> Reader:
    kinds = {kind for kind, _ in known}

    def read(value: object) -> object:
        if type(value) not in kinds or (type(value), value) not in known:
            raise _Unusual
        return value

    return read


def _list_reader(inner: Reader) -> Reader:
    def read(value: object) -> object:
        if type(value) is not list:
            raise _Unusual
        return [inner(each) for each in value]

    return read


def _dict_reader(inner: Reader) -> Reader:
    def read(value: object) -> object:
        if type(value) is not dict:
            raise _Unusual
        return {_text(name): inner(each) for name, each in value.items()}

    return read


def _union_reader(readers: list[Reader]) -> Reader:
    def read(value: object) -> object:
        for each in readers:
            try:
                return each(value)
            except _Unusual:
                continue
        raise _Unusual

    return read


def _document_reader(kind: type[Document]) -> Reader:
    keys = shape_of(kind).keys
    readers = {name: _key_reader(each) for name, each in keys.items()}
    needed = {name for name, each in keys.items() if each.default is NEEDED}

    def read(value: object) -> object:
        if type(value) is not dict or not needed <= value.keys() <= readers.keys():
            raise _Unusual
        return kind(**{name: readers[name](each) for name, each in value.items()})

    return read


def _key_reader(key: Key) -> Reader:
    inner = _reader(key.kind)
    if not (key.before or key.check or key.limits):
        return inner

    def read(value: object) -> object:
        try:
            found = inner(key.before(value) if key.before else value)
            _keep_within(key, found)
            return key.check(found) if key.check else found
        except ValueError as error:
            raise _Unusual from error

    return read


def _keep_within(key: Key, value: object) -> None:
    for name, limit in key.limits.items():
        if name == "min_length":
            kept = isinstance(value, str | list) and len(value) >= limit
        else:
            kept = isinstance(value, int | float) and (
                value > limit if name == "gt" else value >= limit
            )
        if not kept:
            raise _Unusual
