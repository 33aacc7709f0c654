"""The metadata of a memory as it is written: the seed's flat keys, and ours under `fabric`."""

from collections.abc import Mapping
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from fabric.errors import InvalidMemory
from fabric.models.actor import Actor
from fabric.models.fabric_object import fabric_object
from fabric.models.instants import is_instant
from fabric.models.problems import first_problem as first_problem
from fabric.models.words import FABRIC_KEY

Strength = Literal["hard", "soft"]

_NOTHING: Final[tuple[object, ...]] = (None, "", "null", "{}", {})


class AppliesTo(BaseModel):
    """Which work a memory binds within its domain; an empty list means all."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    paths: list[str] = Field(default=[], description="Globs of paths from the repository root.")
    labels: list[str] = Field(default=[], description="Work items with one of these labels.")
    issue_types: list[str] = Field(default=[], description="Work items of one of these types.")


class FabricMetadata(BaseModel):
    """What we keep on a memory, under the one key `fabric`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    digest: str | None = Field(default=None, description="Digest of the ratified words.")
    proposed_by: Actor | None = Field(default=None, description="Who proposed the memory.")
    replaces: str | None = Field(default=None, description="Memory that this draft will replace.")
    ratified_by: str | None = Field(default=None, description="Person who ratified it.")
    ratified_at: str | None = Field(default=None, description="When that was recorded.")
    effective_until: str | None = Field(default=None, description="Until when the rule held.")
    ended_recorded_at: str | None = Field(default=None, description="When its end was recorded.")
    evidence: list[str] = Field(default=[], description="Bead ids or links that support it.")
    applies_to: AppliesTo | None = Field(default=None, description="Which work it binds.")
    review_by: str | None = Field(default=None, description="Date to look at it again.")
    lint_ignore: dict[str, str] = Field(
        default={}, description="Rules of the linter not asked of this bead, with the reason."
    )
    value_digests: list[str] = Field(
        default=[], description="Digests of the values that a rejection refuses."
    )
    reason: str | None = Field(default=None, description="Why it was retired or rejected.")
    appeals: str | None = Field(default=None, description="Rejected memory that this appeals.")


class MemoryMetadata(BaseModel):
    """The metadata of a memory bead; keys that are not ours are kept beside these."""

    model_config = ConfigDict(frozen=True, extra="allow")

    memory_version: int = Field(ge=1, description="Place in its line of succession, from 1.")
    memory_strength: Strength = Field(description="`hard` must hold, `soft` is guidance.")
    domain: str = Field(description="The domain's label.")
    effective_date: str = Field(description="A date (00:00 UTC) or an RFC 3339 time.")
    owner: str = Field(default="team", description="Who answers for the rule.")
    supersedes: str | list[str] | None = Field(default=None, description="What it replaced.")
    superseded_by: str | None = Field(default=None, description="What replaced it.")
    fabric: FabricMetadata = Field(default=FabricMetadata(), description="Ours.")

    @field_validator("fabric", mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        return fabric_object({FABRIC_KEY: value}) or value

    @field_validator("effective_date")
    @classmethod
    def _dated(cls, value: str) -> str:
        if not is_instant(value):
            raise ValueError("a date like 2026-03-02 or an RFC 3339 time is needed")
        return value


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
        read = FabricMetadata.model_validate(values)
    except ValidationError as error:
        raise InvalidMemory(
            f"metadata.{FABRIC_KEY} cannot be written: {first_problem(error)}.",
            "A newer version may have written it: upgrade, or remove the key it names.",
        ) from error
    return _without_empty(read.model_dump(mode="json", exclude_none=True))


def _without_empty(values: Mapping[str, object]) -> dict[str, object]:
    pruned = {
        key: _without_empty(value) if isinstance(value, dict) else value
        for key, value in values.items()
    }
    return {key: value for key, value in pruned.items() if value not in ([], {})}
