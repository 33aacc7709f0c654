"""A small world for services: the reference store and fakes that mirror the ports."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fabric.errors import CouldNot
from fabric.models.actor import Actor
from fabric.models.answers import StartAnswer, StatusAnswer, SupersedeAnswer, VerifyAnswer
from fabric.models.bead import Bead
from fabric.models.change_set import ChangeSet, ReplaceBead
from fabric.models.contract import ContractRecord, contract_id, read_contract
from fabric.models.document import plain
from fabric.models.document_reading import read_document
from fabric.models.instants import format_instant
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.lint_report_v1 import LintReportV1
from fabric.models.receipt import Receipt, read_receipt
from fabric.models.settings import Settings
from fabric.models.sighting import Sighting
from fabric.ports import JournalQuery, RunResult, Store, Trust, WorktreeState
from fabric.services.context import Context, Tools
from fabric.services.verbs.init import InitRequest, init
from fabric.services.verbs.lint import LintRequest, lint
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.ratify import RatifyRequest, ratify
from fabric.services.verbs.start import StartRequest, start
from fabric.services.verbs.status import status
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.verbs.verify import VerifyRequest, verify
from fabric.services.verbs.work import WorkRequest, add_work
from fabric.services.writing import Wording
from fabric.store.backends.memory import MemoryStore

VERA = Actor(name="vera@example.test", kind="person")
OTTO = Actor(name="otto@example.test", kind="person")
SCOUT = Actor(name="scout", kind="agent")
MONDAY = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


@dataclass
class FakeClock:
    """Moves only when a test says so."""

    time: datetime = MONDAY
    pauses: list[int] = field(default_factory=list)

    def now(self) -> datetime:
        return self.time

    def pause(self, attempt: int) -> None:
        self.pauses.append(attempt)

    def forward(self, **by: float) -> None:
        self.time += timedelta(**by)


@dataclass
class FakeIdentities:
    """Counts."""

    count: int = 0

    def bead_id(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}-w{self.count}"


@dataclass
class FakeState:
    """Remembers trust, and what was seen of a journal, in dictionaries."""

    trusts: dict[str, Trust] = field(default_factory=dict)
    sightings: dict[str, list[Sighting]] = field(default_factory=dict)

    def writer_id(self, store_url: str) -> str:
        return f"writer of {store_url}"

    def trusted(self, digest: str) -> Trust | None:
        return self.trusts.get(digest)

    def trust(self, trust: Trust) -> None:
        self.trusts[trust.digest] = trust

    def seen(self, store_url: str) -> list[Sighting]:
        return self.sightings.get(store_url, [])

    def saw(self, store_url: str, sighting: Sighting) -> None:
        self.sightings.setdefault(store_url, []).append(sighting)

    def keep_seen(self, store_url: str, sightings: Sequence[Sighting]) -> None:
        self.sightings[store_url] = list(sightings)


class ForgetfulState(FakeState):
    """A machine that can keep nothing: its folder can only be read."""

    def keep_seen(self, store_url: str, sightings: Sequence[Sighting]) -> None:  # type: ignore[explicit-override]  # a fake
        raise CouldNot(f"{store_url}: {len(sightings)} ends; read-only.", "Make it writable.")


@dataclass
class FakeRunner:
    """Passes every command but those in `failing` and `hanging`; keeps what it ran, and how."""

    failing: set[str] = field(default_factory=set)
    hanging: set[str] = field(default_factory=set)
    ran: list[tuple[str, ...]] = field(default_factory=list)
    limits: list[tuple[Path, float, int]] = field(default_factory=list)
    before: Callable[[tuple[str, ...]], None] = lambda _arguments: None

    def run(
        self, arguments: Sequence[str], *, folder: Path, timeout_seconds: float, output_limit: int
    ) -> RunResult:
        self.before(tuple(arguments))
        self.ran.append(tuple(arguments))
        self.limits.append((folder, timeout_seconds, output_limit))
        if " ".join(arguments) in self.hanging:
            return RunResult(None, "sha256:0", "", timeout_seconds, "it ran longer than it may")
        status = 1 if " ".join(arguments) in self.failing else 0
        return RunResult(status, "sha256:0", "boom" if status else "", 0.1)


@dataclass
class FakeWorktree:
    """A checkout at one commit."""

    current: WorktreeState = field(default_factory=lambda: WorktreeState("c0ffee", ()))

    @property
    def folder(self) -> Path:
        return Path()

    def state(self) -> WorktreeState:
        return self.current


@dataclass
class FakePerson:
    """Types what a test lets it type; `None` is nobody."""

    types: str | None = None
    shown: list[str] = field(default_factory=list)

    @property
    def is_present(self) -> bool:
        return self.types is not None

    def confirm(self, text: str, expected: str) -> bool:
        self.shown.append(text)
        return self.types in {expected, "whatever is asked"}


@dataclass
class FakeSecrets:
    """Takes the word `hunter2` for a secret."""

    def scan(self, text: str) -> list[str]:
        return ["Secret Keyword, line 1"] if "hunter2" in text else []


def settings_with(**sections: dict[str, object]) -> Settings:
    """The settings below with other values in some sections."""
    there = plain(settings())
    for name, changes in sections.items():
        section = there[name]
        assert isinstance(section, dict)
        section |= changes
    return read_document(Settings, there)


def settings(**governance: object) -> Settings:
    """Three domains, Vera and Otto as reviewers, no typed confirmation unless asked for."""
    rules: dict[str, object] = {
        "reviewers": [VERA.name, OTTO.name],
        "solo": True,
        "confirm": "none",
    }
    return read_document(
        Settings,
        {
            "prefix": "shop",
            "domains": [
                {"label": "memory-arch", "title": "Architecture"},
                {"label": "memory-ux", "title": "UI/UX"},
                {"label": "memory-workflow", "title": "Workflow"},
            ],
            "governance": rules | governance,
        },
    )


class DyingStore(MemoryStore):
    """A store whose process ends as soon as this verb is written, once."""

    dies_of = ""

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry | None:  # type: ignore[explicit-override]  # a fake
        entry = super().apply(change_set, draft)
        if draft.verb == self.dies_of:
            self.dies_of = ""
            raise KeyboardInterrupt
        return entry


class World:
    """One store, and shorthands for what the tests do again and again."""

    def __init__(self, store: Store | None = None, config: Settings | None = None) -> None:
        self.clock = FakeClock()
        self.runner = FakeRunner()
        self.worktree = FakeWorktree()
        self.person = FakePerson()
        self.state = FakeState()
        tools = Tools(
            clock=self.clock,
            identities=FakeIdentities(),
            local=self.state,
            runner=self.runner,
            worktree=self.worktree,
            person=self.person,
            secrets=FakeSecrets(),
        )
        self.context = Context(store or MemoryStore(), config or settings(), tools, VERA)

    @property
    def store(self) -> Store:
        return self.context.store

    def as_(self, actor: Actor) -> Context:
        return replace(self.context, actor=actor)

    def with_settings(self, config: Settings) -> None:
        self.context = replace(self.context, settings=config)

    def begin(self) -> "World":
        init(self.context, InitRequest("shop", "fabric.toml"))
        return self

    def propose(self, rule: str, strength: str = "hard", **more: object) -> str:
        outcome = propose(self.context, ProposeRequest("arch", wording(rule, strength, **more)))
        return outcome.answer.id

    def memory(self, rule: str, strength: str = "hard", **more: object) -> str:
        bead_id = self.propose(rule, strength, **more)
        ratify(self.context, RatifyRequest(bead_id))
        return bead_id

    def work(self, title: str = "Add an export button", *domains: str, parent: str = "") -> str:
        request = WorkRequest(title, domains or ("arch",), parent=parent)
        return add_work(self.context, request).answer.id

    def start(self, work: str, **more: object) -> StartAnswer:
        return start(self.context, StartRequest(work, **more)).answer  # type: ignore[arg-type]  # tests name real fields

    def started(self, title: str = "Add an export button", **more: object) -> str:
        """A work item that was started under what is in force."""
        work = self.work(title)
        self.start(work, **more)
        return work

    def verify(self, work: str, **more: object) -> VerifyAnswer:
        return verify(self.context, VerifyRequest(work, **more)).answer  # type: ignore[arg-type]  # tests name real fields

    def status(self, work: str) -> StatusAnswer:
        return status(self.context, work)

    def supersede(self, old: str, new: str, reason: str = "It missed the jobs.") -> SupersedeAnswer:
        return supersede(self.context, SupersedeRequest((old,), new, reason)).answer

    def successor(self, old: str, rule: str = "", **more: object) -> str:
        """A draft that was proposed to replace a memory."""
        words = {"strength": "", "rule": rule or "Writes and jobs go through the service layer"}
        request = ProposeRequest("", Wording(**(words | more)), replaces=old)  # type: ignore[arg-type]  # tests name real fields
        return propose(self.context, request).answer.id

    def lint(self, *ids: str, everything: bool = False) -> LintReportV1:
        return lint(self.context, LintRequest(ids, everything)).report

    def findings(self, *severities: str) -> set[tuple[str, str]]:
        """Rule and bead of what lint says of everything, of some severities or of all."""
        report = self.lint(everything=True)
        wanted = severities or ("error", "warning", "note")
        return {(each.rule, each.bead) for each in report.findings if each.severity in wanted}

    def record(self, work: str, number: int = 1) -> ContractRecord:
        """What a contract of a work item says."""
        found = read_contract(self.bead(contract_id(work, number)))
        assert found is not None
        return found

    def receipt(self, work: str) -> Receipt:
        found = read_receipt(self.bead(work).metadata)
        assert found is not None, f"{work} has no receipt"
        return found

    def put(self, *beads: Bead) -> None:
        """Put beads into the store as another tool would, past every check of ours."""
        draft = JournalDraft(format_instant(self.clock.now()), OTTO, "test", "put", ())
        self.store.apply(ChangeSet(tuple(ReplaceBead(bead) for bead in beads)), draft)

    def writes(self) -> int:
        """How many journal entries there are: what wrote nothing adds none."""
        return len(self.store.journal(JournalQuery()))

    def bead(self, bead_id: str) -> Bead:
        found = self.store.bead(bead_id)
        assert found is not None, f"{bead_id} is not there"
        return found

    def query(self, label: str) -> set[str]:
        """What `bd query "label=memory AND label=<label> AND status=closed"` would return."""
        return {
            bead.id
            for bead in self.store.all_beads()
            if bead.has("memory") and bead.has(label) and bead.status == "closed"
        }


def wording(rule: str, strength: str = "hard", **more: object) -> Wording:
    """A wording with a check and a command of its own."""
    values: dict[str, object] = {
        "strength": strength,
        "rule": rule,
        "sections": {"Rationale": "One place to audit."},
        "checks": ("Given a write, when it skips the layer, then review refuses it",),
        "commands": (f"check {rule.split()[0].lower()}",),
    }
    return Wording(**(values | more))  # type: ignore[arg-type]  # tests name real fields


def labels(beads: Iterable[Bead]) -> dict[str, tuple[str, ...]]:
    """The labels of some beads."""
    return {bead.id: bead.labels for bead in beads}
