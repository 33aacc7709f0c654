"""Keys that a newer version wrote: kept while reading, refused when writing, so never lost."""

from collections.abc import Iterator

from fabric.errors import InvalidMemory
from fabric.models.document import Document, named_values


def refuse_unknown(document: Document, place: str) -> None:
    """Raise InvalidMemory when a document to be written holds a key that we do not know."""
    unknown = sorted(set(_unknown(document)))
    if unknown:
        raise InvalidMemory(
            f"{place} cannot be written: unknown key {', '.join(unknown)}.",
            "A newer version may have written it: upgrade, or remove the key it names.",
        )


def _unknown(document: Document) -> Iterator[str]:
    yield from document.beside
    for value in named_values(document).values():
        for each in value if isinstance(value, list) else (value,):
            if isinstance(each, Document):
                yield from _unknown(each)
