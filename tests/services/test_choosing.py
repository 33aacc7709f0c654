"""What a start gives is the same whether plain memories are outlined or all are read whole."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typing_extensions import override

from fabric.errors import FabricError
from fabric.models.bead import Bead
from fabric.models.dependency import Dependency
from fabric.models.outline import Guidance, Outline
from fabric.models.settings import BudgetSettings
from fabric.ports import MemoryQuery
from fabric.services.verbs.start import StartRequest, start
from fabric.store.backends.memory import MemoryStore
from fabric.store.catalog import open_store
from tests.services.world import World
from tests.services.world import settings as world_settings

MEMORIES = tuple(f"m-{n}" for n in range(7))
AROUND = ("work", "epic", "other", "anchor")
WORDS = ("export", "button", "prices", "cents", "getUserName", "移行", "rule", "memory")
LABELS = (
    *("memory-arch", "memory-ux", "mem-soft", "mem-canonical", "mem-hard", "draft"),
    *("mem-superseded", "memory-contract", "memory-anchor", "x\x1fmem-soft", "\ud800"),
)
texts = st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join)
ids = st.sampled_from(MEMORIES)
often = {"memory", "mem-soft", "mem-canonical", "memory-arch"}
labels = st.one_of(
    st.just(often),
    st.just(often),
    st.sets(st.sampled_from(LABELS), max_size=5).map(lambda some: some | {"memory"}),
    st.sampled_from(LABELS).map(lambda one: often | {one}),
    st.sampled_from(sorted(often)).map(lambda one: often - {one}),
)
times = st.sampled_from(("2026-01-01", "2026-02-01", "2027-01-01", "2026-01-01T10:00:00Z", "soon"))
ours: st.SearchStrategy[object] = st.one_of(
    st.just({}),
    st.fixed_dictionaries({"applies_to": st.sampled_from(({"paths": ["src/**"]}, {}, None, "x"))}),
    st.fixed_dictionaries({"effective_until": times}),
    st.sampled_from(('{"applies_to": {"labels": ["db"]}}', "no JSON", None, {"digest": "d"})),
)
metadata = st.fixed_dictionaries(
    {},
    optional={
        "effective_date": st.one_of(times, st.sampled_from((None, 3, "null"))),
        "superseded_by": st.one_of(st.sampled_from((None, "null", "", "gone", 4)), ids),
        "supersedes": st.one_of(
            st.sampled_from((None, "null", [])), ids, st.lists(ids, max_size=2)
        ),
        "domain": st.sampled_from(("memory-ux", "arch", None)),
        "memory_strength": st.sampled_from(("hard", "soft")),
        "fabric": ours,
    },
)
kinds = st.sampled_from(("relates-to", "relates-to", "related", "supersedes", "blocks"))


def edges(
    owner: str, targets: Iterable[str], most: int
) -> st.SearchStrategy[tuple[Dependency, ...]]:
    """Edges of a bead to some others, no two to the same."""
    edge = st.builds(
        Dependency, st.just(owner), st.sampled_from(sorted({*targets} - {owner})), kinds
    )
    found = st.lists(edge, max_size=most, unique_by=lambda each: each.depends_on_id)
    return found.map(lambda some: tuple(sorted(some, key=lambda e: (e.depends_on_id, e.type))))


@st.composite
def memories(draw: st.DrawFn, bead_id: str) -> Bead:
    """A memory, mostly a plain one, that may be odd in each of its parts."""
    is_plain = draw(st.booleans())
    title = draw(texts)
    strength = draw(st.sampled_from(("SOFT", "HARD")))
    return Bead(
        bead_id,
        title=draw(st.sampled_from((f"[MEMORY][ARCH][{strength}] {title}", title, "\ud800"))),
        description=draw(st.sampled_from(("Scope: all\nRule: {}\nRationale: why", "{}"))).format(
            draw(texts)
        ),
        acceptance_criteria=draw(texts),
        status="closed" if is_plain else draw(st.sampled_from(("closed", "open", "tombstone"))),
        issue_type="decision" if is_plain else draw(st.sampled_from(("decision", "task", "epic"))),
        created_at="2026-01-01T00:00:00Z",
        closed_at=draw(st.sampled_from(("", "2026-01-05T00:00:00Z"))),
        labels=tuple(sorted(draw(labels))),
        metadata=draw(metadata) if draw(st.booleans()) else {},
        dependencies=draw(edges(bead_id, (*MEMORIES, *AROUND), 1 if is_plain else 3)),
    )


@st.composite
def projects(draw: st.DrawFn) -> list[Bead]:
    """A work item, its neighbours, an anchor, and memories."""
    some = draw(st.sets(ids, min_size=1))
    parent = draw(st.sampled_from((None, "epic", "anchor")))
    up = (Dependency("work", parent, "parent-child"),) if parent else ()
    own = [e for e in draw(edges("work", (*MEMORIES, "other"), 3)) if e.type != "supersedes"]
    work = Bead(
        "work",
        title=draw(texts),
        description=draw(texts),
        labels=draw(st.sampled_from((("memory-arch",), ("memory-arch", "memory-ux"), ()))),
        dependencies=(*own, *up),
    )
    epic = Bead("epic", issue_type="epic", dependencies=draw(edges("epic", MEMORIES, 3)))
    other = Bead("other", dependencies=draw(edges("other", MEMORIES, 3)))
    anchor = Bead(
        "anchor",
        title="Memory Anchor - Architecture",
        issue_type="epic",
        labels=("memory-anchor", "memory-arch"),
        dependencies=draw(edges("anchor", MEMORIES, 5)),
    )
    return [work, epic, other, anchor, *(draw(memories(each)) for each in sorted(some))]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an embedded store that holds nothing."""
    file = tmp_path_factory.mktemp("empty") / "fabric.db"
    open_store(f"sqlite:///{file}", writer_id="w", create=True).close()
    return file


@contextmanager
def embedded(empty: Path, beads: Iterable[Bead]) -> Iterator[World]:
    with TemporaryDirectory() as folder:
        file = shutil.copy(empty, Path(folder) / "fabric.db")
        with closing(open_store(f"sqlite:///{file}", writer_id="w")) as store:
            world = World(store)
            world.put(*beads)
            yield world


def reference(beads: Iterable[Bead]) -> World:
    world = World(MemoryStore())
    world.put(*beads)
    return world


def outcome(world: World, request: StartRequest) -> object:
    """What a start answers and would write, or how it is refused."""
    try:
        found = start(replace(world.context, dry_run=True), request)
    except FabricError as error:
        return str(error)
    return found.answer, found.change_set.operations


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(projects(), st.sampled_from(((), ("src/a.py",))), st.integers(1, 4), st.booleans())
def test_outlines_choose_as_whole_memories_do(
    empty: Path, beads: list[Bead], paths: tuple[str, ...], budget: int, always: bool
) -> None:
    first, second, *others = world_settings().domains
    domains = [first, second.but(always=always), *others]
    chosen = world_settings().but(budget=BudgetSettings(memories=budget), domains=domains)
    request = StartRequest("work", paths=paths)
    whole = reference(beads)
    whole.with_settings(chosen)
    with embedded(empty, beads) as lean:
        lean.with_settings(whole.context.settings)
        assert outcome(lean, request) == outcome(whole, request)


def memory(bead_id: str, title: str = "A hint", **more: object) -> Bead:
    found = Bead(
        bead_id,
        title=f"[MEMORY][ARCH][SOFT] {title}",
        description=f"Rule: {title}",
        status="closed",
        issue_type="decision",
        labels=tuple(sorted(often)),
    )
    return replace(found, **more)  # type: ignore[arg-type]  # tests name real fields


WORK = Bead("work", title="Export", labels=("memory-arch",))


def test_what_is_given_was_read_whole(empty: Path) -> None:
    with embedded(empty, [WORK, memory("m-1"), memory("m-2", "Export")]) as world:
        found = start(world.context, StartRequest("work")).answer
        assert [each.id for each in found.memories] == ["m-2", "m-1"]
        assert found.receipt.memories[0].digest.startswith("sha256:")


class Late(MemoryStore):
    """Outlines a memory as it was before somebody changed it."""

    @override
    def guidance(self, query: MemoryQuery) -> Guidance:
        found = super().guidance(query).beads
        outlines = [
            Outline(bead.id, bead.title, bead.description, "", "memory-arch", None)
            for bead in found
        ]
        return Guidance(outlines, [])


LATER = [
    pytest.param({"labels": ("mem-retired", "memory", "memory-arch")}, id="retired"),
    pytest.param({"metadata": {"superseded_by": "m-2"}}, id="superseded"),
    pytest.param({"metadata": {"effective_date": "2027-01-01"}}, id="put off"),
]


@pytest.mark.parametrize("change", LATER)
def test_what_changed_since_it_was_outlined_is_not_given(change: dict[str, object]) -> None:
    world = World(Late())
    world.put(WORK, memory("m-1", "Export", **change), memory("m-2"))
    found = start(world.context, StartRequest("work")).answer
    assert [each.id for each in found.memories] == ["m-2"]


def test_what_did_not_change_is_given_by_its_outline() -> None:
    world = World(Late())
    world.put(WORK, memory("m-1", "Export"), memory("m-2"))
    found = start(world.context, StartRequest("work")).answer
    assert [each.id for each in found.memories] == ["m-1", "m-2"]


def test_very_many_hints_cost_few_rows(empty: Path) -> None:
    def rows(count: int) -> int:
        with embedded(empty, [WORK, *(memory(f"m-{n:03}") for n in range(count))]) as world:
            before = world.store.rows_read
            start(replace(world.context, dry_run=True), StartRequest("work"))
            return world.store.rows_read - before

    assert rows(300) - rows(100) == 200  # one each: neither labels nor edges


def crowd(count: int) -> list[Bead]:
    return [WORK, *(memory(f"m-{n:03}") for n in range(count))]


def test_of_very_many_left_out_the_first_are_named_and_all_are_counted(empty: Path) -> None:
    with embedded(empty, crowd(250)) as world:
        answer = world.start("work")
        assert (len(answer.receipt.left_out), answer.receipt.left_out_more) == (200, 43)
        said = world.bead("work").comments[-1].text
        assert said.endswith(", m-026 and 223 more")
        assert world.status("work").problems == []
        world.clock.forward(hours=1)
        assert not world.start("work").changed


def test_of_few_all_are_named_and_the_receipt_says_no_more(empty: Path) -> None:
    with embedded(empty, crowd(27)) as world:
        answer = world.start("work")
        assert "left_out_more" not in answer.receipt.plain()
        assert world.bead("work").comments[-1].text.endswith(", m-025, m-026")


def test_of_very_many_left_out_what_is_new_is_still_told(empty: Path) -> None:
    with embedded(empty, crowd(250)) as world:
        world.start("work")
        world.clock.forward(days=1)
        late = memory("n-1", closed_at="2026-03-03T00:00:00Z")
        world.put(late)
        said = [each.what for each in world.status("work").problems]
        assert said == ["n-1 applies and was not given."]


def test_what_no_reviewer_ratified_is_named_up_to_the_same_number(empty: Path) -> None:
    with embedded(empty, crowd(210)) as world:
        world.with_settings(world_settings(require_review=True))
        receipt = world.start("work").receipt
        assert (len(receipt.left_out), receipt.left_out_more) == (200, 10)
        assert receipt.memories == []
