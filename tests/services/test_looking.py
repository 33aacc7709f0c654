"""Looking: search, history, graph, and show with evidence and moments."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from fabric.errors import NotFound, WrongUse
from fabric.graph.drawing import Drawing, Link, Node, dot, mermaid
from fabric.models.change_set import AddDependency, SetMetadata
from fabric.models.dependency import Dependency
from fabric.models.document import plain
from fabric.services.verbs.graph import GraphRequest, draw, drawing_of
from fabric.services.verbs.history import history
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.verbs.reject import RejectRequest, reject
from fabric.services.verbs.retire import RetireRequest, retire
from fabric.services.verbs.search import SearchRequest, search
from fabric.services.verbs.show import show
from fabric.services.verbs.work import close_work
from tests.services.life import by_hand, put
from tests.services.world import OTTO, World, wording

WRITES = "Every write goes through the service layer."
JOBS = "Every write and every job goes through the service layer."


@pytest.fixture
def world() -> World:
    return World().begin()


def succession(world: World) -> tuple[str, str]:
    old = world.memory(WRITES)
    world.clock.forward(days=1)
    new = world.propose(JOBS)
    world.supersede(old, new, "It missed the jobs.")
    return old, new


# search


def test_search_puts_what_is_in_force_before_what_ended(world: World) -> None:
    old, new = succession(world)
    draft = world.propose("Writes are logged.")
    world.memory("Reads are cached.", checks=("Given a page, when it is read, then it is fast",))
    answer = search(world.context, SearchRequest(" write  layer "))
    assert [each.id for each in answer.memories] == [new, draft, old]
    assert (answer.words, answer.looked_at) == ("write layer", 4)


def test_search_finds_parts_of_words_and_ids(world: World) -> None:
    memory = world.memory(WRITES)
    for words in ("ervic", memory[-5:], "SERVICES"):
        found = search(world.context, SearchRequest(words))
        assert [each.id for each in found.memories] == [memory], words


def test_search_tells_empty_from_filtered_out_from_cut(world: World) -> None:
    world.memory(WRITES)
    world.memory("Every write is logged.")
    nothing = search(world.context, SearchRequest("zebra"))
    filtered = search(world.context, SearchRequest("write", strength="soft"))
    cut = search(world.context, SearchRequest("write", limit=1))
    assert (nothing.memories, nothing.left_out, nothing.looked_at) == ([], 0, 2)
    assert (filtered.memories, filtered.left_out) == ([], 2)
    assert (len(cut.memories), cut.more) == (1, 1)


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        pytest.param(SearchRequest("  "), "No words", id="no words"),
        pytest.param(SearchRequest("a", domain="nope"), "no domain", id="unknown domain"),
        pytest.param(SearchRequest("a", strength="firm"), "no strength", id="unknown strength"),
        pytest.param(SearchRequest("a", state="old"), "no state", id="unknown state"),
    ],
)
def test_search_refuses_what_makes_no_sense(
    world: World, request_: SearchRequest, said: str
) -> None:
    with pytest.raises(WrongUse, match=said):
        search(world.context, request_)


# history


@pytest.mark.parametrize("end", [0, 1], ids=["asked at the old end", "asked at the new end"])
def test_history_tells_the_line_both_ways(world: World, end: int) -> None:
    line = succession(world)
    answer = history(world.context, line[end])
    assert [each.id for each in answer.memories] == list(line)
    assert answer.head == line[1]
    [step] = answer.successions
    assert (step.by, step.reason, step.reading) == (
        world.context.who.name,
        "It missed the jobs.",
        "edge",
    )
    old, new = answer.memories
    assert (old.state, old.held_until) == ("superseded", "2026-03-03T09:00:00Z")
    assert (new.state, new.version, new.held_until) == ("canonical", 2, None)
    assert [each.verb for each in answer.events] == ["propose", "ratify", "propose", "supersede"]


def test_history_of_a_hand_made_succession_says_how_it_is_known(world: World) -> None:
    new = by_hand(world, "shop-new")
    old = by_hand(world, "shop-old", title="[MEMORY][ARCH][HARD] Money is a float")
    put(world, SetMetadata(old, "superseded_by", new))
    answer = history(world.context, old)
    [step] = answer.successions
    assert (step.old, step.new, step.reading, step.by) == (old, new, "metadata", None)
    assert answer.memories[0].held_until == "2026-02-01T00:00:00Z"


def test_history_names_a_successor_that_is_gone(world: World) -> None:
    old = by_hand(world)
    put(world, SetMetadata(old, "superseded_by", "shop-gone"))
    answer = history(world.context, old)
    assert [(each.id, each.there) for each in answer.memories] == [
        (old, True),
        ("shop-gone", False),
    ]


def test_history_shows_drafts_that_would_replace_and_appeals(world: World) -> None:
    rejected = world.propose("Use tabs.")
    reject(world.context, RejectRequest(rejected, "taste"))
    request = ProposeRequest("arch", wording("Use tabs."), rejected, "Make breaks")
    appeal = propose(world.context, request).answer.id
    one, other = history(world.context, appeal), history(world.context, rejected)
    assert [each.id for each in one.appeals] == [rejected]
    assert one.memories[0].appeals == rejected
    assert [each.id for each in other.appeals] == [appeal]
    assert [each.verb for each in one.events] == ["propose", "reject", "propose"]
    assert one.events[-1].reason == "Make breaks"


def test_history_of_a_work_item_points_to_the_audit(world: World) -> None:
    work = world.work()
    with pytest.raises(WrongUse, match="is no memory") as caught:
        history(world.context, work)
    assert caught.value.remedy.startswith(f"`fabric audit {work}`")


# graph


def kinds(world: World, about: str = "", *, everything: bool = False) -> dict[str, str]:
    answer = draw(world.context, GraphRequest(about, everything))
    return {node.id: node.kind for node in answer.nodes}


def test_a_domain_is_drawn_with_anchor_memories_contracts_and_work(world: World) -> None:
    old, new = succession(world)
    other = propose(world.context, ProposeRequest("ux", wording("Keys work."))).answer.id
    work = world.started()
    answer = draw(world.context, GraphRequest("arch"))
    assert [(each.id, each.kind) for each in answer.nodes] == [
        ("shop-anchor-arch", "anchor"),
        (new, "memory"),
        (f"{work}-mc", "contract"),
        (work, "work"),
    ]
    assert {(each.source, each.words, each.target) for each in answer.links} == {
        ("shop-anchor-arch", "indexes", new),
        (f"{work}-mc", "holds to", new),
        (work, "was given", new),
        (work, "waits for", f"{work}-mc"),
    }
    assert (answer.about, answer.left_out, answer.circles) == ("memory-arch", 1, [])
    assert old in kinds(world, "arch", everything=True)
    assert other in kinds(world)
    assert other not in kinds(world, "arch")


def test_finished_work_is_drawn_on_demand_only(world: World) -> None:
    memory = world.memory(WRITES)
    work = world.started()
    world.verify(work)
    close_work(world.context, work)
    assert set(kinds(world, "arch")) == {"shop-anchor-arch", memory}
    assert {work, f"{work}-mc"} <= set(kinds(world, "arch", everything=True))


def test_a_memory_is_drawn_with_its_whole_line_and_its_users(world: World) -> None:
    old, new = succession(world)
    work = world.started()
    assert kinds(world, old) == {
        old: "memory",
        new: "memory",
        work: "work",
        f"{work}-mc": "contract",
    }


def test_a_work_item_is_drawn_with_what_it_leans_on(world: World) -> None:
    memory = world.memory(WRITES)
    work = world.started()
    assert set(kinds(world, work)) == {work, f"{work}-mc", memory}
    assert set(kinds(world, "shop-anchor-arch")) == {"shop-anchor-arch", memory}


def test_a_circle_is_named(world: World) -> None:
    one, two = world.started("One"), world.started("Two")
    memory = world.memory(WRITES)
    world.start(one)
    world.start(two)
    put(
        world,
        AddDependency(Dependency(one, two, "blocks")),
        AddDependency(Dependency(two, one, "blocks")),
    )
    assert memory
    assert draw(world.context, GraphRequest("arch")).circles == [sorted((one, two))]


def test_neither_domain_nor_bead(world: World) -> None:
    with pytest.raises(NotFound, match="neither a domain nor a bead") as caught:
        draw(world.context, GraphRequest("nowhere"))
    assert "arch, ux, workflow" in caught.value.remedy


HOSTILE = 'a "b" <c> `d` | #e \\ \x1b[31m\u202e\n f'


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        pytest.param(
            mermaid,
            'n0["x-1 (draft): a #quot;b#quot; #lt;c#gt; #96;d#96; #124; #35;e \\ '
            '\\x1b[31m\\u202e f"]:::draft',
            id="mermaid",
        ),
        pytest.param(
            dot,
            'n0 [label="x-1 (draft): a \\"b\\" <c> `d` | #e \\\\ \\\\x1b[31m\\\\u202e f"];',
            id="dot",
        ),
    ],
)
def test_a_title_cannot_break_a_drawing(form: Callable[[Drawing], str], wanted: str) -> None:
    drawing = Drawing("t", (Node("x-1", HOSTILE, "memory", "draft"),), ())
    assert wanted in form(drawing)


def test_arrows_to_what_is_not_drawn_are_left_out_and_long_titles_cut() -> None:
    nodes = (Node("x-1", "y" * 200, "work", "open"),)
    drawing = Drawing("t", nodes, (Link("x-1", "x-2", "waits for"),))
    assert "-->" not in mermaid(drawing)
    assert "->" not in dot(drawing)
    assert "y" * 79 + "…" in dot(drawing)
    assert "y" * 80 not in dot(drawing)


def test_a_drawing_is_the_same_each_time(world: World) -> None:
    succession(world)
    world.started()
    answer = draw(world.context, GraphRequest())
    again = draw(replace(world.context, actor=OTTO), GraphRequest())
    assert mermaid(drawing_of(answer)) == mermaid(drawing_of(again))
    assert json.dumps(plain(answer)) == json.dumps(plain(again))


# show


def test_show_resolves_evidence(world: World) -> None:
    incident = world.work("The outage of March")
    links = ("https://example.test/post-mortem", incident, "shop-gone")
    memory = world.memory(WRITES, evidence=links)
    view = show(world.context, memory)
    assert [(each.id, each.title, each.there) for each in view.evidence] == [
        (links[0], "", None),
        (incident, "The outage of March", True),
        ("shop-gone", "", False),
    ]


def test_show_says_whether_a_memory_bound_then(world: World) -> None:
    memory = world.memory(WRITES)
    world.clock.forward(days=7)
    retire(world.context, RetireRequest(memory, "done"))

    def bound(as_of: str = "", known_at: str = "") -> bool | None:
        held = show(world.context, memory, as_of=as_of, known_at=known_at).held
        return held.in_force if held else None

    assert bound() is None
    assert bound("2026-03-05") is True
    assert bound("2026-03-20") is False
    assert bound("2026-03-20", "2026-03-05") is True
    assert bound("2026-03-01") is False


def test_show_refuses_a_moment_for_what_is_no_memory_and_a_time_that_is_none(
    world: World,
) -> None:
    with pytest.raises(WrongUse, match="is no memory"):
        show(world.context, world.work(), as_of="2026-03-01")
    with pytest.raises(WrongUse, match="is no time"):
        show(world.context, world.memory(WRITES), as_of="soon")
