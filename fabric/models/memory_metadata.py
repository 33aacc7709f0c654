"""The metadata of a memory as it is written: the seed's flat keys, and ours under `fabric`."""

from collections.abc import Mapping
from typing import Final, Literal

from fabric.errors import InvalidMemory
from fabric.models.actor import Actor
from fabric.models.document import BadDocument, Document, means, plain
from fabric.models.document_reading import read_document
from fabric.models.fabric_object import fabric_object
from fabric.models.instants import is_instant
from fabric.models.words import FABRIC_KEY

Strength = Literal["hard", "soft"]

_NOTHING: Final[tuple[object, ...]] = (None, "", "null", "{}", {})


class AppliesTo(Document):
    """Which work a memory binds within its domain; an empty list means all."""

    paths: list[str] = means("Globs of paths from the repository root.", default=[])
    labels: list[str] = means("Work items with one of these labels.", default=[])
    issue_types: list[str] = means("Work items of one of these types.", default=[])


class FabricMetadata(Document):
    """What we keep on a memory, under the one key `fabric`."""

    digest: str | None = means("Digest of the ratified words.", default=None)
    proposed_by: Actor | None = means("Who proposed the memory.", default=None)
    replaces: str | None = means("Memory that this draft will replace.", default=None)
    ratified_by: str | None = means("Person who ratified it.", default=None)
    ratified_at: str | None = means("When that was recorded.", default=None)
    effective_until: str | None = means("Until when the rule held.", default=None)
    ended_recorded_at: str | None = means("When its end was recorded.", default=None)
    evidence: list[str] = means("Bead ids or links that support it.", default=[])
    applies_to: AppliesTo | None = means("Which work it binds.", default=None)
    review_by: str | None = means("Date to look at it again.", default=None)
    lint_ignore: dict[str, str] = means(
        "Rules of the linter not asked of this bead, with the reason.", default={}
    )
    value_digests: list[str] = means("Digests of the values that a rejection refuses.", default=[])
    reason: str | None = means("Why it was retired or rejected.", default=None)
    appeals: str | None = means("Rejected memory that this appeals.", default=None)


def _from_text(value: object) -> object:
    return fabric_object({FABRIC_KEY: value}) or value


def _dated(value: str) -> str:
    if not is_instant(value):
        raise ValueError("a date like 2026-03-02 or an RFC 3339 time is needed")
    return value


class MemoryMetadata(Document):
    """The metadata of a memory bead; keys that are not ours are kept beside these."""

    further = object

    memory_version: int = means("Place in its line of succession, from 1.", ge=1)
    memory_strength: Strength = means("`hard` must hold, `soft` is guidance.")
    domain: str = means("The domain's label.")
    effective_date: str = means("A date (00:00 UTC) or an RFC 3339 time.", check=_dated)
    owner: str = means("Who answers for the rule.", default="team")
    supersedes: str | list[str] | None = means("What it replaced.", default=None)
    superseded_by: str | None = means("What replaced it.", default=None)
    fabric: FabricMetadata = means("Ours.", default=FabricMetadata(), before=_from_text)


def updated_fabric(metadata: Mapping[str, object], **changes: object) -> dict[str, object]:
    """Our object with changes, whole, from a fresh read; None takes a key away.

    Raises InvalidMemory when the result holds a key or a value that we do not know, or when
    something else than an object stands in its place.
    """
    there = fabric_object(metadata)
    if not there and metadata.get(FABRIC_KEY) not in _NOTHING:
        raise InvalidMemory(
            f"metadata.{FABRIC_KEY} is no object, so nothing can be written into it.",
            f"Remove that key, with `bd update ID --unset-metadata {FABRIC_KEY}` or in the file.",
        )
    merged = there | changes
    return write_fabric({key: value for key, value in merged.items() if value is not None})


def write_fabric(values: Mapping[str, object]) -> dict[str, object]:
    """Validate our object and give it as plain JSON data without empty keys."""
    try:
        read = read_document(FabricMetadata, values)
    except BadDocument as error:
        raise InvalidMemory(
            f"metadata.{FABRIC_KEY} cannot be written: {error}.",
            "A newer version may have written it: upgrade, or remove the key it names.",
        ) from error
    return _without_empty(plain(read, without_none=True))


def _without_empty(values: Mapping[str, object]) -> dict[str, object]:
    pruned = {
        key: _without_empty(value) if isinstance(value, dict) else value
        for key, value in values.items()
    }
    return {key: value for key, value in pruned.items() if value not in ([], {})}
