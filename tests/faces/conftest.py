"""A fresh project for each test of the command line."""

from pathlib import Path

import pytest

from tests.faces.shop import Shop


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    folder = tmp_path / "shop"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("FABRIC_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("FABRIC_ACTOR", "vera@example.test")
    made = Shop(folder)
    made.ok("init", "--prefix", "shop")
    settings = folder / "fabric.toml"
    text = settings.read_text(encoding="utf-8").replace('confirm = "typed"', 'confirm = "none"')
    settings.write_text(text, encoding="utf-8")
    return made
