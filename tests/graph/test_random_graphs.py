"""What holds for any graph whatever: nothing raises, lines are symmetric, heads are ends."""

from dataclasses import replace
from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from fabric.graph.applies import applying, bearing_of
from fabric.graph.bead_graph import BeadGraph
from fabric.graph.contract_state import contract_states, works_of
from fabric.graph.lineage import Lineage
from fabric.graph.readiness import is_blocked, ready_work
from fabric.graph.times import Moment, in_force_at
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from tests.graph.beads import SETTINGS, day, graph, memory
from tests.models.records import beads

NAMES = [f"m-{number}" for number in range(6)]
names = st.sampled_from(NAMES)
labels = st.sampled_from(["memory", "draft", "mem-superseded", "mem-retired", "mem-rejected"])
instants = st.sampled_from(["", "2026-03-01T00:00:00Z", "2026-03-02", "2026-03-03", "soon"])


@st.composite
def lines(draw: st.DrawFn) -> BeadGraph:
    """Memories with whatever succession edges, metadata, labels and dates."""
    found = []
    for name in NAMES[: draw(st.integers(1, len(NAMES)))]:
        targets = draw(st.lists(st.sampled_from([*NAMES, "m-gone"]), max_size=2, unique=True))
        metadata: dict[str, object] = {}
        if draw(st.booleans()):
            metadata["superseded_by"] = draw(names)
        if draw(st.booleans()):
            metadata["supersedes"] = draw(st.lists(names, max_size=2))
        it = memory(
            name,
            *(("supersedes", target) for target in targets),
            labels=("memory-arch", draw(labels)),
            created_at=draw(instants),
            metadata=metadata,
            status=draw(st.sampled_from(["open", "closed", "tombstone"])),
        )
        found.append(it)
    return graph(*found, complete=draw(st.booleans()))


def is_on_a_cycle(lineage: Lineage, bead_id: str) -> bool:
    seen: set[str] = set()
    todo = [step.new for step in lineage.successors(bead_id)]
    while todo:
        each = todo.pop()
        if each not in seen:
            seen.add(each)
            todo += [step.new for step in lineage.successors(each)]
    return bead_id in seen


@given(lines())
def test_every_edge_of_succession_is_read_or_said_to_be_unclear(found: BeadGraph) -> None:
    lineage = Lineage(found)
    told = {step.pair for step in (*lineage.successions, *lineage.claims)}
    told |= {(each.one, each.other) for each in lineage.unclear}
    for each in found.beads.values():
        for target in each.targets("supersedes"):
            assert {(each.id, target), (target, each.id)} & told
    assert not {step.pair for step in lineage.claims} & {s.pair for s in lineage.successions}


@given(lines())
def test_successors_and_predecessors_mirror_each_other(found: BeadGraph) -> None:
    lineage = Lineage(found)
    for step in lineage.successions:
        assert step in lineage.successors(step.old)
        assert step in lineage.predecessors(step.new)
    assert list(lineage.successions) == sorted(lineage.successions, key=lambda step: step.pair)


@given(lines())
def test_a_head_has_no_successor_and_no_way_back_unless_there_is_a_cycle(found: BeadGraph) -> None:
    lineage = Lineage(found)
    for bead_id in found.beads:
        head = lineage.head(bead_id)
        assert head in lineage.line(bead_id)
        if not is_on_a_cycle(lineage, head):
            assert lineage.successors(head) == ()
            assert lineage.head(head) == head


@given(lines())
def test_a_line_is_the_same_from_each_of_its_members_oldest_first(found: BeadGraph) -> None:
    lineage = Lineage(found)
    for bead_id in found.beads:
        line = lineage.line(bead_id)
        assert bead_id in line
        assert len(set(line)) == len(line)
        assert all(lineage.line(each) == line for each in line)
        for step in lineage.successions:
            if step.old in line and not any(is_on_a_cycle(lineage, each) for each in line):
                assert line.index(step.old) < line.index(step.new)


@given(lines(), st.sampled_from([day(1), day(2), day(30)]))
def test_a_memory_with_a_successor_binds_nobody(found: BeadGraph, at: datetime) -> None:
    lineage = Lineage(found)
    for each in found.memories.values():
        if lineage.successors(each.id) or each.state != "canonical":
            assert not lineage.is_in_force(each, at)
        elif each.held_at(at):
            assert lineage.is_in_force(each, at)


@given(lines(), st.permutations(NAMES))
def test_the_order_in_which_beads_are_given_changes_nothing(
    found: BeadGraph, order: list[str]
) -> None:
    shuffled = [found.beads[name] for name in order if name in found]
    other = BeadGraph(shuffled, SETTINGS, complete=found.complete)
    assert Lineage(other).successions == Lineage(found).successions
    assert Lineage(other).unclear == Lineage(found).unclear
    assert list(other.memories) == list(found.memories)
    assert other.domains.labels == found.domains.labels


def likely(bead: Bead, name: str, draw: st.DrawFn) -> Bead:
    """A bead that is more often one of ours than a random record is."""
    label = st.sampled_from(
        ["memory", "mem-hard", "memory-arch", "memory-anchor", "memory-contract", "draft"]
    )
    edge = st.builds(
        Dependency,
        st.just(name),
        st.sampled_from([*NAMES, "gone"]),
        st.sampled_from(["blocks", "supersedes", "relates-to", "parent-child"]),
    )
    return replace(
        bead,
        id=name,
        issue_type=draw(st.sampled_from(["task", "decision", "epic"])),
        labels=tuple(draw(st.lists(label, max_size=4))),
        dependencies=tuple(draw(st.lists(edge, max_size=3))),
    )


@st.composite
def graphs(draw: st.DrawFn) -> BeadGraph:
    found = draw(st.lists(beads, max_size=3))
    found += [likely(draw(beads), name, draw) for name in NAMES[: draw(st.integers(0, 4))]]
    return graph(*found, complete=draw(st.booleans()))


@given(graphs())
def test_no_graph_of_any_records_raises(found: BeadGraph) -> None:
    lineage = Lineage(found)
    assert len(found.memories) + len(found.contracts) <= len(found.beads)
    for memory_id, read in found.memories.items():
        assert read.id in lineage.line(memory_id)
        if lineage.is_in_force(read, day(20)):
            assert in_force_at(read, lineage, Moment(day(20)))
        in_force_at(read, lineage, Moment(day(20), day(10)))
    for it in found.beads.values():
        bearing = bearing_of(found, it, ("src/a.py",))
        for applied in applying(found, lineage, it, bearing, day(20)):
            assert lineage.is_in_force(applied.memory, day(20))
        assert it not in found.ancestors(it.id)
        assert isinstance(contract_states(found, it), tuple)
        assert isinstance(works_of(found, it), list)
        assert it.id not in found.related(it.id) or it.id in it.targets("relates-to", "related")
    for work in ready_work(found):
        assert found.kind(work.id) == "work"
        assert not is_blocked(found, work)
