"""What the verbs answer: each model is the `--json` document of a verb."""

from fabric.models.actor import Actor
from fabric.models.document import Document, means
from fabric.models.receipt import Receipt


class AnswerModel(Document):
    """An answer; frozen, nothing unknown."""


class CommandView(AnswerModel):
    """One verification of a memory."""

    text: str = means("The command line, or what a person does.")
    manual: bool = means("Whether a person does it.")


class MemoryView(AnswerModel):
    """One memory, whole."""

    id: str = means("The bead's id.")
    title: str = means("The bead's title.")
    state: str = means("draft, canonical, superseded, retired or rejected.")
    in_force: bool = means("Whether it binds now.")
    reviewed: bool | None = means("Whether a reviewer is known; null: not asked.")
    strength: str = means("hard or soft; empty where unsaid.")
    domain: str = means("The domain's label; empty where none is known.")
    statement: str = means("The title's statement.")
    rule: str = means("The rule.")
    sections: dict[str, str] = means("The named sections of the description.")
    checks: list[str] = means("Given …, when …, then ….")
    commands: list[CommandView] = means("The verifications.")
    effective_date: str = means("Since when it holds, as written.")
    effective_until: str | None = means("Until when it held.", default=None)
    version: int = means("Place in its line of succession.")
    owner: str = means("Who answers for it.")
    supersedes: list[str] = means("What it replaced.")
    superseded_by: list[str] = means("What replaced it; more than one is a fork.")
    digest: str = means("Digest of its words now.")
    digest_holds: bool | None = means("Whether the pinned digest matches; null: none.")
    evidence: list[str] = means("Bead ids or links.")
    applies_to: dict[str, list[str]] = means("Which work it binds; empty: all.")
    proposed_by: Actor | None = means("Who proposed it.", default=None)
    ratified_by: str | None = means("Who ratified it.", default=None)
    ratified_at: str | None = means("When that was recorded.", default=None)
    reason: str | None = means("Why it ended, if it did.", default=None)
    anchors: list[str] = means("Anchors that it relates to.", default=[])


class NearMemory(AnswerModel):
    """A memory that says something close."""

    id: str = means("Its id.")
    state: str = means("Its state.")
    statement: str = means("Its statement.")
    reason: str = means("What is close.")


class InitAnswer(AnswerModel):
    """What `init` made."""

    store: str = means("URL of the store.")
    settings_file: str = means("Path of the settings.")
    anchors: list[str] = means("Ids of the anchors, new or found.")
    created: list[str] = means("What was made now.")
    next: str = means("What to do next.")


class ProposeAnswer(AnswerModel):
    """What was proposed."""

    id: str = means("Id of the draft.")
    memory: MemoryView = means("The draft.")
    near: list[NearMemory] = means("What says something close.", default=[])
    next: str = means("The command by which it becomes binding.", default="")


class RatifyAnswer(AnswerModel):
    """What was ratified."""

    id: str = means("Id of the memory.")
    digest: str = means("The pinned digest.")
    already: bool = means("Whether it was ratified before.", default=False)
    binds: list[str] = means("Active work items that it binds now.", default=[])
    trusted: bool = means("Whether its commands are trusted here.", default=False)
    forgotten: list[str] = means("Keys of notes that it was made of.", default=[])


class AnchorView(AnswerModel):
    """One anchor."""

    id: str = means("Its id; empty when the domain has none.")
    domain: str = means("The domain's label.")
    title: str = means("What people read.")
    memories: int = means("How many memories in force it indexes.")
    created: bool = means("Whether it was made now.", default=False)


class AnchorsAnswer(AnswerModel):
    """The anchors."""

    anchors: list[AnchorView] = means("By domain.")


class ListAnswer(AnswerModel):
    """Memories, and how many a filter left out."""

    memories: list[MemoryView] = means("By domain, strength, id.")
    left_out: int = means("How many memories the filters left out.", default=0)


class EvidenceView(AnswerModel):
    """What a memory names as its evidence."""

    id: str = means("The bead's id, or the link as it is written.")
    title: str = means("The bead's title.", default="")
    status: str = means("The bead's status; empty where it is none.", default="")
    there: bool | None = means("Whether the bead is there; null: a link.", default=None)


class HeldView(AnswerModel):
    """Whether a memory bound at a moment."""

    as_of: str = means("The instant that is asked about.")
    known_at: str | None = means("As it was recorded by then.", default=None)
    in_force: bool = means("Whether it bound.")


class BeadView(AnswerModel):
    """Any bead, as far as we know it."""

    id: str = means("Its id.")
    kind: str = means("memory, anchor, contract, work or other.")
    title: str = means("Its title.")
    type: str = means("Its type.")
    status: str = means("Its status.")
    assignee: str = means("Who holds it.", default="")
    labels: list[str] = means("Its labels.", default=[])
    description: str = means("Its description.", default="")
    acceptance_criteria: str = means("Its acceptance criteria.", default="")
    notes: str = means("Its notes.", default="")
    edges: list[str] = means("Its dependencies, in words.", default=[])
    memory: MemoryView | None = means("As a memory, if it is one.", default=None)
    receipt: Receipt | None = means("Its receipt, if it has one.", default=None)
    evidence: list[EvidenceView] = means("What its evidence leads to.", default=[])
    held: HeldView | None = means("Whether it bound, if that was asked.", default=None)


class WorkItem(AnswerModel):
    """One work item in a list."""

    id: str = means("Its id.")
    title: str = means("Its title.")
    type: str = means("Its type.")
    status: str = means("Its status.")
    priority: int = means("0 is most urgent.")
    assignee: str = means("Who holds it.", default="")
    domains: list[str] = means("Labels of its declared domains.", default=[])
    blocked_by: list[str] = means("Unfinished beads that it waits for.", default=[])
    contract: str | None = means("Its open contract.", default=None)


class WorkListAnswer(AnswerModel):
    """Work items."""

    work: list[WorkItem] = means("By priority, then id.")


class WorkAnswer(AnswerModel):
    """What happened to one work item."""

    id: str = means("Its id.")
    title: str = means("Its title.")
    status: str = means("Its status now.")
    assignee: str = means("Who holds it now.", default="")
    done: list[str] = means("What was done, in words.", default=[])


class StartAnswer(AnswerModel):
    """What a work item was given at its start."""

    work: str = means("Id of the work item.")
    title: str = means("Its title.")
    receipt: Receipt = means("The receipt.")
    memories: list[MemoryView] = means("The memories given, whole.")
    contract: str | None = means("The contract that blocks it.", default=None)
    changed: bool = means("Whether anything was written.")
    done: list[str] = means("What was done, in words.", default=[])


class NotStarted(AnswerModel):
    """A work item that could not be refreshed."""

    work: str = means("Its id.")
    reason: str = means("Why.")
    mend: str = means("What to do.", default="")


class StartAllAnswer(AnswerModel):
    """Active work that was refreshed, each item by itself."""

    started: list[StartAnswer] = means("What each item was given, by id.")
    not_started: list[NotStarted] = means("What was refused.", default=[])


class ClauseView(AnswerModel):
    """One clause as it stands."""

    memory: str = means("Id of the memory.")
    statement: str = means("What it says.")
    status: str = means("open, verified, waived, or stale where its memory changed.")
    contract: str = means("Id of the contract.")
    until: str | None = means("When a waiver ends.", default=None)


class Problem(AnswerModel):
    """Something that is open or stale, and the one command that mends it."""

    what: str = means("What is wrong.")
    mend: str = means("The command that mends it.")


class StatusAnswer(AnswerModel):
    """What binds a work item."""

    work: str = means("Id of the work item.")
    title: str = means("Its title.")
    status: str = means("Its status.")
    domains: list[str] = means("Labels of its declared domains.")
    started: bool = means("Whether it has a receipt.")
    at: str = means("The instant that is answered for.")
    binds: list[MemoryView] = means("The memories that bind it.")
    clauses: list[ClauseView] = means("The clauses of its contracts.")
    problems: list[Problem] = means("What is open or stale.")
    known_at: str | None = means("As it was recorded by then.", default=None)
    undone: list[str] = means("Hard memories that bound it then without a done clause.", default=[])


class CheckView(AnswerModel):
    """One verification that was tried."""

    memory: str = means("Id of the memory.")
    check: str = means("The command line or the attested words.")
    outcome: str = means("passed, failed, attested, untrusted, needs a person or would run.")
    detail: str = means("Exit status, problem, or the end of the output.", default="")


class VerifyAnswer(AnswerModel):
    """What was verified."""

    work: str = means("Id of the work item.")
    contract: str | None = means("Id of the open contract, if there was one.")
    checks: list[CheckView] = means("What was tried.")
    open: list[str] = means("Memories whose clause is still open.")
    closed: bool = means("Whether the contract was closed.")
    commit: str | None = means("Commit that was looked at.", default=None)


class TrustAnswer(AnswerModel):
    """Whose commands are trusted on this machine now."""

    id: str = means("Id of the memory.")
    digest: str = means("Digest of its words.")
    commands: list[str] = means("The commands that `verify` may run now.")


class MovedWork(AnswerModel):
    """One work item that moved along."""

    id: str = means("Its id.")
    done: list[str] = means("What was done, in words.")


class SupersedeAnswer(AnswerModel):
    """A succession."""

    old: list[str] = means("What was replaced.")
    new: str = means("What replaced it.")
    version: int = means("Its place in the line.")
    already: bool = means("Whether it was recorded before.", default=False)
    ratified: bool = means("Whether the draft was ratified with it.", default=False)
    moved: list[MovedWork] = means("Active work that moved along.", default=[])
    left: list[str] = means("Work that merely relates to the old one.", default=[])


class NotTaken(AnswerModel):
    """A line that an import did not take."""

    line: int = means("Line, from 1; 0 where it has none.")
    reason: str = means("Why.")


class ImportAnswer(AnswerModel):
    """What an import took."""

    source: str = means("What was read.")
    mode: str = means("restore or foreign.")
    created: int = means("New beads.")
    updated: int = means("Beads that changed.")
    unchanged: int = means("Beads that were the same.")
    notes: int = means("Notes that were written.")
    not_taken: list[NotTaken] = means("Lines that were not taken.", default=[])
    unresolved: list[str] = means("Dependencies on beads that are not there.", default=[])


class ExportAnswer(AnswerModel):
    """What an export wrote."""

    file: str = means("Where; `-` is standard output, empty: no beads were asked for.")
    beads: int = means("How many beads.")
    notes: int = means("How many notes.", default=0)
    journal: list[str] = means("Files of the journal.", default=[])


class JournalView(AnswerModel):
    """One journal entry."""

    writer: str = means("Which writer's chain.")
    sequence: int = means("Place in the chain.")
    at: str = means("When.")
    actor: str = means("Who.")
    actor_kind: str = means("person or agent.")
    door: str = means("Through which door.")
    verb: str = means("What.")
    beads: list[str] = means(
        "On which beads or config keys: at most 100, the one that was asked for first."
    )
    bead_count: int = means("On how many.")
    reason: str = means("Why.", default="")


class AuditAnswer(AnswerModel):
    """The journal, and whether its chains hold."""

    entries: list[JournalView] = means("In the order of time.")
    verified: bool | None = means("Whether all chains hold; null: not asked.", default=None)
    faults: list[str] = means("Where a chain does not hold.", default=[])
    accepted: list[str] = means(
        "Ends that were seen here otherwise, and are taken now.", default=[]
    )


class DryRun(AnswerModel):
    """What a verb would write."""

    operations: list[dict[str, object]] = means("The change set, in order.")
