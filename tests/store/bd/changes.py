"""Any change set over a small graph, generated, and what a bd workspace must hold after it."""

from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from fabric.errors import ChangeRefused
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.change_set import (
    AddComment,
    AddDependency,
    AddLabel,
    AppendNote,
    ChangeSet,
    CloseBead,
    InsertBead,
    Operation,
    RemoveDependency,
    RemoveLabel,
    ReopenBead,
    ReplaceBead,
    SetFields,
    SetMetadata,
    SetStatus,
)
from fabric.models.journal import verify_chain
from fabric.ports import JournalQuery
from tests.store.bd.acts import ME, timeless
from tests.store.bd.benches import Bench
from tests.store.beads import NOW, OLD, bead, draft, edge, memory

GRAPH: Final = (
    bead("w-1", labels=("x",), metadata={"k": 1, "odd-key": [2]}, notes="one"),
    bead("w-2", pinned=True, assignee="vera", dependencies=(edge("w-2", "w-1"),)),
    bead("w-3", status="closed", closed_at=OLD, close_reason="done"),
    memory("w-4", dependencies=(edge("w-4", "w-1"), edge("w-4", "w-2", "supersedes"))),
    bead("w-5", status="in_progress", assignee=ME, description="text"),
)
_IDS = st.sampled_from([each.id for each in GRAPH])
_ALL = st.sampled_from([*(each.id for each in GRAPH), "w-9"])
_TEXTS = st.sampled_from(
    ["a", "--force", "two\nlines", "é \"q\" \\ 's'", "a,b", "@x", "# no", "x" * 61_000, "0"]
)
_VALUES = st.sampled_from([{"v": [1, None]}, "text", 2.5, True, None])
_KINDS = st.sampled_from(["relates-to", "supersedes"])


def _edge(source: str, target: str, kind: str) -> AddDependency:
    return AddDependency(edge(source, target, kind, created_at="", created_by=""))


def _whole(bead_id: str, title: str, updated_at: str) -> ReplaceBead:
    return ReplaceBead(bead(bead_id, title=title, updated_at=updated_at, labels=("z",)))


_FIELDS = st.dictionaries(
    st.sampled_from(["title", "description", "design", "acceptance_criteria", "notes"]),
    _TEXTS, min_size=1, max_size=3,
) | st.fixed_dictionaries({"priority": st.integers(0, 4)})  # fmt: skip
_OPERATIONS = st.one_of(
    st.builds(SetFields, _ALL, _FIELDS),
    st.builds(SetStatus, _IDS, st.sampled_from(["in_progress", "open", "blocked"]), st.sampled_from([ME, "vera", None])),
    st.builds(SetMetadata, _ALL, st.sampled_from(["k", "odd-key", "fabric"]), _VALUES),
    st.builds(AddLabel, _ALL, st.sampled_from(["x", "y", "a,b"])),
    st.builds(RemoveLabel, _ALL, st.sampled_from(["x", "memory"])),
    st.builds(_edge, _ALL, _IDS, _KINDS),
    st.builds(RemoveDependency, _IDS, _IDS, _KINDS),
    st.builds(AddComment, _ALL, st.just(ME), st.sampled_from(["Hi", "two\nlines é"])),
    st.builds(AppendNote, _ALL, st.sampled_from(["line", "--x"])),
    st.builds(CloseBead, _ALL, st.sampled_from(["done", 'so "said"', "two\nlines"]), st.booleans()),
    st.builds(ReopenBead, _IDS),
    st.builds(_whole, _IDS, st.sampled_from(["New", "Other"]), st.sampled_from([OLD, NOW, "2025-01-01T00:00:00Z"])),
)  # fmt: skip
changes: Final = st.lists(_OPERATIONS, min_size=1, max_size=7).map(
    lambda found: (InsertBead(bead("w-9", pinned=True)), *found)
)


def without_itself(operations: tuple[Operation, ...]) -> tuple[Operation, ...]:
    """Return the operations without edges from a bead to itself, which bd refuses."""
    return tuple(
        each
        for each in operations
        if not (isinstance(each, AddDependency) and len({*each.dependency.pair}) == 1)
    )


def expected(operations: tuple[Operation, ...]) -> dict[str, Bead] | None:
    """Return all beads as they must be in the end; None where the change set makes no sense."""
    there = {each.id: each for each in GRAPH}
    try:
        return {**there, **after_images(there, operations, Stamp(NOW, ME))}
    except ChangeRefused:
        return None


def pinless(one: Bead | None) -> Bead | None:
    """Return a bead without its pin, which is bd's to keep and take, and without equal comments."""
    plain = timeless(one)
    if plain is None:
        return None
    said = {(each.author, each.text): each for each in plain.comments}
    return replace(plain, pinned=False, comments=tuple(said.values()))


def check(bench: Bench, operations: tuple[Operation, ...]) -> None:
    """Apply a change set to the graph, and see that what must be there is there, and no more."""
    bench.hold(*GRAPH)
    store = bench.open()
    wanted = expected(operations)
    before = {each.id: each for each in store.all_beads()}
    try:
        store.apply(ChangeSet(operations), draft("change"))
    except ChangeRefused:
        # What bd alone refuses it refuses before anything is written, too.
        assert {each.id: each for each in store.all_beads()} == before
        assert wanted is None or _is_beyond_bd(operations)
        return
    assert wanted is not None
    found = {each.id: each for each in store.all_beads()}
    assert {key: pinless(one) for key, one in found.items()} == {
        key: pinless(one) for key, one in wanted.items()
    }
    pins = {key for key, one in wanted.items() if one.pinned} - {
        key for key, one in found.items() if one.pinned
    }
    assert pins <= {op.bead_id for op in operations if isinstance(op, SetStatus | CloseBead)}  # fmt: skip
    assert [entry.verb for entry in store.journal(JournalQuery())] == ["change"]
    assert verify_chain(store.journal(JournalQuery()), store.journal_payloads(JournalQuery())) == []


def _is_beyond_bd(operations: tuple[Operation, ...]) -> bool:
    """Whether a row comes whole for a bead whose owner or maker it would change."""
    return any(isinstance(each, ReplaceBead) for each in operations)
