"""Keys that a newer version wrote: kept while reading, refused when writing, so never lost."""

from collections.abc import Iterator

from pydantic import BaseModel

from fabric.errors import InvalidMemory


def refuse_unknown(model: BaseModel, place: str) -> None:
    """Raise InvalidMemory when a model that is about to be written holds a key we do not know."""
    unknown = sorted(set(_unknown(model)))
    if unknown:
        raise InvalidMemory(
            f"{place} cannot be written: unknown key {', '.join(unknown)}.",
            "A newer version may have written it: upgrade, or remove the key it names.",
        )


def _unknown(model: BaseModel) -> Iterator[str]:
    yield from model.model_extra or ()
    for name in type(model).model_fields:
        value = getattr(model, name)
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, BaseModel):
                yield from _unknown(each)
