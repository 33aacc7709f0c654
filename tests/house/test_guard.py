"""The guard around every test works: seen from a test that tries to get out."""

import os
import socket
from pathlib import Path

import pytest

from tests.guard import (
    ENVIRONMENT_AT_START,
    ROOT,
    ThisTestLeftSomethingBehind,
    ThisTestReachedForTheNetwork,
    left_as_found,
)

HIDDEN_PREFIXES = ("FABRIC_", "BEADS_", "CLAUDE", "CODEX", "GEMINI", "CURSOR", "USER", "EDITOR")


def test_the_home_folder_is_a_new_empty_one() -> None:
    assert str(Path.home()) != ENVIRONMENT_AT_START.get("HOME")
    assert list(Path.home().iterdir()) == []


def test_nothing_that_could_steer_the_program_is_in_the_environment() -> None:
    assert [name for name in os.environ if name.startswith(HIDDEN_PREFIXES)] == []


def test_the_network_is_refused() -> None:
    with socket.socket() as outside, pytest.raises(ThisTestReachedForTheNetwork):
        outside.connect(("192.0.2.1", 80))


def test_looking_up_a_name_is_refused() -> None:
    with pytest.raises(ThisTestReachedForTheNetwork):
        socket.getaddrinfo("example.test", 80)


def test_this_machine_may_be_talked_to() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        assert client.getpeername() == server.getsockname()


def test_a_changed_environment_is_named_and_put_back() -> None:
    with pytest.raises(ThisTestLeftSomethingBehind, match="FABRIC_STORE"), left_as_found(None):
        os.environ["FABRIC_STORE"] = "memory:"
    assert "FABRIC_STORE" not in os.environ


def test_a_changed_working_folder_is_named_and_put_back(tmp_path: Path) -> None:
    before = Path.cwd()
    with pytest.raises(ThisTestLeftSomethingBehind, match="working folder"), left_as_found(None):
        os.chdir(tmp_path)
    assert Path.cwd() == before


def test_a_file_left_in_the_home_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ThisTestLeftSomethingBehind, match="gitconfig"), left_as_found(tmp_path):
        (tmp_path / ".gitconfig").touch()


def test_a_test_that_cleans_up_is_left_in_peace(home: Path, tmp_path: Path) -> None:
    with left_as_found(tmp_path / "home"), pytest.MonkeyPatch.context() as patch:
        patch.setenv("FABRIC_STORE", "memory:")
        patch.chdir(ROOT)
    assert list(home.iterdir()) == []
