"""Where a bd workspace is, and how its state is told without asking bd."""

import json
from pathlib import Path

import pytest

from fabric.errors import StoreUnavailable, WrongUse
from fabric.store.bd.workspace import find_workspace
from fabric.store.catalog import open_store
from tests.store.bd.pretend import PretendBd


def test_a_folder_and_its_beads_folder_are_the_same_workspace(tmp_path: Path) -> None:
    (tmp_path / ".beads").mkdir()
    found = find_workspace(tmp_path)
    assert found == find_workspace(tmp_path / ".beads")
    assert (found.root, found.beads) == (tmp_path, tmp_path / ".beads")


def test_a_folder_without_one_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="no bd workspace") as caught:
        find_workspace(tmp_path)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("../main/.beads\n", "main/.beads"),
        ("# to the main checkout\n\n../main/.beads", "main/.beads"),
        ("../none/.beads", "tree/.beads"),
        ("", "tree/.beads"),
    ],
    ids=["relative to the checkout", "behind a comment", "to nowhere", "empty"],
)
def test_a_redirect_is_followed_as_bd_follows_it(text: str, target: str, tmp_path: Path) -> None:
    for name in ("main", "tree"):
        (tmp_path / name / ".beads").mkdir(parents=True)
    (tmp_path / "tree" / ".beads" / "redirect").write_text(text, encoding="utf-8")
    found = find_workspace(tmp_path / "tree")
    assert found.beads == tmp_path / target
    assert found.given == tmp_path / "tree" / ".beads"


def test_the_state_changes_with_a_write_and_not_with_a_read(tmp_path: Path) -> None:
    bd = PretendBd(tmp_path / ".beads")
    workspace = find_workspace(tmp_path)
    before = workspace.state()
    bd(("kv", "list"), given="", seconds=1)
    assert workspace.state() == before != ""
    bd(("kv", "set", "--", "k", "v"), given="", seconds=1)
    assert workspace.state() != before


def test_the_state_changes_when_only_the_log_of_the_database_grew(tmp_path: Path) -> None:
    bd = PretendBd(tmp_path / ".beads")
    workspace = find_workspace(tmp_path)
    before = workspace.state()
    log = bd.beads / "embeddeddolt" / "shop" / ".dolt" / "noms" / ("v" * 32)
    log.write_bytes(b"x")
    assert workspace.state() != before


@pytest.mark.parametrize(
    "settings",
    ['{"dolt_mode":"server","dolt_database":"shop"}', '{"dolt_mode":"embedded"}', "[]", "{", ""],
)
def test_where_there_is_no_embedded_database_there_is_no_state(
    settings: str, tmp_path: Path
) -> None:
    bd = PretendBd(tmp_path / ".beads")
    (bd.beads / "metadata.json").write_text(settings, encoding="utf-8")
    assert find_workspace(tmp_path).state() == ""


def test_an_older_layout_has_no_state(tmp_path: Path) -> None:
    (tmp_path / ".beads").mkdir()
    told = json.dumps({"dolt_mode": "embedded", "dolt_database": "shop"})
    (tmp_path / ".beads" / "metadata.json").write_text(told, encoding="utf-8")
    assert find_workspace(tmp_path).state() == ""


def test_a_store_is_opened_by_its_url_without_running_anything(tmp_path: Path) -> None:
    PretendBd(tmp_path / "shop" / ".beads")
    (tmp_path / "bd").write_text("#!/bin/false\n", encoding="utf-8")
    (tmp_path / "bd").chmod(0o755)
    environment = {"PATH": str(tmp_path)}
    store = open_store("bd:shop", writer_id="w", folder=tmp_path, environment=environment)
    assert store.url == f"bd:{tmp_path / 'shop'}"
    assert store.has_journal
    assert (store.bad_lines(), store.lines(), store.rows_read) == ((), {}, 0)
    store.close()


def test_a_url_without_a_folder_or_a_machine_without_bd_is_a_sentence(tmp_path: Path) -> None:
    PretendBd(tmp_path / ".beads")
    with pytest.raises(WrongUse, match="names no folder"):
        open_store("bd:", writer_id="w")
    with pytest.raises(StoreUnavailable, match="no program bd"):
        open_store(f"bd:{tmp_path}", writer_id="w", environment={"PATH": "/none"})
