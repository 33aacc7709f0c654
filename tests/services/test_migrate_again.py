"""What a plan decided is remembered: neither what it dropped nor what it worded anew comes up again."""

from dataclasses import replace

import pytest

from fabric.rules_files.plan_file import PlanEntry, read_plan
from fabric.services.verbs.migrate import MigrateRequest, migrate
from fabric.services.verbs.reject import RejectRequest, reject
from tests.services.test_migrate import apply, survey
from tests.services.world import VERA, World

PLANNED = "- Never push on a Friday.\n- Always answer a review within a day.\n"


@pytest.fixture
def world() -> World:
    return World().begin()


def planned(world: World) -> list[PlanEntry]:
    """The entries of the plan as it is written and read again."""
    return read_plan(survey(world, PLANNED, "workflow").plan_text)


def again(world: World) -> tuple[list[str], list[str]]:
    """What a second look finds new, and why it leaves the rest alone."""
    answer = survey(world, PLANNED, "workflow").answer
    return [each.statement for each in answer.found], [each.reason for each in answer.known]


def test_what_a_plan_dropped_does_not_come_up_again(world: World) -> None:
    first, second = planned(world)
    apply(world, first, replace(second, keep=False))
    found, known = again(world)
    assert found == []
    assert f"{VERA.name} dropped it from a plan" in known


def test_what_a_plan_worded_anew_does_not_come_up_again(world: World) -> None:
    first, second = planned(world)
    words = "Each review has an answer within a day."
    answer = apply(world, first, replace(second, rule=words, statement=words))
    draft = next(e.id for e in answer.proposed if e.evidence == second.evidence)
    found, known = again(world)
    assert found == []
    assert f"{draft} says it in other words (draft)" in known
    reject(world.context, RejectRequest(draft, "Too strict."))
    assert f"{draft} says it in other words (rejected)" in again(world)[1]


def test_a_plan_that_drops_all_is_remembered_too_and_once(world: World) -> None:
    plan = [replace(each, keep=False) for each in planned(world)]
    before = world.writes()
    apply(world, *plan)
    assert world.writes() == before + 1
    assert again(world)[0] == []
    apply(world, *plan)
    assert world.writes() == before + 1


def test_words_that_the_file_changed_since_are_a_new_rule(world: World) -> None:
    apply(world, *(replace(each, keep=False) for each in planned(world)))
    text = PLANNED.replace("a Friday", "a Friday evening")
    found = survey(world, text, "workflow").answer.found
    assert [each.rule for each in found] == ["Never push on a Friday evening."]


def test_looking_at_a_plan_decides_nothing(world: World) -> None:
    plan = [replace(each, keep=False) for each in planned(world)]
    before = world.writes()
    looking = replace(world.context, dry_run=True)
    migrate(looking, MigrateRequest(tuple(plan)))
    assert world.writes() == before
    assert len(again(world)[0]) == 2


def test_a_dropped_rule_can_be_proposed_all_the_same_and_then_a_memory_says_it(
    world: World,
) -> None:
    first, second = planned(world)
    apply(world, first, replace(second, keep=False))
    memory = world.propose(second.rule, "soft")
    assert f"{memory} says it already (draft)" in again(world)[1]


def test_a_rule_whose_draft_is_gone_comes_up_again(world: World) -> None:
    first, second = planned(world)
    answer = apply(world, first, replace(second, rule="Each review has an answer within a day."))
    draft = next(e.id for e in answer.proposed if e.evidence == second.evidence)
    world.put(replace(world.bead(draft), status="tombstone"))
    assert again(world)[0] == [second.statement]
