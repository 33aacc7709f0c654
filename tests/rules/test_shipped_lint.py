"""The linter as its users meet it: the example repositories, the action, the job template."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from fabric.rules.catalog import RULES
from tests.guard import ROOT

LINT = ROOT / "lint"
EXPORT = "jsonl:.beads/issues.jsonl"


def in_example(name: str, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=LINT / "examples" / name, capture_output=True, text=True, check=False
    )


def fabric_lint(name: str, *more: str) -> subprocess.CompletedProcess[str]:
    return in_example(name, sys.executable, "-m", "fabric", "lint", "--store", EXPORT, *more)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the action's script; `fabric` is on the path, as the action's own step puts it."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    return str(LINT / "github" / "lint.sh")


@pytest.mark.parametrize("scope", [("--all",), ()], ids=["everything", "active work"])
def test_the_clean_example_is_clean(scope: tuple[str, ...]) -> None:
    done = fabric_lint("clean", *scope, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["findings"] == []


def test_the_broken_example_shows_what_its_table_says() -> None:
    done = fabric_lint("broken", "--all", "--json")
    assert done.returncode == 1, done.stderr
    found = {finding["rule"] for finding in json.loads(done.stdout)["findings"]}
    table = (LINT / "examples" / "README.md").read_text(encoding="utf-8")
    said = {name for name in re.findall(r"`([a-z-]+)`", table) if name in RULES}
    assert found == said


def test_looking_leaves_the_examples_as_they_were() -> None:
    before = {path: path.read_bytes() for path in (LINT / "examples").rglob("*") if path.is_file()}
    fabric_lint("broken", "--all")
    after = {path: path.read_bytes() for path in (LINT / "examples").rglob("*") if path.is_file()}
    assert after == before


@pytest.mark.parametrize(("name", "status"), [("clean", 0), ("broken", 1)])
def test_the_actions_script_annotates_and_writes_sarif(
    name: str, status: int, script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sarif = tmp_path / "lint.sarif"
    monkeypatch.setenv("LINT_SCOPE", "all")
    monkeypatch.setenv("LINT_SARIF", str(sarif))
    done = in_example(name, "bash", script)
    assert done.returncode == status, done.stderr
    lines = done.stdout.splitlines()
    assert all(re.match(r"::(error|warning|notice) ", line) for line in lines)
    assert len(json.loads(sarif.read_text("utf-8"))["runs"][0]["results"]) == len(lines)


def test_the_actions_script_fails_as_could_not_look_where_there_is_no_export(
    script: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINT_STORE", "jsonl:no-such-file.jsonl")
    done = in_example("clean", "bash", script)
    assert (done.returncode, done.stdout) == (3, "")


def test_no_input_of_the_action_reaches_its_shell_but_by_environment() -> None:
    action = yaml.safe_load((LINT / "github" / "action.yml").read_text(encoding="utf-8"))
    (step,) = action["runs"]["steps"]
    assert "${{" not in step["run"]
    used = set(re.findall(r"inputs\.([a-z-]+)", json.dumps(step["env"])))
    assert used == set(action["inputs"])
    script = (LINT / "github" / "lint.sh").read_text(encoding="utf-8") + step["run"]
    assert [name for name in step["env"] if name not in script] == []


def test_the_job_template_reports_code_quality_and_fails_as_lint_does() -> None:
    text = (LINT / "gitlab" / "fabric-lint.yml").read_text(encoding="utf-8")
    job = yaml.safe_load(text)["fabric-lint"]
    report = job["artifacts"]["reports"]["codequality"]
    *_, writes, last = job["script"]
    assert writes.endswith(f">{report} || [ $? -eq 1 ]")
    assert last.endswith("fabric lint $LINT_ARGUMENTS")
