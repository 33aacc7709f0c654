"""The files of `lint.files`, and what the gate says of the rules that stand in them."""

from pathlib import Path

import pytest

from fabric.errors import BadSettings, CouldNot
from fabric.models.lint_report_v1 import ReportedFinding
from fabric.services.standing_rules import standing_rules
from fabric.services.verbs.lint import LintRequest, lint
from tests.services.world import World

SLUG = "memory-in-markdown"


@pytest.fixture
def world() -> World:
    return World().begin()


def put(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def findings(world: World, root: Path, *files: str) -> list[ReportedFinding]:
    request = LintRequest(files=standing_rules(root, files))
    return [each for each in lint(world.context, request).report.findings if each.rule == SLUG]


def test_names_and_patterns_are_read_from_the_root_in_their_order(tmp_path: Path) -> None:
    put(tmp_path, "AGENTS.md", "- Never push.\n")
    put(tmp_path, ".cursor/rules/b.mdc", "- Never pull.\n")
    put(tmp_path, ".cursor/rules/a.mdc", "- Never lie.\n")
    found = standing_rules(tmp_path, ["AGENTS.md", ".cursor/rules/*.mdc", "docs/*.md"])
    assert [(each.file, each.line, each.text) for each in found] == [
        ("AGENTS.md", 1, "Never push."),
        (".cursor/rules/a.mdc", 1, "Never lie."),
        (".cursor/rules/b.mdc", 1, "Never pull."),
    ]


def test_a_file_that_is_not_there_could_not_be_looked_at(tmp_path: Path) -> None:
    with pytest.raises(CouldNot, match=r"`lint\.files`: There is no file"):
        standing_rules(tmp_path, ["AGENTS.md"])


@pytest.mark.parametrize("name", ["../outside.md", "docs", "../*.md", ""])
def test_a_name_that_leads_out_or_names_a_folder_is_a_wrong_setting(
    tmp_path: Path, name: str
) -> None:
    root = tmp_path / "repo"
    put(tmp_path, "outside.md", "- Never push.\n")
    put(root, "docs/x.md", "- Never push.\n")
    with pytest.raises(BadSettings, match=r"`lint\.files`"):
        standing_rules(root, [name])


def test_a_rule_that_no_memory_says_is_found_at_its_line(world: World, tmp_path: Path) -> None:
    put(tmp_path, "AGENTS.md", "# Rules\n\n- Never push on a Friday.\n")
    (found,) = findings(world, tmp_path, "AGENTS.md")
    assert found.severity == "note"
    assert found.place is not None
    assert (found.place.file, found.place.line) == ("AGENTS.md", 3)
    assert found.message == "AGENTS.md states the standing rule “Never push on a Friday.”."
    assert "fabric migrate rules AGENTS.md" in found.help


@pytest.mark.parametrize("state", ["draft", "in force"])
def test_a_rule_that_a_memory_says_is_none(world: World, tmp_path: Path, state: str) -> None:
    put(tmp_path, "AGENTS.md", "- Never push on a Friday.\n")
    make = world.propose if state == "draft" else world.memory
    make("never push on a “Friday”")
    assert findings(world, tmp_path, "AGENTS.md") == []


def test_a_rule_that_an_ended_memory_said_is_found_with_that_memory(
    world: World, tmp_path: Path
) -> None:
    put(tmp_path, "AGENTS.md", "- Never push on a Friday.\n")
    old = world.memory("Never push on a Friday")
    world.supersede(old, world.successor(old, "Push only when somebody is on call"))
    (found,) = findings(world, tmp_path, "AGENTS.md")
    assert f"{old} (Never push on a Friday) said it and is superseded." in found.message
    assert found.help == "Take it out of the file: it is no rule any more."


def test_without_files_it_says_that_it_was_not_asked(world: World) -> None:
    report = lint(world.context, LintRequest()).report
    assert SLUG in {each.rule for each in report.not_asked}
    asked = lint(world.context, LintRequest(files=())).report
    assert SLUG not in {each.rule for each in asked.not_asked}


def test_what_a_file_says_cannot_steer_the_report(world: World, tmp_path: Path) -> None:
    put(tmp_path, "AGENTS.md", "- Never \u202epush\x1b[31m on a Friday.\n")
    (found,) = findings(world, tmp_path, "AGENTS.md")
    assert not {"\u202e", "\x1b"} & set(found.message)
