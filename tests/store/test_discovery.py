"""Which store a project uses: the order of the places, and what each of them says of itself."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from fabric.errors import NoStore, StoreUnavailable
from fabric.store.discovery import find_store, own_store
from fabric.store.dolt.address import parse_address
from fabric.store.dolt.settings import workspace_settings

SERVER = {"dolt_mode": "server", "dolt_database": "shop", "dolt_server_port": 33110}
EMBEDDED = {"dolt_mode": "embedded", "dolt_database": "shop"}
NOWHERE: Mapping[str, str] = {"PATH": ""}


def workspace(folder: Path, metadata: Mapping[str, object]) -> Path:
    """Make a `.beads` folder in a folder, as `bd init` does."""
    beads = folder / ".beads"
    beads.mkdir(parents=True)
    (beads / "metadata.json").write_text(json.dumps(metadata), encoding="utf-8")
    return beads


def with_bd(folder: Path) -> Mapping[str, str]:
    """Return an environment in which a command `bd` is on the PATH."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "bd").write_text("#!/bin/sh\n", encoding="utf-8")
    (tools / "bd").chmod(0o755)
    return {"PATH": str(tools)}


def own(folder: Path) -> None:
    """Make a store of our own."""
    (folder / ".fabric").mkdir()
    (folder / ".fabric" / "fabric.db").touch()


def test_a_store_that_is_named_comes_before_all(tmp_path: Path) -> None:
    workspace(tmp_path, SERVER)
    found = find_store(tmp_path, "memory:", {"BEADS_DIR": "elsewhere"})
    assert (found.url, found.why) == ("memory:", "it was named")


def test_a_workspace_comes_before_a_store_of_our_own(tmp_path: Path) -> None:
    own(tmp_path)
    assert find_store(tmp_path, "", NOWHERE) == own_store(tmp_path)
    workspace(tmp_path, SERVER)
    assert find_store(tmp_path, "", NOWHERE).url == "dolt://root@127.0.0.1:33110/shop"


def test_an_export_that_we_wrote_ourselves_does_not_take_the_place_of_our_store(
    tmp_path: Path,
) -> None:
    own(tmp_path)
    beads = tmp_path / ".beads"
    beads.mkdir()
    (beads / "issues.jsonl").touch()
    assert find_store(tmp_path, "", with_bd(tmp_path)) == own_store(tmp_path)
    (beads / "config.yaml").touch()
    assert find_store(tmp_path, "", with_bd(tmp_path)).url == f"bd:{tmp_path}"


def test_a_folder_of_that_name_which_bd_did_not_make_is_no_workspace(tmp_path: Path) -> None:
    (tmp_path / ".beads" / "fabric-journal").mkdir(parents=True)
    with pytest.raises(NoStore) as caught:
        find_store(tmp_path, "", NOWHERE)
    assert "fabric init" in caught.value.remedy


def test_an_embedded_workspace_is_spoken_to_through_bd(tmp_path: Path) -> None:
    workspace(tmp_path, EMBEDDED)
    found = find_store(tmp_path, "", with_bd(tmp_path))
    assert found.url == f"bd:{tmp_path}"
    assert "its own command" in found.why


def test_without_bd_its_export_is_read_and_that_is_said(tmp_path: Path) -> None:
    beads = workspace(tmp_path, EMBEDDED)
    (beads / "issues.jsonl").touch()
    found = find_store(tmp_path, "", NOWHERE)
    assert found.url == f"jsonl:{beads / 'issues.jsonl'}"
    assert "nothing can be written" in found.why


def test_without_bd_and_without_an_export_there_is_a_store_that_does_not_work(
    tmp_path: Path,
) -> None:
    workspace(tmp_path, EMBEDDED)
    own(tmp_path)
    with pytest.raises(StoreUnavailable) as caught:
        find_store(tmp_path, "", NOWHERE)
    assert not isinstance(caught.value, NoStore)
    assert "Install bd" in caught.value.remedy


def test_a_workspace_is_looked_for_upwards_and_not_beyond_the_repository(tmp_path: Path) -> None:
    workspace(tmp_path, SERVER)
    inner = tmp_path / "repository"
    below = inner / "a" / "b"
    below.mkdir(parents=True)
    assert find_store(below, "", NOWHERE).url.startswith("dolt:")
    (inner / ".git").mkdir()
    with pytest.raises(NoStore):
        find_store(below, "", NOWHERE)


def test_in_a_worktree_the_workspace_of_the_main_checkout_is_taken(tmp_path: Path) -> None:
    main, tree = tmp_path / "main", tmp_path / "tree"
    workspace(main, SERVER)
    workspace(tree, EMBEDDED)  # what git tracks of it is checked out here too
    (tree / ".git").write_text("gitdir: ../main/.git/worktrees/tree\n", encoding="utf-8")
    git = main / ".git" / "worktrees" / "tree"
    git.mkdir(parents=True)
    (git / "commondir").write_text("../..\n", encoding="utf-8")
    found = find_store(tree, "", NOWHERE)
    assert found.url == "dolt://root@127.0.0.1:33110/shop"
    assert str(main) in found.why


def test_a_workspace_says_of_which_project_the_database_must_be(tmp_path: Path) -> None:
    workspace(tmp_path, {**SERVER, "project_id": "1234-abcd"})
    url = find_store(tmp_path, "", NOWHERE).url
    assert url == "dolt://root@127.0.0.1:33110/shop?project=1234-abcd"
    assert parse_address(url).project == "1234-abcd"
    assert parse_address(url).url == url


@pytest.mark.parametrize("given", ["elsewhere/.beads", "elsewhere"])
def test_beads_dir_names_the_workspace(given: str, tmp_path: Path) -> None:
    workspace(tmp_path, {**SERVER, "dolt_database": "here"})
    workspace(tmp_path / "elsewhere", {**SERVER, "dolt_database": "there"})
    found = find_store(tmp_path, "", {"BEADS_DIR": given})
    assert found.url.endswith("/there")
    assert "BEADS_DIR" in found.why


def test_a_beads_dir_that_is_not_there_is_no_reason_to_take_another(tmp_path: Path) -> None:
    workspace(tmp_path, SERVER)
    with pytest.raises(StoreUnavailable, match="gone"):
        find_store(tmp_path, "", {"BEADS_DIR": "gone"})


def test_a_redirect_is_followed_and_told(tmp_path: Path) -> None:
    (tmp_path / "clone" / ".beads").mkdir(parents=True)
    redirect = tmp_path / "clone" / ".beads" / "redirect"
    redirect.write_text("# shared\n../main/.beads\n", encoding="utf-8")
    workspace(tmp_path / "main", SERVER)
    found = find_store(tmp_path / "clone", "", NOWHERE)
    assert found.url.endswith("/shop")
    assert "redirects to" in found.why


def test_settings_that_are_no_json_are_said_so(tmp_path: Path) -> None:
    (workspace(tmp_path, {}) / "metadata.json").write_text("{", encoding="utf-8")
    with pytest.raises(StoreUnavailable, match="cannot be read as JSON"):
        find_store(tmp_path, "", NOWHERE)


PORTS = [
    pytest.param({}, {}, "dolt://root@127.0.0.1:33110/shop", id="the settings"),
    pytest.param({"config.yaml": 'dolt.port: "4000"\n'}, {}, "dolt://root@127.0.0.1:4000/shop",
                 id="config.yaml before them"),
    pytest.param({"config.yaml": "dolt.port: 4000", "dolt-server.port": "5000"}, {},
                 "dolt://root@127.0.0.1:5000/shop", id="the port file before that"),
    pytest.param({"dolt-server.port": "5000"}, {"BEADS_DOLT_SERVER_PORT": "6000"},
                 "dolt://root@127.0.0.1:6000/shop", id="the environment before all"),
    pytest.param({"dolt-server.port": "nonsense"}, {}, "dolt://root@127.0.0.1:33110/shop",
                 id="a port file that holds no number"),
    pytest.param({}, {"BEADS_DOLT_SERVER_USER": "ada", "BEADS_DOLT_SERVER_DATABASE": "other"},
                 "dolt://ada@127.0.0.1:33110/other", id="user and database"),
    pytest.param({"dolt-server.port": "5000"}, {"BEADS_DOLT_SERVER_HOST": "db.example.test"},
                 "dolt://root@db.example.test:33110/shop", id="the local port file is not for a remote server"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "variables", "url"), PORTS)
def test_the_server_is_where_bd_itself_looks(
    files: Mapping[str, str], variables: Mapping[str, str], url: str, tmp_path: Path
) -> None:
    beads = workspace(tmp_path, SERVER)
    for name, text in files.items():
        (beads / name).write_text(text, encoding="utf-8")
    assert find_store(tmp_path, "", variables).url == url


def test_a_server_of_bds_own_that_does_not_run_is_said_so_and_its_new_port_is_found(
    tmp_path: Path,
) -> None:
    beads = workspace(tmp_path, {"dolt_mode": "server", "dolt_database": "shop"})
    with pytest.raises(StoreUnavailable) as caught:
        find_store(tmp_path, "", NOWHERE)
    assert "bd dolt start" in caught.value.remedy
    for port in ("33120", "38229"):
        (beads / "dolt-server.port").write_text(port, encoding="utf-8")
        assert find_store(tmp_path, "", NOWHERE).url == f"dolt://root@127.0.0.1:{port}/shop"


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, False),
        ({"BEADS_DOLT_SERVER_MODE": "1"}, True),
        ({"BEADS_DOLT_SHARED_SERVER": "true"}, True),
        ({"BEADS_DOLT_SERVER_HOST": "db.example.test"}, True),
        ({"BEADS_DOLT_SERVER_HOST": "localhost"}, False),
    ],
)
def test_the_environment_can_ask_for_a_server(
    variables: Mapping[str, str], expected: bool, tmp_path: Path
) -> None:
    assert workspace_settings(workspace(tmp_path, EMBEDDED), variables).is_server is expected


def test_a_password_in_the_environment_stands_in_no_url(tmp_path: Path) -> None:
    workspace(tmp_path, SERVER)
    found = find_store(tmp_path, "", {"BEADS_DOLT_PASSWORD": "hunter2"})
    assert "hunter2" not in f"{found}"
