"""A contract: the bead that blocks a work item until its hard memories are honoured."""

import re
from collections.abc import Mapping
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from fabric.models.actor import ActorKind
from fabric.models.bead import Bead
from fabric.models.fabric_object import fabric_object
from fabric.models.unknown_keys import refuse_unknown
from fabric.models.words import CONTRACT_KEY

ClauseStatus = Literal["open", "verified", "waived"]
DONE_STATUSES = frozenset({"verified", "waived"})

_NUMBER: Final = re.compile(r"-mc(|[2-9]|[1-9][0-9]{1,5})")


class Evidence(BaseModel):
    """One thing that was checked, or why it was waived."""

    model_config = ConfigDict(frozen=True, extra="allow")

    check: str = Field(description="The command line, the attested words, or the waiver's reason.")
    kind: Literal["command", "attestation", "waiver"] = Field(description="How it was checked.")
    at: str = Field(description="When.")
    by: str = Field(description="Who.")
    by_kind: ActorKind = Field(default="person", description="Whether a person or an agent.")
    exit_status: int | None = Field(default=None, description="The command's exit status.")
    commit: str | None = Field(default=None, description="Commit of the worktree.")
    dirty: bool = Field(default=False, description="Whether the worktree had other changes.")
    seconds: float | None = Field(default=None, description="How long the command ran.")
    output_digest: str | None = Field(default=None, description="Digest of its output.")
    until: str | None = Field(default=None, description="When a waiver ends.")


class Clause(BaseModel):
    """One memory's part of a contract, by id and digest."""

    model_config = ConfigDict(frozen=True, extra="allow")

    memory: str = Field(description="Id of the memory.")
    digest: str = Field(default="", description="Digest of the memory when the clause was made.")
    status: ClauseStatus = Field(default="open", description="Whether it is honoured.")
    evidence: list[Evidence] = Field(default=[], description="What was checked.")

    @property
    def is_done(self) -> bool:
        """Whether it is verified or waived."""
        return self.status in DONE_STATUSES


class ContractRecord(BaseModel):
    """What a contract bead carries under `fabric_contract`: ids and digests only."""

    model_config = ConfigDict(frozen=True, extra="allow")

    v: Literal[1] = Field(default=1, description="Version of this format.")
    work: str = Field(description="Id of the work item that it blocks.")
    clauses: list[Clause] = Field(default=[], description="One clause a hard memory.")

    def clause(self, memory_id: str) -> Clause | None:
        """The clause for a memory, if there is one."""
        return next((each for each in self.clauses if each.memory == memory_id), None)

    @property
    def is_done(self) -> bool:
        """Whether every clause is verified or waived."""
        return all(clause.is_done for clause in self.clauses)

    def plain(self) -> dict[str, object]:
        """As plain JSON data, empty keys left out.

        Raises InvalidMemory when it holds a key that we do not know.
        """
        refuse_unknown(self, f"metadata.{CONTRACT_KEY}")
        return self.model_dump(mode="json", exclude_none=True)


def read_contract(bead: Bead) -> ContractRecord | None:
    """The record of a contract bead; None for a hand-made one or one that cannot be read."""
    return read_contract_metadata(bead.metadata)


def read_contract_metadata(metadata: Mapping[str, object]) -> ContractRecord | None:
    """The contract record in a bead's metadata; None where there is none that can be read."""
    values = fabric_object(metadata, CONTRACT_KEY)
    if not values:
        return None
    try:
        return ContractRecord.model_validate(values)
    except ValidationError:
        return None


def contract_id(work_id: str, number: int = 1) -> str:
    """The id of a work item's first, second, … contract."""
    return f"{work_id}-mc" if number == 1 else f"{work_id}-mc{number}"


def contract_number(work_id: str, bead_id: str) -> int:
    """Which contract of the work item an id names, from 1; 0 when it is not ours."""
    found = _NUMBER.fullmatch(bead_id, len(work_id)) if bead_id.startswith(work_id) else None
    return int(found.group(1) or 1) if found else 0
