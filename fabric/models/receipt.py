"""A receipt: the machine-readable record, on the work item, of what it was given at its start."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabric.models.actor import Actor
from fabric.models.contract import ContractRecord
from fabric.models.fabric_object import fabric_object
from fabric.models.unknown_keys import refuse_unknown
from fabric.models.words import RECEIPT_KEY


class GivenMemory(BaseModel):
    """One memory that the work item was given."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str = Field(description="Id of the memory.")
    digest: str = Field(description="Digest of its words then.")
    strength: str = Field(description="`hard` or `soft`.")
    reason: str = Field(description="Why it was given, in words.")
    reviewed: bool = Field(default=True, description="Whether a reviewer's ratification is known.")


class LeftOut(BaseModel):
    """One memory that applies but was not attached."""

    model_config = ConfigDict(frozen=True, extra="allow")

    id: str = Field(description="Id of the memory.")
    reason: str = Field(description="Why it was left out.")


class Receipt(BaseModel):
    """What a work item was given at its start, under `fabric_receipt`."""

    model_config = ConfigDict(frozen=True, extra="allow")

    v: Literal[1] = Field(default=1, description="Version of this format.")
    at: str = Field(description="When.")
    by: Actor = Field(description="Who started it.")
    domains: list[str] = Field(default=[], description="Labels of the declared domains.")
    paths: list[str] = Field(default=[], description="Paths that the work was said to touch.")
    memories: list[GivenMemory] = Field(default=[], description="What was attached, in order.")
    contract: str | None = Field(default=None, description="Id of the contract, if one binds.")
    contract_record: ContractRecord | None = Field(
        default=None, description="The contract's record as it was closed."
    )
    left_out: list[LeftOut] = Field(default=[], description="What applies but was left out.")
    note: str | None = Field(default=None, description="In words, when nothing applied.")

    def given(self, memory_id: str) -> GivenMemory | None:
        """The entry of a memory, if it was given."""
        return next((each for each in self.memories if each.id == memory_id), None)

    def plain(self) -> dict[str, object]:
        """As plain JSON data, empty keys left out.

        Raises InvalidMemory when it holds a key that we do not know.
        """
        refuse_unknown(self, f"metadata.{RECEIPT_KEY}")
        return self.model_dump(mode="json", exclude_none=True)


def read_receipt(metadata: Mapping[str, object]) -> Receipt | None:
    """The receipt in a work item's metadata; None where there is none that can be read."""
    values = fabric_object(metadata, RECEIPT_KEY)
    if not values:
        return None
    try:
        return Receipt.model_validate(values)
    except ValidationError:
        return None
