"""The full check of documents, and their JSON Schemas: the one place that knows pydantic.

Each kind of document has a model there, of the same name and with the same keys, made when it is
first asked for; what a model has checked becomes the document.
"""

from functools import partial, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Final, TypeVar, Union, cast, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    create_model,
)

from fabric.models.document import NEEDED, BadDocument, Document, Key, plain, shape_of

Kind = TypeVar("Kind", bound=Document)

_UNKNOWN: Final = "extra_forbidden"


def checked_document(kind: type[Kind], values: object) -> Kind:
    """The document that data holds, numbers written as text and the like taken for what they mean.

    Raises BadDocument, which says what is wrong.
    """
    try:
        return cast("Kind", _document(kind, _model_of(kind).model_validate(values)))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = tuple(str(part) for part in first["loc"])
        what = first["msg"].removeprefix("Value error, ").removesuffix(".")
        raise BadDocument(path, what, unknown_key=first["type"] == _UNKNOWN) from error


def json_schema(kind: type[Document]) -> dict[str, object]:
    """The JSON Schema of a kind of document: what is accepted, and so also what is written."""
    return _model_of(kind).model_json_schema(mode="validation")


_MODELS: Final[dict[type[Document], type[BaseModel]]] = {}


def _model_of(kind: type[Document]) -> type[BaseModel]:
    found = _MODELS.get(kind)
    if found is None:
        found = _MODELS[kind] = _made_model(kind)
    return found


def _made_model(kind: type[Document]) -> type[BaseModel]:
    keys = shape_of(kind).keys.items()
    fields: dict[str, tuple[object, object]] = {
        name: (_checked(each), _field(each)) for name, each in keys
    }
    made: type[BaseModel] = create_model(  # type: ignore[call-overload]  # names not known before
        kind.__name__,
        __base__=_BASES[kind.further],
        __doc__=kind.__doc__,
        __module__=kind.__module__,
        **fields,
    )
    return made


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Open(BaseModel):
    model_config = ConfigDict(extra="allow")


class _OpenForTexts(_Open):
    __pydantic_extra__: dict[str, str]


_BASES: Final[dict[object, type[BaseModel]]] = {None: _Closed, object: _Open, str: _OpenForTexts}
"""By the type of further keys."""


def _field(key: Key) -> object:
    default = ... if key.default is NEEDED else key.default
    if isinstance(default, Document):
        default = _model_of(type(default)).model_validate(plain(default))
    return Field(
        default,
        description=key.description or None,
        ge=key.limits.get("ge"),
        gt=key.limits.get("gt"),
        min_length=key.limits.get("min_length"),
    )


def _checked(key: Key) -> object:
    """The type of a key with the questions that we ask of its values ourselves."""
    kind = _translated(key.kind)
    if key.check:
        kind = Annotated[kind, AfterValidator(key.check)]
    if key.before:
        kind = Annotated[kind, BeforeValidator(key.before)]
    return kind


def _translated(annotation: object) -> object:
    """A type with the models of documents in their places, each becoming its document again."""
    if isinstance(annotation, type) and issubclass(annotation, Document):
        return Annotated[_model_of(annotation), AfterValidator(partial(_document, annotation))]
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin in {UnionType, Union}:
        return reduce(or_, (_translated(each) for each in inner))
    if origin in {list, dict}:
        return origin[tuple(_translated(each) for each in inner)]
    return annotation


def _document(kind: type[Document], model: BaseModel) -> Document:
    """The document of what was checked; keys that were not given have its own defaults."""
    named = shape_of(kind).keys.keys() & model.model_fields_set
    made = kind(**{name: getattr(model, name) for name in named})
    return made.with_beside(model.model_extra) if model.model_extra else made
