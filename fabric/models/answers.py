"""What the verbs answer: each model is the `--json` document of a verb."""

from pydantic import BaseModel, ConfigDict, Field

from fabric.models.actor import Actor
from fabric.models.receipt import Receipt


class AnswerModel(BaseModel):
    """An answer; frozen, nothing unknown."""

    # A command prints one answer, so the others need no checker.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class CommandView(AnswerModel):
    """One verification of a memory."""

    text: str = Field(description="The command line, or what a person does.")
    manual: bool = Field(description="Whether a person does it.")


class MemoryView(AnswerModel):
    """One memory, whole."""

    id: str = Field(description="The bead's id.")
    title: str = Field(description="The bead's title.")
    state: str = Field(description="draft, canonical, superseded, retired or rejected.")
    in_force: bool = Field(description="Whether it binds now.")
    reviewed: bool | None = Field(description="Whether a reviewer is known; null: not asked.")
    strength: str = Field(description="hard or soft; empty where unsaid.")
    domain: str = Field(description="The domain's label; empty where none is known.")
    statement: str = Field(description="The title's statement.")
    rule: str = Field(description="The rule.")
    sections: dict[str, str] = Field(description="The named sections of the description.")
    checks: list[str] = Field(description="Given …, when …, then ….")
    commands: list[CommandView] = Field(description="The verifications.")
    effective_date: str = Field(description="Since when it holds, as written.")
    effective_until: str | None = Field(default=None, description="Until when it held.")
    version: int = Field(description="Place in its line of succession.")
    owner: str = Field(description="Who answers for it.")
    supersedes: list[str] = Field(description="What it replaced.")
    superseded_by: list[str] = Field(description="What replaced it; more than one is a fork.")
    digest: str = Field(description="Digest of its words now.")
    digest_holds: bool | None = Field(description="Whether the pinned digest matches; null: none.")
    evidence: list[str] = Field(description="Bead ids or links.")
    applies_to: dict[str, list[str]] = Field(description="Which work it binds; empty: all.")
    proposed_by: Actor | None = Field(default=None, description="Who proposed it.")
    ratified_by: str | None = Field(default=None, description="Who ratified it.")
    ratified_at: str | None = Field(default=None, description="When that was recorded.")
    reason: str | None = Field(default=None, description="Why it ended, if it did.")
    anchors: list[str] = Field(default=[], description="Anchors that it relates to.")


class NearMemory(AnswerModel):
    """A memory that says something close."""

    id: str = Field(description="Its id.")
    state: str = Field(description="Its state.")
    statement: str = Field(description="Its statement.")
    reason: str = Field(description="What is close.")


class InitAnswer(AnswerModel):
    """What `init` made."""

    store: str = Field(description="URL of the store.")
    settings_file: str = Field(description="Path of the settings.")
    anchors: list[str] = Field(description="Ids of the anchors, new or found.")
    created: list[str] = Field(description="What was made now.")
    next: str = Field(description="What to do next.")


class ProposeAnswer(AnswerModel):
    """What was proposed."""

    id: str = Field(description="Id of the draft.")
    memory: MemoryView = Field(description="The draft.")
    near: list[NearMemory] = Field(default=[], description="What says something close.")
    next: str = Field(default="", description="The command by which it becomes binding.")


class RatifyAnswer(AnswerModel):
    """What was ratified."""

    id: str = Field(description="Id of the memory.")
    digest: str = Field(description="The pinned digest.")
    already: bool = Field(default=False, description="Whether it was ratified before.")
    binds: list[str] = Field(default=[], description="Active work items that it binds now.")
    trusted: bool = Field(default=False, description="Whether its commands are trusted here.")
    forgotten: list[str] = Field(default=[], description="Keys of notes that it was made of.")


class AnchorView(AnswerModel):
    """One anchor."""

    id: str = Field(description="Its id; empty when the domain has none.")
    domain: str = Field(description="The domain's label.")
    title: str = Field(description="What people read.")
    memories: int = Field(description="How many memories in force it indexes.")
    created: bool = Field(default=False, description="Whether it was made now.")


class AnchorsAnswer(AnswerModel):
    """The anchors."""

    anchors: list[AnchorView] = Field(description="By domain.")


class ListAnswer(AnswerModel):
    """Memories, and how many a filter left out."""

    memories: list[MemoryView] = Field(description="By domain, strength, id.")
    left_out: int = Field(default=0, description="How many memories the filters left out.")


class EvidenceView(AnswerModel):
    """What a memory names as its evidence."""

    id: str = Field(description="The bead's id, or the link as it is written.")
    title: str = Field(default="", description="The bead's title.")
    status: str = Field(default="", description="The bead's status; empty where it is none.")
    there: bool | None = Field(default=None, description="Whether the bead is there; null: a link.")


class HeldView(AnswerModel):
    """Whether a memory bound at a moment."""

    as_of: str = Field(description="The instant that is asked about.")
    known_at: str | None = Field(default=None, description="As it was recorded by then.")
    in_force: bool = Field(description="Whether it bound.")


class BeadView(AnswerModel):
    """Any bead, as far as we know it."""

    id: str = Field(description="Its id.")
    kind: str = Field(description="memory, anchor, contract, work or other.")
    title: str = Field(description="Its title.")
    type: str = Field(description="Its type.")
    status: str = Field(description="Its status.")
    assignee: str = Field(default="", description="Who holds it.")
    labels: list[str] = Field(default=[], description="Its labels.")
    description: str = Field(default="", description="Its description.")
    acceptance_criteria: str = Field(default="", description="Its acceptance criteria.")
    notes: str = Field(default="", description="Its notes.")
    edges: list[str] = Field(default=[], description="Its dependencies, in words.")
    memory: MemoryView | None = Field(default=None, description="As a memory, if it is one.")
    receipt: Receipt | None = Field(default=None, description="Its receipt, if it has one.")
    evidence: list[EvidenceView] = Field(default=[], description="What its evidence leads to.")
    held: HeldView | None = Field(default=None, description="Whether it bound, if that was asked.")


class WorkItem(AnswerModel):
    """One work item in a list."""

    id: str = Field(description="Its id.")
    title: str = Field(description="Its title.")
    type: str = Field(description="Its type.")
    status: str = Field(description="Its status.")
    priority: int = Field(description="0 is most urgent.")
    assignee: str = Field(default="", description="Who holds it.")
    domains: list[str] = Field(default=[], description="Labels of its declared domains.")
    blocked_by: list[str] = Field(default=[], description="Unfinished beads that it waits for.")
    contract: str | None = Field(default=None, description="Its open contract.")


class WorkListAnswer(AnswerModel):
    """Work items."""

    work: list[WorkItem] = Field(description="By priority, then id.")


class WorkAnswer(AnswerModel):
    """What happened to one work item."""

    id: str = Field(description="Its id.")
    title: str = Field(description="Its title.")
    status: str = Field(description="Its status now.")
    assignee: str = Field(default="", description="Who holds it now.")
    done: list[str] = Field(default=[], description="What was done, in words.")


class StartAnswer(AnswerModel):
    """What a work item was given at its start."""

    work: str = Field(description="Id of the work item.")
    title: str = Field(description="Its title.")
    receipt: Receipt = Field(description="The receipt.")
    memories: list[MemoryView] = Field(description="The memories given, whole.")
    contract: str | None = Field(default=None, description="The contract that blocks it.")
    changed: bool = Field(description="Whether anything was written.")
    done: list[str] = Field(default=[], description="What was done, in words.")


class NotStarted(AnswerModel):
    """A work item that could not be refreshed."""

    work: str = Field(description="Its id.")
    reason: str = Field(description="Why.")
    mend: str = Field(default="", description="What to do.")


class StartAllAnswer(AnswerModel):
    """Active work that was refreshed, each item by itself."""

    started: list[StartAnswer] = Field(description="What each item was given, by id.")
    not_started: list[NotStarted] = Field(default=[], description="What was refused.")


class ClauseView(AnswerModel):
    """One clause as it stands."""

    memory: str = Field(description="Id of the memory.")
    statement: str = Field(description="What it says.")
    status: str = Field(description="open, verified, waived, or stale where its memory changed.")
    contract: str = Field(description="Id of the contract.")
    until: str | None = Field(default=None, description="When a waiver ends.")


class Problem(AnswerModel):
    """Something that is open or stale, and the one command that mends it."""

    what: str = Field(description="What is wrong.")
    mend: str = Field(description="The command that mends it.")


class StatusAnswer(AnswerModel):
    """What binds a work item."""

    work: str = Field(description="Id of the work item.")
    title: str = Field(description="Its title.")
    status: str = Field(description="Its status.")
    domains: list[str] = Field(description="Labels of its declared domains.")
    started: bool = Field(description="Whether it has a receipt.")
    at: str = Field(description="The instant that is answered for.")
    binds: list[MemoryView] = Field(description="The memories that bind it.")
    clauses: list[ClauseView] = Field(description="The clauses of its contracts.")
    problems: list[Problem] = Field(description="What is open or stale.")
    known_at: str | None = Field(default=None, description="As it was recorded by then.")
    undone: list[str] = Field(
        default=[], description="Hard memories that bound it then without a done clause."
    )


class CheckView(AnswerModel):
    """One verification that was tried."""

    memory: str = Field(description="Id of the memory.")
    check: str = Field(description="The command line or the attested words.")
    outcome: str = Field(
        description="passed, failed, attested, untrusted, needs a person or would run."
    )
    detail: str = Field(default="", description="Exit status, problem, or the end of the output.")


class VerifyAnswer(AnswerModel):
    """What was verified."""

    work: str = Field(description="Id of the work item.")
    contract: str | None = Field(description="Id of the open contract, if there was one.")
    checks: list[CheckView] = Field(description="What was tried.")
    open: list[str] = Field(description="Memories whose clause is still open.")
    closed: bool = Field(description="Whether the contract was closed.")
    commit: str | None = Field(default=None, description="Commit that was looked at.")


class TrustAnswer(AnswerModel):
    """Whose commands are trusted on this machine now."""

    id: str = Field(description="Id of the memory.")
    digest: str = Field(description="Digest of its words.")
    commands: list[str] = Field(description="The commands that `verify` may run now.")


class MovedWork(AnswerModel):
    """One work item that moved along."""

    id: str = Field(description="Its id.")
    done: list[str] = Field(description="What was done, in words.")


class SupersedeAnswer(AnswerModel):
    """A succession."""

    old: list[str] = Field(description="What was replaced.")
    new: str = Field(description="What replaced it.")
    version: int = Field(description="Its place in the line.")
    already: bool = Field(default=False, description="Whether it was recorded before.")
    ratified: bool = Field(default=False, description="Whether the draft was ratified with it.")
    moved: list[MovedWork] = Field(default=[], description="Active work that moved along.")
    left: list[str] = Field(default=[], description="Work that merely relates to the old one.")


class NotTaken(AnswerModel):
    """A line that an import did not take."""

    line: int = Field(description="Line, from 1; 0 where it has none.")
    reason: str = Field(description="Why.")


class ImportAnswer(AnswerModel):
    """What an import took."""

    source: str = Field(description="What was read.")
    mode: str = Field(description="restore or foreign.")
    created: int = Field(description="New beads.")
    updated: int = Field(description="Beads that changed.")
    unchanged: int = Field(description="Beads that were the same.")
    notes: int = Field(description="Notes that were written.")
    not_taken: list[NotTaken] = Field(default=[], description="Lines that were not taken.")
    unresolved: list[str] = Field(
        default=[], description="Dependencies on beads that are not there."
    )


class ExportAnswer(AnswerModel):
    """What an export wrote."""

    file: str = Field(description="Where; `-` is standard output, empty: no beads were asked for.")
    beads: int = Field(description="How many beads.")
    notes: int = Field(default=0, description="How many notes.")
    journal: list[str] = Field(default=[], description="Files of the journal.")


class JournalView(AnswerModel):
    """One journal entry."""

    writer: str = Field(description="Which writer's chain.")
    sequence: int = Field(description="Place in the chain.")
    at: str = Field(description="When.")
    actor: str = Field(description="Who.")
    actor_kind: str = Field(description="person or agent.")
    door: str = Field(description="Through which door.")
    verb: str = Field(description="What.")
    beads: list[str] = Field(
        description="On which beads or config keys: at most 100, the one that was asked for first."
    )
    bead_count: int = Field(description="On how many.")
    reason: str = Field(default="", description="Why.")


class AuditAnswer(AnswerModel):
    """The journal, and whether its chains hold."""

    entries: list[JournalView] = Field(description="In the order of time.")
    verified: bool | None = Field(
        default=None, description="Whether all chains hold; null: not asked."
    )
    faults: list[str] = Field(default=[], description="Where a chain does not hold.")


class DryRun(AnswerModel):
    """What a verb would write."""

    operations: list[dict[str, object]] = Field(description="The change set, in order.")
