"""A contract: the bead that blocks a work item until its hard memories are honoured."""

import re
from collections.abc import Mapping
from typing import Final, Literal

from fabric.models.actor import ActorKind
from fabric.models.bead import Bead
from fabric.models.document import BadDocument, Document, means, plain
from fabric.models.document_reading import read_document
from fabric.models.fabric_object import fabric_object
from fabric.models.unknown_keys import refuse_unknown
from fabric.models.words import CONTRACT_KEY

ClauseStatus = Literal["open", "verified", "waived"]
DONE_STATUSES = frozenset({"verified", "waived"})

_NUMBER: Final = re.compile(r"-mc(|[2-9]|[1-9][0-9]{1,5})")


class Evidence(Document):
    """One thing that was checked, or why it was waived."""

    further = object

    check: str = means("The command line, the attested words, or the waiver's reason.")
    kind: Literal["command", "attestation", "waiver"] = means("How it was checked.")
    at: str = means("When.")
    by: str = means("Who.")
    by_kind: ActorKind = means("Whether a person or an agent.", default="person")
    exit_status: int | None = means("The command's exit status.", default=None)
    commit: str | None = means("Commit of the worktree.", default=None)
    dirty: bool = means("Whether the worktree had other changes.", default=False)
    seconds: float | None = means("How long the command ran.", default=None)
    output_digest: str | None = means("Digest of its output.", default=None)
    until: str | None = means("When a waiver ends.", default=None)


class Clause(Document):
    """One memory's part of a contract, by id and digest."""

    further = object

    memory: str = means("Id of the memory.")
    digest: str = means("Digest of the memory when the clause was made.", default="")
    status: ClauseStatus = means("Whether it is honoured.", default="open")
    evidence: list[Evidence] = means("What was checked.", default=[])

    @property
    def is_done(self) -> bool:
        """Whether it is verified or waived."""
        return self.status in DONE_STATUSES


class ContractRecord(Document):
    """What a contract bead carries under `fabric_contract`: ids and digests only."""

    further = object

    v: Literal[1] = means("Version of this format.", default=1)
    work: str = means("Id of the work item that it blocks.")
    clauses: list[Clause] = means("One clause a hard memory.", default=[])

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
        return plain(self, without_none=True)


def read_contract(bead: Bead) -> ContractRecord | None:
    """The record of a contract bead; None for a hand-made one or one that cannot be read."""
    return read_contract_metadata(bead.metadata)


def read_contract_metadata(metadata: Mapping[str, object]) -> ContractRecord | None:
    """The contract record in a bead's metadata; None where there is none that can be read."""
    values = fabric_object(metadata, CONTRACT_KEY)
    if not values:
        return None
    try:
        return read_document(ContractRecord, values)
    except BadDocument:
        return None


def contract_id(work_id: str, number: int = 1) -> str:
    """The id of a work item's first, second, … contract."""
    return f"{work_id}-mc" if number == 1 else f"{work_id}-mc{number}"


def contract_number(work_id: str, bead_id: str) -> int:
    """Which contract of the work item an id names, from 1; 0 when it is not ours."""
    found = _NUMBER.fullmatch(bead_id, len(work_id)) if bead_id.startswith(work_id) else None
    return int(found.group(1) or 1) if found else 0
