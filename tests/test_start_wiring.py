"""Where a session starts: the quick way finds the same project and the same store as the full one."""

import subprocess
from pathlib import Path

import pytest

from fabric.errors import BadSettings, NoStore, StoreUnavailable
from fabric.models.settings import Settings
from fabric.start_wiring import (
    Start,
    _own_url,
    custom_words,
    find_root,
    find_start,
    holder_names,
    open_reads,
)
from fabric.store.backends.jsonl import JsonlStore
from fabric.store.discovery import find_store
from fabric.store.sqlite_make import create_store
from fabric.store.sqlite_reads import SqliteReads
from fabric.surroundings import Environment

NOBODY = Environment({})


def made(folder: Path) -> Path:
    """Make a folder with an embedded store in it."""
    create_store(folder / ".fabric" / "fabric.db", wait_seconds=1)
    return folder


def start(root: Path, **variables: str) -> Start:
    return find_start(root, Environment(variables), is_ours=True)


def test_the_embedded_store_is_found_as_the_discovery_finds_it(tmp_path: Path) -> None:
    inner = made(tmp_path) / "src" / "api"
    inner.mkdir(parents=True)
    (tmp_path / "fabric.toml").write_text("")
    for folder in (tmp_path, inner):
        root, is_ours = find_root(folder)
        assert (root, is_ours) == (tmp_path, True)
        assert _own_url(root, NOBODY) == find_store(root, "", {}).url


@pytest.mark.parametrize("mark", [".beads", ".git"])
def test_what_may_be_more_than_an_embedded_store_is_left_to_the_discovery(
    tmp_path: Path, mark: str
) -> None:
    made(tmp_path)
    (tmp_path / mark).write_text("gitdir: elsewhere\n")
    assert _own_url(tmp_path, NOBODY) == ""


def test_no_store_is_looked_for_above_a_repository(tmp_path: Path) -> None:
    inner = made(tmp_path) / "repository"
    (inner / ".git").mkdir(parents=True)
    assert find_root(inner) == (inner, False)
    assert _own_url(inner, NOBODY) == ""
    with pytest.raises(NoStore):
        open_reads(start(inner), "", 1)


def test_a_named_workspace_comes_first(tmp_path: Path) -> None:
    made(tmp_path)
    assert _own_url(tmp_path, Environment({"BEADS_DIR": "/elsewhere"})) == ""


def test_a_bd_workspace_without_bd_is_read_from_its_export(tmp_path: Path) -> None:
    beads = tmp_path / ".beads"
    beads.mkdir()
    (beads / "issues.jsonl").write_text('{"id":"a-1","title":"T"}\n')
    opened = open_reads(start(tmp_path, PATH=""), "", 1)
    assert isinstance(opened.store, JsonlStore)
    opened.close()


def test_what_the_settings_name_begins_at_the_root_and_what_is_typed_at_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path)
    (tmp_path / "fabric.toml").write_text('store = "sqlite:///.fabric/fabric.db"\n')
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for begun in (start(tmp_path), start(tmp_path, FABRIC_STORE="sqlite:///.fabric/fabric.db")):
        opened = open_reads(begun, "", 1)
        assert isinstance(opened.store, SqliteReads)
        opened.close()
    with pytest.raises(StoreUnavailable):
        open_reads(start(tmp_path), "sqlite:///.fabric/fabric.db", 1)


def test_a_variable_comes_before_the_settings(tmp_path: Path) -> None:
    (tmp_path / "fabric.toml").write_text("[prime]\nmax_chars = 700\n")
    assert start(tmp_path).settings.prime.max_chars == 700
    assert start(tmp_path, FABRIC_PRIME_MAX_CHARS="900").settings.prime.max_chars == 900
    assert start(tmp_path, FABRIC_ACTOR="vera", FABRIC_STATE="/x").settings.prime.max_chars == 700


def test_a_project_without_a_file_has_the_defaults(tmp_path: Path) -> None:
    assert start(tmp_path).settings == Settings()


def test_settings_that_make_no_sense_are_told_as_everywhere(tmp_path: Path) -> None:
    (tmp_path / "fabric.toml").write_text("[govrnance]\n")
    with pytest.raises(BadSettings, match="govrnance"):
        start(tmp_path)


def test_the_words_of_a_worktree_come_before_those_of_the_main_checkout(tmp_path: Path) -> None:
    main, linked = tmp_path / "main", tmp_path / "linked"
    for words in (
        ("init", "-q", str(main)),
        ("-C", str(main), "commit", "-q", "--allow-empty", "-m", "Begin"),
        ("-C", str(main), "worktree", "add", "-q", str(linked)),
    ):
        subprocess.run(["git", *words], check=True, capture_output=True)
    assert custom_words(linked) is None
    for folder in (main, linked):
        (folder / ".beads").mkdir()
        (folder / ".beads" / "PRIME.md").write_bytes(f"\ufeff{folder.name}\r\n".encode())
        assert custom_words(linked) == f"{folder.name}\r\n"


def test_a_holder_is_who_acts_else_whom_git_and_the_system_name(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for key, value in (("name", "Vera V"), ("email", "vera@example.test")):
        subprocess.run(["git", "-C", str(tmp_path), "config", f"user.{key}", value], check=True)
    assert holder_names(tmp_path, Environment({"USER": "vera"}))() == {
        *("Vera V", "vera@example.test"),
        "vera",
    }
    assert holder_names(tmp_path, Environment({"FABRIC_ACTOR": "agent:scout"}))() == {
        *("agent:scout",),
        "scout",
    }
