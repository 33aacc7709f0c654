"""How a project begins: what `init` needs, and what it makes of a clone that holds an export."""

import json
import tomllib
from pathlib import Path

import pytest

from fabric.machine.clock import SystemClock
from fabric.models.instants import format_instant, parse_instant
from tests.faces.shop import Shop
from tests.faces.test_exits import expect

SAID = ("propose", "--domain", "arch", "--strength", "soft", "--rule", "Prefer small modules")


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    """A folder that is no project, where nobody is known to act."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FABRIC_STATE", str(tmp_path / "state"))
    for name in ("FABRIC_ACTOR", "BEADS_ACTOR", "USER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    return Shop(tmp_path)


def test_where_nobody_acts_no_settings_without_a_reviewer_are_left(
    nowhere: Shop, tmp_path: Path
) -> None:
    ran = nowhere.fabric("init")
    expect(ran, 2)
    assert "not known who acts" in ran.err
    assert not (tmp_path / "fabric.toml").exists()
    expect(nowhere.fabric("init", "--actor", "ada@example.test"), 0)
    text = (tmp_path / "fabric.toml").read_text(encoding="utf-8")
    assert 'reviewers = ["ada@example.test"]' in text


def test_a_clone_that_holds_only_an_export_gets_a_store_and_is_told_to_import(
    nowhere: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FABRIC_ACTOR", "ada@example.test")
    monkeypatch.setenv("PATH", "")
    nowhere.fabric("init", "--prefix", "shop")
    nowhere.fabric(*SAID)
    (tmp_path / ".beads").mkdir()
    expect(nowhere.fabric("export", "-o", ".beads/issues.jsonl"), 0)
    clone = tmp_path / "clone"
    (clone / ".beads").mkdir(parents=True)
    (clone / ".git").mkdir()
    for name in ("fabric.toml", ".beads/issues.jsonl"):
        (clone / name).write_bytes((tmp_path / name).read_bytes())
    monkeypatch.chdir(clone)
    assert "Prefer small modules" in nowhere.fabric("list").out
    ran = nowhere.fabric("init")
    expect(ran, 0)
    assert "Next: fabric import .beads/issues.jsonl" in ran.out
    expect(nowhere.fabric("import", ".beads/issues.jsonl"), 0)
    assert "Prefer small modules" in nowhere.fabric("list").out
    expect(nowhere.fabric("propose", *SAID[1:-1], "Spell names out"), 0)


def test_a_line_instead_of_a_file_is_standard_output(
    nowhere: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FABRIC_ACTOR", "ada@example.test")
    nowhere.fabric("init", "--prefix", "shop")
    ran = nowhere.fabric("export", "-o", "-")
    expect(ran, 0)
    assert ran.out == nowhere.fabric("export").out != ""
    assert not (tmp_path / "-").exists()


def test_new_settings_say_since_when_tasks_are_started(nowhere: Shop, tmp_path: Path) -> None:
    before = SystemClock().now().replace(microsecond=0)
    expect(nowhere.fabric("init", "--actor", "ada@example.test"), 0)
    text = (tmp_path / "fabric.toml").read_text(encoding="utf-8")
    adopted = parse_instant(tomllib.loads(text)["work"]["adopted"])
    assert adopted is not None
    assert before <= adopted <= SystemClock().now()


def test_settings_that_are_there_are_left_without_it(nowhere: Shop, tmp_path: Path) -> None:
    (tmp_path / "fabric.toml").write_text('prefix = "shop"\n', encoding="utf-8")
    expect(nowhere.fabric("init", "--actor", "ada@example.test", "--domain", "arch=A"), 0)
    settings = tomllib.loads((tmp_path / "fabric.toml").read_text(encoding="utf-8"))
    assert "work" not in settings
    assert settings["domains"] == [{"label": "memory-arch", "title": "A"}]


def closed_by_an_import(shop: Shop, work: str, at: str) -> None:
    """Close a task and its contract as a tool does that knows neither `verify` nor `work close`."""
    beads = [json.loads(line) for line in shop.ok("export").out.splitlines()]
    changes = {"status": "closed", "closed_at": at, "updated_at": "2099-01-01T00:00:00Z"}
    lines = [json.dumps(b | changes) for b in beads if b.get("id") in {work, f"{work}-mc"}]
    assert len(lines) == 2
    Path("closed.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    expect(shop.fabric("import", "closed.jsonl"), 0)


def test_a_task_and_its_contract_that_an_import_closed_fail_the_gate(shop: Shop) -> None:
    shop.memory("Every write goes through the service layer")
    work = shop.started()
    expect(shop.fabric("lint"), 0)
    closed_by_an_import(shop, work, format_instant(SystemClock().now()))
    ran = shop.fabric("lint")
    expect(ran, 1)
    assert "closed-over-open-contract" in ran.out


def test_one_that_it_closed_before_the_project_began_is_seen_by_the_gate_of_ci(shop: Shop) -> None:
    shop.memory("Every write goes through the service layer")
    work = shop.started()
    closed_by_an_import(shop, work, "2020-01-01T00:00:00Z")
    expect(shop.fabric("lint"), 0)
    expect(shop.fabric("export", "-o", "fabric-export.jsonl"), 0)
    expect(shop.fabric("lint", "--all", "--store", "jsonl:fabric-export.jsonl"), 1)


def test_a_task_that_was_verified_and_closed_passes_both(shop: Shop) -> None:
    shop.memory("Every write goes through the service layer")
    work = shop.started()
    expect(shop.fabric("verify", work, "--allow-dirty"), 0)
    expect(shop.fabric("work", "close", work), 0)
    expect(shop.fabric("lint", "--fail-on", "warning"), 0)
    expect(shop.fabric("lint", "--all", "--fail-on", "warning"), 0)
