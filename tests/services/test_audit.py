"""`audit`: who did what, when, through which door and why; and whether the chains hold."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from fabric.errors import CouldNot, NotAllowed, NotFound
from fabric.models.bead import Bead
from fabric.models.journal_entry import JournalEntry
from fabric.ports import JournalQuery, Store
from fabric.services.source import Source
from fabric.services.verbs.audit import audit
from fabric.services.verbs.erase import EraseRequest, erase
from fabric.services.verbs.import_ import import_
from fabric.store.backends.memory import MemoryStore
from fabric.store.catalog import open_store
from tests.services.world import SCOUT, VERA, ForgetfulState, World, settings

HARD = "Every write goes through the service layer"


@pytest.fixture
def world() -> World:
    return World().begin()


def test_every_write_is_there_in_the_order_of_time(world: World) -> None:
    memory = world.memory(HARD)
    world.clock.forward(hours=1)
    work = world.started()
    answer = audit(world.context)
    verbs = [each.verb for each in answer.entries]
    assert verbs == ["governance", "init", "propose", "ratify", "work-add", "start"]
    last = answer.entries[-1]
    assert (last.actor, last.actor_kind, last.door) == (VERA.name, "person", "cli")
    assert last.at == "2026-03-02T10:00:00Z"
    assert {work, memory, f"{work}-mc"} <= set(last.beads)
    assert answer.verified is None


def test_one_bead_has_its_own_entries(world: World) -> None:
    memory, work = world.memory(HARD), world.work()
    assert [each.verb for each in audit(world.context, memory).entries] == ["propose", "ratify"]
    assert [each.verb for each in audit(world.context, work).entries] == ["work-add"]


def test_of_an_entry_that_names_very_many_a_hundred_are_named(world: World) -> None:
    beads = tuple(Bead(f"shop-{n:03}", "T", issue_type="task") for n in range(150))
    import_(world.context, Source("a.jsonl", beads, {}, {}), "restore")
    (entry,) = audit(world.context, "shop-149").entries
    assert (entry.verb, entry.bead_count) == ("import", 150)
    assert entry.beads == ["shop-149", *(bead.id for bead in beads[:99])]


def test_an_agent_is_told_from_a_person(world: World) -> None:
    world.context = world.as_(SCOUT)
    work = world.work()
    (entry,) = audit(world.context, work).entries
    assert (entry.actor, entry.actor_kind) == ("scout", "agent")


def test_a_journal_that_holds_is_said_to_hold(world: World) -> None:
    world.memory(HARD)
    answer = audit(world.context, verify=True)
    assert (answer.verified, answer.faults) == (True, [])


def entry_changed(store: MemoryStore) -> None:
    store._journal[2] = replace(store._journal[2], actor="somebody")


def entry_missing(store: MemoryStore) -> None:
    del store._journal[2]


def payload_changed(store: MemoryStore) -> None:
    store._payloads["memory", 3] = "{}"


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        pytest.param(entry_changed, "memory/3: the entry was changed", id="an entry changed"),
        pytest.param(
            entry_missing, "memory/4: an entry before this one is missing", id="an entry gone"
        ),
        pytest.param(payload_changed, "memory/3: its payload was changed", id="a payload changed"),
    ],
)
def test_a_journal_that_was_meddled_with_is_seen(
    tamper: Callable[[MemoryStore], None], said: str, world: World
) -> None:
    world.memory(HARD)
    assert isinstance(world.store, MemoryStore)
    tamper(world.store)
    answer = audit(world.context, verify=True)
    assert answer.verified is False
    assert any(fault.startswith(said) for fault in answer.faults)


def test_a_payload_that_was_blanked_without_an_erasure_is_a_fault(world: World) -> None:
    world.memory(HARD)
    assert isinstance(world.store, MemoryStore)
    assert audit(world.context, verify=True).verified
    world.store._payloads["memory", 3] = None
    assert audit(world.context, verify=True).faults == [
        "memory/3: its payload was blanked, and no erasure names it"
    ]


def test_a_payload_that_an_erasure_blanked_is_no_fault(world: World) -> None:
    erase(world.context, EraseRequest(world.memory(HARD), "A name was in it."))
    assert audit(world.context, verify=True).verified


def test_one_bead_may_be_asked_about_and_all_chains_checked(world: World) -> None:
    memory = world.memory(HARD)
    world.work()
    assert isinstance(world.store, MemoryStore)
    payload_changed(world.store)
    answer = audit(world.context, memory, verify=True)
    assert len(answer.entries) == 2
    assert answer.verified is False


def test_an_unknown_bead_is_not_found(world: World) -> None:
    with pytest.raises(NotFound):
        audit(world.context, "shop-none")


class WithoutJournal(MemoryStore):
    """A store of beads alone."""

    @property
    def has_journal(self) -> bool:  # type: ignore[explicit-override]  # a fake
        return False


def test_a_store_without_a_journal_says_so() -> None:
    with pytest.raises(CouldNot, match="keeps no journal"):
        audit(World(WithoutJournal()).context)


def cut(store: Store, entries: int) -> None:
    """Take the last entries away, as if they had never been."""
    assert isinstance(store, MemoryStore)
    del store._journal[-entries:]


def test_an_end_that_was_cut_off_is_seen(world: World) -> None:
    world.memory(HARD)
    last = len(audit(world.context).entries)
    cut(world.store, 1)
    answer = audit(world.context, verify=True)
    assert answer.verified is False
    (fault,) = answer.faults
    assert fault.startswith(f"memory: it ends at {last - 1}; entry {last} was seen here")
    assert "fabric audit --verify --accept-end" in fault


def test_what_is_written_behind_a_cut_does_not_hide_it(world: World) -> None:
    world.memory(HARD)
    cut(world.store, 1)
    for number in range(4):
        world.work(f"Task {number}")
    (fault,) = audit(world.context, verify=True).faults
    assert "another entry stands where one was seen here" in fault


def test_the_ends_of_other_writers_are_seen_once_somebody_looked(world: World) -> None:
    world.memory(HARD)
    world.state.sightings.clear()  # as on another machine, which wrote nothing of it
    assert audit(world.context, verify=True).verified
    cut(world.store, 1)
    assert audit(world.context, verify=True).verified is False


def test_where_nobody_looked_and_nothing_was_written_a_cut_cannot_be_seen(world: World) -> None:
    world.memory(HARD)
    world.state.sightings.clear()
    cut(world.store, 1)
    assert audit(world.context, verify=True).verified


def test_a_person_accepts_an_end_and_then_it_holds(world: World) -> None:
    world.memory(HARD)
    cut(world.store, 1)
    assert audit(world.context, accept_end=True).verified
    assert audit(world.context, verify=True).verified
    cut(world.store, 1)
    assert audit(world.context, verify=True).verified is False


def test_an_end_is_not_accepted_over_another_fault(world: World) -> None:
    world.memory(HARD)
    assert isinstance(world.store, MemoryStore)
    cut(world.store, 1)
    entry_changed(world.store)
    assert audit(world.context, accept_end=True).verified is False
    seen = world.state.seen(world.store.url)
    assert max(each.sequence for each in seen) == len(audit(world.context).entries) + 1


def test_an_agent_accepts_no_end(world: World) -> None:
    world.context = world.as_(SCOUT)
    with pytest.raises(NotAllowed, match="by a person"):
        audit(world.context, accept_end=True)


def test_in_the_shell_of_an_agent_host_no_end_is_accepted(world: World) -> None:
    world.with_settings(settings(confirm="typed"))
    world.context = replace(world.context, agent_host="Claude Code")
    with pytest.raises(NotAllowed, match="by a person"):
        audit(world.context, accept_end=True)
    assert audit(world.context, verify=True).verified


class BusyStore(MemoryStore):
    """Somebody else writes between reading the journal and what belongs to it, a few times."""

    meanwhile: tuple[Callable[[], object], ...] = ()

    def journal(self, query: JournalQuery) -> list[JournalEntry]:  # type: ignore[explicit-override]  # a fake
        entries = super().journal(query)
        if self.meanwhile:
            write, *rest = self.meanwhile
            self.meanwhile = ()
            write()
            self.meanwhile = tuple(rest)
        return entries


def test_what_is_written_while_the_journal_is_checked_is_no_fault() -> None:
    store = BusyStore(writer_id="w")
    world = World(store).begin()
    store.meanwhile = (lambda: None, world.work, world.work)
    assert audit(world.context, verify=True).faults == []
    (end,) = world.state.seen(store.url)
    assert end.sequence == len(store.journal(JournalQuery()))


def test_a_fault_is_told_also_while_others_write() -> None:
    store = BusyStore(writer_id="w")
    world = World(store).begin()
    world.work()
    cut(store, 1)
    store.meanwhile = (lambda: None, *[world.work] * 20)
    assert audit(world.context, verify=True).verified is False


def test_where_no_end_can_be_remembered_a_journal_that_holds_holds(world: World) -> None:
    tools = replace(world.context.tools, local=ForgetfulState())
    world.context = replace(world.context, tools=tools)
    assert audit(world.context, verify=True).verified
    with pytest.raises(CouldNot, match="read-only"):
        audit(world.context, accept_end=True)


def embedded(tmp_path: Path) -> World:
    world = World(open_store(f"sqlite:///{tmp_path / 'fabric.db'}", writer_id="w", create=True))
    world.begin().memory(HARD)
    return world


def meddled(tmp_path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(tmp_path / "fabric.db")) as connection, connection:
        for each in statements:
            connection.execute(each)


NAMING = "FROM fabric_journal_bead WHERE sequence = 4"
GONE = (
    "DELETE FROM fabric_journal WHERE sequence = 4",
    "DELETE FROM fabric_journal_payload WHERE sequence = 4",
)


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        pytest.param(
            (f"DELETE {NAMING}",),
            "w/4: the index leaves out that it names shop-",
            id="a row of the index is gone",
        ),
        pytest.param(
            ("INSERT INTO fabric_journal_bead VALUES ('shop-x', 'w', 4)",),
            "w/4: the index says that it names shop-x, and it does not",
            id="a row of the index was added",
        ),
        pytest.param(
            (*GONE,),
            "w/4: the index names an entry that is not there",
            id="an entry is gone and its rows are not",
        ),
        pytest.param(
            (*GONE, f"DELETE {NAMING}"),
            "w: it ends at 3; entry 4 was seen here",
            id="an entry is gone with all its rows",
        ),
    ],
)
def test_rows_that_were_taken_out_of_a_database_are_seen(
    statements: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    world = embedded(tmp_path)
    assert [each.verb for each in audit(world.context).entries][-1] == "ratify"
    assert audit(world.context, verify=True).faults == []
    meddled(tmp_path, *statements)
    assert any(each.startswith(said) for each in audit(world.context, verify=True).faults)
    world.store.close()


def test_what_was_accepted_is_told_and_only_then(world: World) -> None:
    world.memory(HARD)
    assert audit(world.context, accept_end=True).accepted == []
    cut(world.store, 1)
    assert len(audit(world.context, accept_end=True).accepted) == 1
    assert audit(world.context, accept_end=True).accepted == []
