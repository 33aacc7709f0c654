"""What tests of a memory's later life ask again and again."""

from datetime import UTC, datetime

from fabric.models.bead import Bead, Comment
from fabric.models.change_set import ChangeSet, InsertBead, Operation
from fabric.models.journal import JournalDraft, verify_chain
from fabric.ports import JournalQuery
from fabric.services.verbs.lint import LintRequest, lint
from fabric.services.verbs.start import StartRequest, start
from tests.services.world import VERA, World

TUESDAY = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)


def findings(world: World, *, everything: bool = True) -> list[str]:
    """Errors and warnings of the gate, as `rule bead: message`."""
    report = lint(world.context, LintRequest(everything=everything)).report
    return [
        f"{each.rule} {each.bead}: {each.message}"
        for each in report.findings
        if each.severity != "note"
    ]


def assert_green(world: World) -> None:
    """The gate has no error and no warning, bare and over everything, and the journal holds."""
    assert findings(world, everything=False) == []
    assert findings(world, everything=True) == []
    store = world.store
    payloads = store.journal_payloads(JournalQuery())
    assert verify_chain(store.journal(JournalQuery()), payloads) == []


def started(world: World, title: str = "Add an export button", *, claim: bool = True) -> str:
    """A work item that was started."""
    work = world.work(title)
    start(world.context, StartRequest(work, claim=claim))
    return work


def put(world: World, *operations: Operation) -> None:
    """Write behind the verbs' back, as another tool does."""
    draft = JournalDraft(world.context.now_text, VERA, "bd", "outside", ())
    world.store.apply(ChangeSet(operations), draft)


def by_hand(world: World, bead_id: str = "shop-hand", **more: object) -> str:
    """A canonical memory as people make it with bd: closed, never ratified by us."""
    values: dict[str, object] = {
        "id": bead_id,
        "title": "[MEMORY][ARCH][HARD] Money is counted in cents",
        "description": (
            "Scope: prices\nOut of Scope: display\nRule: Money is counted in whole cents.\n"
            "Rationale: rounding\nFailure Mode: lost cents\n"
            "Alternatives Considered: none recorded with this decision"
        ),
        "acceptance_criteria": (
            "Given a price, when it is stored, then it is an integer\n"
            "Verification command(s):\ncheck cents"
        ),
        "issue_type": "decision",
        "status": "closed",
        "created_at": "2026-02-01T09:00:00Z",
        "updated_at": "2026-02-02T09:00:00Z",
        "closed_at": "2026-02-02T09:00:00Z",
        "labels": ("mem-hard", "memory", "memory-arch"),
        "metadata": {
            "memory_version": 1,
            "memory_strength": "hard",
            "domain": "memory-arch",
            "effective_date": "2026-02-01",
            "owner": "team",
            "supersedes": None,
            "superseded_by": None,
        },
        "comments": (Comment("kim", "as we agreed", "2026-02-02T09:00:00Z"),),
    }
    put(world, InsertBead(Bead(**(values | more))))  # type: ignore[arg-type]  # tests name real fields
    return bead_id
