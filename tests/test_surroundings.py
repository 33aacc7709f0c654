"""A settings file that is no honest file is a sentence, never a hang and never a traceback."""

import os
from pathlib import Path

import pytest

from fabric.errors import BadSettings
from fabric.surroundings import read_settings_file, root_of


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "fabric.toml"
    file.write_text('prefix = "shop"\n', encoding="utf-8")
    assert read_settings_file(file) == {"prefix": "shop"}


def test_what_never_ends_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "fabric.toml"
    os.mkfifo(pipe)
    with pytest.raises(BadSettings, match="it is no file"):
        read_settings_file(pipe)
    pipe.unlink()
    pipe.symlink_to("/dev/zero")
    with pytest.raises(BadSettings, match="it is no file"):
        read_settings_file(pipe)


def test_a_file_that_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "fabric.toml"
    file.write_text("a = " + "[" * 100_000 + "]" * 100_000, encoding="utf-8")
    with pytest.raises(BadSettings, match="nested too deeply"):
        read_settings_file(file)


@pytest.mark.parametrize("kept", ["machine-id", "eventsData", "registry.json"])
def test_what_bd_keeps_for_the_user_makes_no_project_of_their_home(
    kept: str, tmp_path: Path
) -> None:
    folder = tmp_path / "home" / "shop"
    folder.mkdir(parents=True)
    own = tmp_path / "home" / ".beads"
    own.mkdir()
    (own / kept).touch()
    assert root_of(folder) == folder
    (own / "metadata.json").touch()
    assert root_of(folder) == tmp_path / "home"


def test_a_beads_folder_with_an_export_alone_makes_a_project(tmp_path: Path) -> None:
    folder = tmp_path / "shop" / "src"
    folder.mkdir(parents=True)
    (tmp_path / "shop" / ".beads").mkdir()
    (tmp_path / "shop" / ".beads" / "issues.jsonl").touch()
    assert root_of(folder) == tmp_path / "shop"


@pytest.mark.parametrize("text", ["[tool]\nfabric = 5", "tool = 5", "[tool]\nfabric = [1]"])
def test_a_pyproject_whose_table_is_none_is_told(text: str, tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_text(f"{text}\n# [tool.fabric]\n")
    with pytest.raises(BadSettings, match="is no table"):
        read_settings_file(file)
