"""`fabric migrate` as a person types it: tables, plans, exit statuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fabric.models.change_set import ChangeSet, SetConfig
from fabric.models.journal import JournalDraft
from fabric.wiring import Options, open_context
from tests.faces.shop import Shop

AGENTS = """\
# Workflow

- Never push on a Friday.
- Prefer small commits.
"""

Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(shop: Shop) -> Cli:
    """Run a command line in a project with rules; exit status, answer, what is for the person."""
    Path("AGENTS.md").write_text(AGENTS, encoding="utf-8")

    def type_(*words: str) -> tuple[int, str, str]:
        ran = shop.fabric(*words)
        return ran.status, ran.out, ran.err

    return type_


def test_without_apply_a_table_is_shown_and_nothing_is_written(cli: Cli) -> None:
    status, out, _ = cli("migrate", "rules", "AGENTS.md")
    assert status == 0
    assert "HARD  workflow  Never push on a Friday  AGENTS.md:3  says “never”" in out
    assert "soft  workflow  Prefer small commits    AGENTS.md:4  says “prefer”" in out
    assert "Nothing is proposed yet" in out
    assert json.loads(cli("list", "--json")[1])["memories"] == []


def test_a_plan_is_written_edited_and_applied_and_the_second_run_finds_nothing(cli: Cli) -> None:
    status, out, _ = cli("migrate", "rules", "AGENTS.md", "--plan", "plan.toml")
    assert status == 0
    assert "fabric migrate rules --plan plan.toml --apply" in out
    plan = Path("plan.toml")
    text = plan.read_text(encoding="utf-8")
    plan.write_text(
        text.replace("Never push on a Friday.", "Never push on a Friday: nobody is on call."),
        encoding="utf-8-sig",
        newline="\r\n",
    )
    status, out, _ = cli("migrate", "rules", "--plan", "plan.toml", "--apply")
    assert status == 0
    assert out.startswith("Proposed 2 drafts.\n")
    assert "fabric ratify ID" in out
    answer = json.loads(cli("list", "--json")[1])
    assert {each["state"] for each in answer["memories"]} == {"draft"}
    assert {each["rule"] for each in answer["memories"]} == {
        "Never push on a Friday: nobody is on call.",
        "Prefer small commits.",
    }


def test_what_was_applied_is_known_and_exits_0_and_a_plan_applied_twice_exits_1(cli: Cli) -> None:
    cli("migrate", "rules", "AGENTS.md", "--plan", "plan.toml")
    assert cli("migrate", "rules", "--plan", "plan.toml", "--apply")[0] == 0
    status, out, _ = cli("migrate", "rules", "AGENTS.md", "--apply")
    assert status == 0
    assert "Nothing to propose." in out
    assert "Not proposed again (2):" in out
    status, out, _ = cli("migrate", "rules", "--plan", "plan.toml", "--apply")
    assert status == 1
    assert "Not taken (2):" in out
    assert "already says this (draft)" in out


def test_a_plan_without_apply_says_what_would_become_of_it(cli: Cli) -> None:
    cli("migrate", "rules", "AGENTS.md", "--plan", "plan.toml")
    status, out, _ = cli("migrate", "rules", "--plan", "plan.toml")
    assert status == 0
    assert out.startswith("Would propose 2 drafts.\n")
    assert json.loads(cli("list", "--json")[1])["memories"] == []


def test_a_plan_is_never_written_over_another(cli: Cli) -> None:
    cli("migrate", "rules", "AGENTS.md", "--plan", "plan.toml")
    assert cli("migrate", "rules", "AGENTS.md", "--plan", "plan.toml")[0] == 0
    plan = Path("plan.toml")
    edited = plan.read_text(encoding="utf-8").replace("keep = true", "keep = false")
    plan.write_text(edited, encoding="utf-8")
    status, _, err = cli("migrate", "rules", "AGENTS.md", "--plan", "plan.toml")
    assert status == 2
    assert "may have been edited" in err
    assert plan.read_text(encoding="utf-8") == edited


def test_a_dry_run_writes_neither_plan_nor_drafts(cli: Cli) -> None:
    status, out, _ = cli("migrate", "rules", "AGENTS.md", "--plan", "plan.toml", "--dry-run")
    assert status == 0
    assert "would be written to plan.toml" in out
    assert not Path("plan.toml").exists()
    status, out, _ = cli("migrate", "rules", "AGENTS.md", "--apply", "--dry-run", "--json")
    assert status == 0
    assert [each["operation"] for each in json.loads(out)["operations"]] == ["insert-bead"] * 2
    assert json.loads(cli("list", "--json")[1])["memories"] == []


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        pytest.param(("rules",), 2, "No file was named", id="no file"),
        pytest.param(
            ("rules", "AGENTS.md", "--plan", "p.toml", "--apply"),
            2,
            "Leave the files out",
            id="files and a plan to apply",
        ),
        pytest.param(("rules", "GONE.md"), 1, "no file", id="a file that is not there"),
        pytest.param(("rules", "."), 2, "is a folder", id="a folder"),
        pytest.param(("rules", "../outside.md"), 2, "outside of", id="a file outside of the root"),
        pytest.param(("rules", "door.md"), 2, "outside of", id="a link out of the root"),
        pytest.param(("rules", "--plan", "p.toml", "--apply"), 1, "no plan", id="no such plan"),
        pytest.param(("rules", "--plan", "AGENTS.md"), 2, "no TOML", id="a plan that is none"),
        pytest.param(("rules", "AGENTS.md", "--domain", "x"), 2, "no domain", id="unknown domain"),
    ],
)
def test_wrong_use_is_told_in_a_sentence_and_a_way_out(
    cli: Cli, words: tuple[str, ...], status: int, told: str
) -> None:
    Path("../outside.md").write_text(AGENTS, encoding="utf-8")
    Path("door.md").symlink_to("../outside.md")
    code, out, err = cli("migrate", *words)
    assert (code, out) == (status, "")
    assert told in err
    assert "Traceback" not in err
    assert len(err.strip().split("\n")) == 2


def test_a_rule_without_a_domain_is_asked_for_and_served_by_the_option(cli: Cli) -> None:
    Path("AGENTS.md").write_text("- Never lie.\n", encoding="utf-8")
    status, out, err = cli("migrate", "rules", "AGENTS.md", "--apply")
    assert (status, out) == (2, "")
    assert "No domain is named for AGENTS.md:1." in err
    assert "Known: arch, ux, workflow." in err
    assert cli("migrate", "rules", "AGENTS.md", "--apply", "--domain", "ux")[0] == 0


def test_fences_are_neither_headings_nor_rules(cli: Cli) -> None:
    text = (
        "# Rules\n- MUST run the tests.\n\n````markdown\n## Communication\n- NEVER page twice.\n"
        "```bash\n# not a heading\n```\n````\n\n~~~\n- ALWAYS use root\n~~~\n"
    )
    Path("AGENTS.md").write_text(text, encoding="utf-8")
    status, out, _ = cli("migrate", "rules", "AGENTS.md", "--dry-run", "--json")
    assert status == 0
    (found,) = json.loads(out)["found"]
    assert (found["rule"], found["evidence"]) == ("MUST run the tests.", "AGENTS.md:2")


def test_names_are_relative_to_the_folder_and_evidence_to_the_root(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("src/core").mkdir(parents=True)
    Path("src/core/AGENTS.md").write_text("- Never import the API.\n", encoding="utf-8")
    monkeypatch.chdir("src/core")
    (found,) = json.loads(cli("migrate", "rules", "AGENTS.md", "--json")[1])["found"]
    assert (found["evidence"], found["paths"]) == ("src/core/AGENTS.md:1", ["src/core/**"])


def test_without_notes_there_is_nothing_new(cli: Cli) -> None:
    status, out, _ = cli("migrate", "notes")
    assert (status, out) == (0, "Nothing new in notes.\n")
    status, out, _ = cli("migrate", "gastown")
    assert (status, out) == (0, "No memory of Gas Town is here.\n")


def test_notes_move_from_gas_town_to_drafts(cli: Cli) -> None:
    context = open_context(Options())
    rows = (
        SetConfig("kv.memory.feedback/tests", "Always run the tests"),
        SetConfig("kv.memory.use-utc", "Times are UTC"),
    )
    draft = JournalDraft(context.now_text, context.who, "test", "put", ())
    context.store.apply(ChangeSet(rows), draft)
    context.store.close()
    assert "renamed  kv.memory.feedback/tests" in cli("migrate", "gastown")[1]
    moved = json.loads(cli("migrate", "gastown", "--apply", "--json")[1])
    assert [(each["key"], each["outcome"]) for each in moved["notes"]] == [
        ("feedback.tests", "renamed")
    ]
    assert "All of them are notes with their kind already." in cli("migrate", "gastown")[1]
    assert cli("migrate", "notes", "--domain", "workflow", "--plan", "notes.toml")[0] == 0
    status, out, _ = cli("migrate", "notes", "--plan", "notes.toml", "--apply")
    assert status == 0
    assert "note:feedback.tests" in out
    assert "note:use-utc" in out
    assert "Nothing new" in cli("migrate", "notes")[1]


def test_lint_reads_the_files_that_the_settings_name(cli: Cli) -> None:
    settings = Path("fabric.toml")
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text + '\n[lint]\nfiles = ["AGENTS.md"]\n', encoding="utf-8")

    def found() -> list[str]:
        report = json.loads(cli("lint", "--json")[1])
        places = [each["place"] for each in report["findings"] if each["place"]]
        return [f"{each['file']}:{each['line']}" for each in places]

    assert found() == ["AGENTS.md:3", "AGENTS.md:4"]
    cli("migrate", "rules", "AGENTS.md", "--apply")
    assert found() == []
    Path("AGENTS.md").unlink()
    status, _, err = cli("lint")
    assert status == 3
    assert "`lint.files`" in err
