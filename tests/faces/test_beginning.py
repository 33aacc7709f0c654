"""How a project begins: what `init` needs, and what it makes of a clone that holds an export."""

from pathlib import Path

import pytest

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
