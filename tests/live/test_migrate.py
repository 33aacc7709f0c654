"""Moving in on a real bd workspace: what bd remembers is renamed and drafted, and bd reads it."""

import pytest

from fabric.rules_files.read import RulesFile, RulesFiles
from fabric.services.gastown import move_gastown
from fabric.services.survey import survey_files, survey_notes
from fabric.services.verbs.migrate import MigrateRequest, migrate
from fabric.store.backends.bd_command import BdCommandStore
from fabric.store.bd.checked import Checked
from fabric.store.bd.command import Program
from fabric.store.bd.workspace import find_workspace
from fabric.store.bd.writer import Limits
from tests.live.workspaces import Workspace
from tests.services.world import World

RULES = RulesFiles(
    (RulesFile("AGENTS.md", "- Never push on a Friday.\n- Prefer small commits.\n"),)
)


@pytest.fixture
def world(embedded_workspace: Workspace) -> World:
    bd, workspace = embedded_workspace.bd, find_workspace(embedded_workspace.path)
    run = Program(bd.program, workspace.root, workspace.given, bd.environment)
    checked = Checked(run, bd.program, workspace)
    return World(BdCommandStore(workspace, checked, lambda: "w-test", Limits()))


def memories(workspace: Workspace) -> dict[str, object]:
    answer = dict(workspace.bd("memories", "--json").entry())
    del answer["schema_version"]
    return answer


def test_what_bd_keeps_under_gas_towns_keys_is_read_back_by_bd_under_its_kind(
    world: World, embedded_workspace: Workspace
) -> None:
    bd = embedded_workspace.bd
    bd("remember", "--key", "feedback.tests", "Always run the tests")
    bd("remember", "--key", "memory.user.name", "Call her Vera")
    bd("remember", "--key", "project/db", "The database\nis Dolt")
    assert not move_gastown(world.context).answer.not_taken
    assert memories(embedded_workspace) == {
        "feedback.tests": "Always run the tests",
        "project.db": "The database\nis Dolt",
        "user.name": "Call her Vera",
    }
    assert {each.outcome for each in move_gastown(world.context).answer.notes} == {"kept"}


def test_rules_and_notes_become_drafts_that_bd_neither_offers_nor_sees_as_in_force(
    world: World, embedded_workspace: Workspace
) -> None:
    bd = embedded_workspace.bd
    bd("remember", "--key", "feedback.tests", "Always run the tests")
    for entries in (
        survey_files(world.context, RULES, "workflow").entries,
        survey_notes(world.context, "workflow").entries,
    ):
        migrate(world.context, MigrateRequest(entries))
    found = bd.query("label=memory AND label=memory-workflow AND label=draft")
    assert len(found) == 3
    assert bd.query("label=memory AND label=memory-workflow AND status=closed") == set()
    assert not found & bd("ready", "--json").ids()
    assert memories(embedded_workspace) == {"feedback.tests": "Always run the tests"}
    assert survey_files(world.context, RULES, "workflow").entries == ()
    assert survey_notes(world.context).entries == ()
