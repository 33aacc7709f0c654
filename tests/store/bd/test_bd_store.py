"""What the bd command store does; the live tier asks the same of the real bd."""

import json
from dataclasses import replace

import pytest

from fabric.errors import ChangeRefused, VersionsMoved
from fabric.models.bead import Bead, Comment
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    ChangeSet,
    CloseBead,
    InsertBead,
    Operation,
    RemoveConfig,
    RemoveDependency,
    RemoveLabel,
    ReopenBead,
    ReplaceBead,
    SetConfig,
    SetFields,
    SetMetadata,
    SetStatus,
)
from fabric.models.dependency import Dependency
from fabric.models.journal import verify_chain
from fabric.models.version import ABSENT, bead_version
from fabric.ports import BeadQuery, JournalQuery, Store
from fabric.store.matching import matches
from tests.store.bd.benches import Bench
from tests.store.beads import NOW, OLD, RICH, bead, draft, edge, memory
from tests.store.test_applying import CHANGES, CLOSED, REFUSED, START
from tests.store.test_reading import GRAPH, QUERIES

_OF_BD = ("started_at", "lease_expires_at", "heartbeat_at")
AROUND = (START, CLOSED, bead("a-0"), bead("a-2"))
ME = "ada@example.test"


def timeless(one: Bead | None) -> Bead | None:
    """Return a bead without what only the clock of a store decides, and in one order."""
    if one is None:
        return None
    edges = sorted(one.dependencies, key=lambda each: each.depends_on_id)
    texts = sorted((each.author, each.text) for each in one.comments)
    return replace(
        one,
        created_at="",
        updated_at="",
        closed_at="",
        dependencies=tuple(_timeless(each) for each in edges),
        comments=tuple(Comment(author, text, "") for author, text in texts),
        extra={key: value for key, value in one.extra.items() if key not in _OF_BD},
    )


def _timeless(one: Dependency) -> Dependency:
    metadata = json.dumps(json.loads(one.metadata))  # the database spaces it in its own way
    return replace(one, created_at="", created_by="", metadata=metadata)


def apply(store: Store, *operations: Operation, verb: str = "start") -> None:
    ids = {getattr(operation, "bead_id", "") for operation in operations}
    store.apply(ChangeSet(operations), draft(verb, *sorted(ids - {""})))


def picture(store: Store) -> tuple[object, ...]:
    """Return everything that a store holds."""
    return list(store.all_beads()), store.config("kv."), store.journal(JournalQuery())


def test_a_query_gives_what_it_asks_for_sorted_by_id(bench: Bench) -> None:
    there = [replace(each, closed_at=each.closed_at and f"{each.closed_at[:10]}T23:30:00Z")
             for each in GRAPH if each.status != "tombstone"]  # fmt: skip
    bench.hold(*reversed(there))
    store = bench.open()
    for parameters in QUERIES:
        query = parameters.values[0]
        assert isinstance(query, BeadQuery)
        found = store.find(query)
        assert [each.id for each in found] == [e.id for e in sorted(there, key=lambda b: b.id) if matches(e, query)]  # fmt: skip
        assert not any(each.comments for each in found)
    assert store.ids_with_prefix("w-3", 5) == ["w-3"]
    assert store.ids_with_prefix("w-", 2) == ["w-1", "w-2"]


def test_a_rich_bead_comes_whole_from_every_read(bench: Bench) -> None:
    rich = replace(RICH, dependencies=RICH.dependencies[:2])
    bench.hold(rich, bead("a-2"), bead("a-3"))
    store = bench.open()
    whole = [store.bead("a-1"), store.beads(("a-1", "none"))["a-1"], next(iter(store.all_beads()))]
    assert [timeless(one) for one in whole] == [timeless(rich)] * 3
    (found,) = store.find(BeadQuery(labels_all=("domain:x",), with_comments=True))
    assert sorted(each.text for each in found.comments) == ["First", "Second"]
    assert bead_version(found) == bead_version(store.find(BeadQuery(labels_all=("domain:x",)))[0])


@pytest.mark.parametrize(("operation", "expected"), CHANGES)
def test_each_operation_does_what_it_says_and_again_changes_nothing_more(
    operation: Operation, expected: Bead, bench: Bench
) -> None:
    if isinstance(operation, SetFields):  # the pin of a bead that is there is out of bd's reach
        expected = replace(expected, pinned=False)
    if isinstance(operation, CloseBead):
        expected = replace(expected, pinned=False)
    if isinstance(operation, ReplaceBead):
        expected = replace(expected, owner="", pinned=False, is_template=False)
        operation = ReplaceBead(replace(expected, created_at=OLD, created_by="Ada"))
    bench.hold(*AROUND)
    store = bench.open()
    apply(store, operation)
    found = store.bead(expected.id)
    assert timeless(found) == timeless(expected)
    if not isinstance(operation, AddComment | AppendNote):
        apply(store, operation)
        assert store.bead(expected.id) == found


def test_a_new_bead_comes_with_all_that_it_has(bench: Bench) -> None:
    bench.hold(bead("a-2"), bead("a-3"))
    store = bench.open()
    rich = replace(RICH, dependencies=RICH.dependencies[:2], status="closed", close_reason="so")
    apply(store, InsertBead(rich))
    assert timeless(store.bead("a-1")) == timeless(rich)


def start(store: Store) -> ChangeSet:
    """Return what the start of w-1 writes, worked out from what is there."""
    work, contract, hard = store.bead("w-1"), store.bead("w-1-mc"), store.bead("m-1")
    assert work is not None
    assert hard is not None
    operations: list[Operation] = []
    if work.metadata.get("receipt") != {"v": 1}:
        operations.append(SetMetadata("w-1", "receipt", {"v": 1}))
    if work.status == "open":
        operations.append(SetStatus("w-1", "in_progress", ME))
    if contract is None:
        pinned = Bead("w-1-mc", title="C", pinned=True, labels=("memory-contract",))
        operations.append(InsertBead(pinned))
    pairs = (("w-1", "m-1"), ("m-1", "w-1"), ("w-1-mc", "m-1"), ("m-1", "w-1-mc"))
    wanted = [edge(source, target, created_at="", created_by="") for source, target in pairs]
    wanted.append(edge("w-1", "w-1-mc", "blocks", created_at="", created_by=""))
    there = [e for b in (work, contract, hard) if b is not None for e in b.dependencies]
    have = {each.pair for each in there}
    operations += [AddDependency(each) for each in wanted if each.pair not in have]
    if not work.comments:
        operations.append(AddComment("w-1", ME, "Given: m-1"))
    relied = {
        "w-1": bead_version(work),
        "m-1": bead_version(hard),
        "w-1-mc": bead_version(contract),
    }
    return ChangeSet(tuple(operations), relied)


def started(store: Store) -> bool:
    """Tell whether w-1 is started, whole."""
    work, contract = store.bead("w-1"), store.bead("w-1-mc")
    return (
        work is not None
        and contract is not None
        and contract.pinned
        and (work.status, work.assignee) == ("in_progress", ME)
        and [each.text for each in work.comments] == ["Given: m-1"]
        and not start(store).operations
    )


def test_a_start_is_written_whole(bench: Bench) -> None:
    bench.hold(bead("w-1", labels=("memory-arch",)), memory("m-1", "memory-arch", "mem-hard"))
    store = bench.open()
    entry = store.apply(start(store), draft("start", "w-1"))
    assert started(store)
    assert started(bench.open())
    assert store.journal(JournalQuery()) == [entry]
    assert store.apply(ChangeSet(), draft("start")) is not None


def test_who_loses_the_race_for_an_item_writes_nothing(bench: Bench) -> None:
    bench.hold(bead("w-1"), memory("m-1"))
    store = bench.open()
    late = start(store)
    bench.run("update", "--claim", "--", "w-1")
    before = picture(bench.open())
    with pytest.raises(VersionsMoved) as caught:
        store.apply(late, draft("start", "w-1"))
    assert caught.value.moved == ("w-1",)
    assert picture(bench.open()) == before


def test_a_pinned_draft_is_ratified_and_keeps_its_pin(bench: Bench) -> None:
    bench.hold(bead("m-1", pinned=True, labels=("draft", "memory"), issue_type="decision"))
    store = bench.open()
    apply(
        store,
        SetMetadata("m-1", "fabric", {"digest": "sha256:00"}),
        RemoveLabel("m-1", "draft"),
        AddLabel("m-1", "mem-canonical"),
        CloseBead("m-1", 'Ratified: "so", and\\so', pinned=True),
    )
    found = store.bead("m-1")
    assert found is not None
    assert (found.status, found.pinned, found.labels) == (
        "closed",
        True,
        ("mem-canonical", "memory"),
    )
    assert found.close_reason == 'Ratified: "so", and\\so'


@pytest.mark.parametrize("pinned", [True, False], ids=["kept pinned", "unpinned"])
def test_a_pinned_bead_is_closed_for_a_reason_of_several_lines(pinned: bool, bench: Bench) -> None:
    bench.hold(bead("w-9", pinned=True))
    store = bench.open()
    apply(store, CloseBead("w-9", "one\ntwo é", pinned=pinned))
    found = store.bead("w-9")
    assert found is not None
    assert (found.status, found.close_reason, found.pinned) == ("closed", "one\ntwo é", pinned)


def test_a_contract_is_closed_with_its_clauses_and_loses_its_pin(bench: Bench) -> None:
    bench.hold(bead("w-9", pinned=True), bead("w-1", dependencies=(edge("w-1", "w-9", "blocks"),)))
    store = bench.open()
    apply(store, SetMetadata("w-9", "fabric_contract", {"v": 1}), CloseBead("w-9", "done"))
    apply(store, CloseBead("w-1", "done"))
    states = [(b.status, b.pinned, b.metadata) for b in store.all_beads()]
    assert states == [("closed", False, {}), ("closed", False, {"fabric_contract": {"v": 1}})]


def test_a_contract_and_its_work_may_be_closed_at_once(bench: Bench) -> None:
    bench.hold(bead("w-9", pinned=True), bead("w-1", dependencies=(edge("w-1", "w-9", "blocks"),)))
    store = bench.open()
    apply(store, CloseBead("w-9", "done"), CloseBead("w-1", "done"))
    assert [each.status for each in store.all_beads()] == ["closed", "closed"]


def test_work_over_an_open_blocker_is_not_closed_and_bd_says_why(bench: Bench) -> None:
    bench.hold(bead("w-9", pinned=True), bead("w-1", dependencies=(edge("w-1", "w-9", "blocks"),)))
    store = bench.open()
    before = picture(store)
    with pytest.raises(ChangeRefused, match=r"cannot close blocked.*nothing was written") as caught:
        apply(store, CloseBead("w-1", "done"))
    assert caught.value.remedy
    assert picture(store) == before


def test_one_memory_succeeds_another_in_place_of_their_relation(bench: Bench) -> None:
    old = memory("m-1", dependencies=(edge("m-1", "m-2"), edge("m-1", "anchor")))
    bench.hold(old, memory("m-2", dependencies=(edge("m-2", "m-1"),)), bead("anchor"))
    store = bench.open()
    apply(
        store,
        RemoveLabel("m-1", "memory"),
        AddLabel("m-1", "mem-superseded"),
        SetMetadata("m-1", "superseded_by", "m-2"),
        AppendNote("m-1", "Superseded by m-2"),
        RemoveDependency("m-1", "m-2", "relates-to"),
        RemoveDependency("m-2", "m-1", "relates-to"),
        RemoveDependency("m-1", "anchor", "relates-to"),
        AddDependency(edge("m-1", "m-2", "supersedes", created_at="", created_by="")),
        AddDependency(edge("m-2", "anchor", created_at="", created_by="")),
    )
    one, two = store.bead("m-1"), store.bead("m-2")
    assert one is not None
    assert two is not None
    assert [(e.depends_on_id, e.type) for e in one.dependencies] == [("m-2", "supersedes")]
    assert [(e.depends_on_id, e.type) for e in two.dependencies] == [("anchor", "relates-to")]
    assert (one.labels, one.pinned, one.notes) == (("mem-superseded",), True, "Superseded by m-2")


IMPOSSIBLE = [
    pytest.param(AddDependency(edge("a-1", "a-99")), "a-99", id="an edge to nowhere"),
    pytest.param(
        InsertBead(bead("n-2", dependencies=(edge("n-2", "a-1"), edge("n-2", "a-1", "blocks")))),
        "one dependency a pair",
        id="two edges on a pair",
    ),
    pytest.param(SetFields("a-1", {"owner": "bob"}), "owner", id="another owner"),
    pytest.param(SetConfig("issue_prefix", "other"), "prefix", id="another prefix"),
    pytest.param(SetConfig("kv.memory.x", ""), "note", id="an empty note"),
    pytest.param(ReplaceBead(bead("a-1", status="tombstone")), "deleted", id="a deletion"),
]


@pytest.mark.parametrize(("refused", "why"), IMPOSSIBLE)
def test_what_bd_cannot_do_is_refused_before_anything_is_written(
    refused: Operation, why: str, bench: Bench
) -> None:
    bench.hold(*AROUND)
    store = bench.open()
    before = picture(store)
    with pytest.raises(ChangeRefused, match=why) as caught:
        apply(store, AddLabel("c-1", "x"), InsertBead(bead("n-1")), refused)
    assert caught.value.remedy
    assert picture(store) == before


@pytest.mark.parametrize("refused", [pytest.param(p.values[0], id=p.id) for p in REFUSED])
def test_what_makes_no_sense_is_refused_before_anything_is_written(
    refused: Operation, bench: Bench
) -> None:
    bench.hold(*AROUND)
    store = bench.open()
    before = picture(store)
    with pytest.raises(ChangeRefused):
        apply(store, AddLabel("c-1", "x"), InsertBead(bead("n-1")), refused)
    assert picture(store) == before


def test_edges_to_other_projects_are_kept_although_nobody_is_there(bench: Bench) -> None:
    bench.hold(*AROUND)
    store = bench.open()
    away = [edge("a-1", each, created_at="", created_by="") for each in ("shop-9", "external:x:y")]
    apply(store, *(AddDependency(each) for each in away))
    found = store.bead("a-1")
    assert found is not None
    assert sorted(found.targets("relates-to")) == ["a-2", "external:x:y", "shop-9"]


def test_notes_and_other_rows_are_set_replaced_and_taken_away(bench: Bench) -> None:
    bench.hold(notes={"a.b/c": "one", "data": "two"})
    store = bench.open()
    apply(
        store,
        SetConfig("kv.memory.a.b/c", "three\nlines é"),
        RemoveConfig("kv.memory.data"),
        RemoveConfig("kv.memory.none"),
        SetConfig("kv.memory.-x", "-y"),
        SetConfig("kv.flag", "-on"),
        SetConfig("custom.key", "v"),
    )
    notes = {"kv.memory.-x": "-y", "kv.memory.a.b/c": "three\nlines é"}
    assert store.config("kv.memory.") == notes
    assert store.config("kv.") == {"kv.flag": "-on", **notes}
    assert store.config("custom.") == {"custom.key": "v"}
    apply(store, RemoveConfig("kv.flag"), RemoveConfig("custom.key"), RemoveConfig("kv.memory.-x"))
    assert store.config("kv.") == {"kv.memory.a.b/c": "three\nlines é"}
    assert store.config("custom.") == {}
    assert "issue_prefix" in store.config()


def test_a_note_and_a_bead_change_together(bench: Bench) -> None:
    bench.hold(notes={"old": "text"})
    store = bench.open()
    apply(
        store, InsertBead(bead("n-1")), RemoveConfig("kv.memory.old"), SetConfig("kv.memory.n", "t")
    )
    assert store.config("kv.memory.") == {"kv.memory.n": "t"}
    assert store.bead("n-1") is not None


def test_a_note_that_moved_meanwhile_stops_the_change(bench: Bench) -> None:
    bench.hold(bead("a-1"), notes={"a": "one"})
    store = bench.open()
    relied = {"kv.memory.a": "old", "kv.memory.none": None}
    with pytest.raises(VersionsMoved) as caught:
        store.apply(ChangeSet((AddLabel("a-1", "x"),), config_relies_on=relied), draft())
    assert caught.value.moved == ("kv.memory.a",)


def test_what_only_a_whole_row_can_say_is_said_by_one(bench: Bench) -> None:
    bench.hold(CLOSED, bead("a-1", metadata={"odd-key": 1, "kept": 2}, labels=("x",)))
    store = bench.open()
    apply(
        store,
        SetFields("c-1", {"close_reason": "better", "title": "New"}),
        SetMetadata("a-1", "odd-key", None),
        RemoveLabel("a-1", "x"),
    )
    one, other = store.bead("c-1"), store.bead("a-1")
    assert one is not None
    assert other is not None
    assert (one.close_reason, one.title, one.status) == ("better", "New", "closed")
    assert (other.metadata, other.labels) == ({"kept": 2}, ())


def test_long_texts_and_odd_words_arrive_as_they_were(bench: Bench) -> None:
    bench.hold(bead("a-1", notes="- one", labels=("a,b",)))
    store = bench.open()
    fields: dict[str, str | int | bool] = {
        "title": "--force @x 'é' \"q\"",
        "description": "é" * 100_000,
        "design": "",
        "acceptance_criteria": "x" * 90_000,
        "priority": 0,
    }
    apply(
        store,
        SetFields("a-1", {"title": "-t", "description": "d" * 90_000, "design": "e" * 90_000}),
        AddLabel("a-1", "c,d"),
        RemoveLabel("a-1", "a,b"),
        AppendNote("a-1", "--claim"),
    )
    first = store.bead("a-1")
    assert first is not None
    assert (first.title, first.notes, first.labels) == ("-t", "- one\n--claim", ("c,d",))
    assert (len(first.description), len(first.design)) == (90_000, 90_000)
    apply(store, SetFields("a-1", fields))
    second = store.bead("a-1")
    assert second is not None
    assert {name: getattr(second, name) for name in fields} == fields


def test_a_row_that_comes_wins_whatever_its_age(bench: Bench) -> None:
    there = bead("a-1", updated_at=NOW, labels=("x", "y"), dependencies=(edge("a-1", "a-2"),))
    bench.hold(there, bead("a-2"), bead("a-3"))
    store = bench.open()
    older = bead("a-1", title="Older", labels=("y", "z"), dependencies=(edge("a-1", "a-3"),))
    same = replace(older, title="The same age", updated_at=OLD, dependencies=())
    newer = replace(there, title="Newer", updated_at="2026-04-02T00:00:00Z")
    for row in (older, same, newer):
        apply(store, ReplaceBead(row), verb="import")
        assert timeless(store.bead("a-1")) == timeless(row)


def test_an_import_brings_many_beads_and_only_what_differs_is_written(bench: Bench) -> None:
    many = [bead(f"n-{n:03}", labels=("x",), dependencies=(edge(f"n-{n:03}", "n-000"),) if n else ())
            for n in range(60)]  # fmt: skip
    store = bench.open()
    apply(store, *(ReplaceBead(each) for each in many), verb="import")
    before = {each.id: each for each in store.all_beads()}
    changed = [replace(each, title="New", updated_at=NOW) for each in many[:2]]
    apply(store, *(ReplaceBead(each) for each in [*changed, *many[2:]]), verb="import")
    after = {each.id: each for each in store.all_beads()}
    assert [key for key in after if after[key] != before[key]] == ["n-000", "n-001"]


def test_a_closed_bead_is_opened_again(bench: Bench) -> None:
    bench.hold(CLOSED)
    store = bench.open()
    apply(store, ReopenBead("c-1"), RemoveLabel("c-1", "none"), SetFields("c-1", {"title": "New"}))
    found = store.bead("c-1")
    assert found is not None
    assert (found.status, found.close_reason, found.title) == ("open", "", "New")


def test_an_item_that_another_holds_can_be_taken_by_force(bench: Bench) -> None:
    bench.hold(bead("w-1", status="in_progress", assignee="vera"))
    store = bench.open()
    apply(store, SetStatus("w-1", "in_progress", ME))
    found = store.bead("w-1")
    assert found is not None
    assert found.assignee == ME


@pytest.mark.parametrize(
    "meanwhile",
    [
        ("update", "--title=Other", "--", "a-1"),
        ("update", "--add-label=y", "--", "a-1"),
        ("close", "--", "a-1"),
    ],
    ids=lambda words: words[1].partition("=")[0].strip("-"),
)
def test_a_bead_that_moved_meanwhile_stops_the_change(
    meanwhile: tuple[str, ...], bench: Bench
) -> None:
    bench.hold(*AROUND)
    store = bench.open()
    version = bead_version(store.bead("a-1"))
    bench.run(*meanwhile)
    before = picture(bench.open())
    relied = {"a-1": version, "c-1": ABSENT, "a-0": bead_version(store.bead("a-0"))}
    with pytest.raises(VersionsMoved) as caught:
        store.apply(ChangeSet((AddLabel("c-1", "y"),), relied), draft())
    assert caught.value.moved == ("a-1", "c-1")
    assert picture(bench.open()) == before


def test_each_writer_has_a_chain_of_its_own_and_both_hold(bench: Bench) -> None:
    bench.hold(bead("a-1"))
    one, other = bench.open(), bench.open("desk-2")
    for store, label in ((one, "x"), (other, "y"), (one, "z")):
        apply(store, AddLabel("a-1", label))
    entries = bench.open().journal(JournalQuery(bead_id="a-1"))
    assert [(each.writer, each.sequence) for each in entries] == [
        ("desk-1", 1),
        ("desk-1", 2),
        ("desk-2", 1),
    ]
    assert verify_chain(entries, one.journal_payloads(JournalQuery())) == []
    assert one.bead("a-1") == other.bead("a-1")
