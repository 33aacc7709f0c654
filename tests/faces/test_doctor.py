"""`doctor` at the command line: what lies around the store, and the exit status."""

import sqlite3
from pathlib import Path

import pytest

from tests.faces.shop import Ran, Shop


def health(ran: Ran) -> dict[str, str]:
    return {each["found"]: each["health"] for each in ran.document["lines"]}


def test_a_new_project_is_well_and_says_which_store_and_why(shop: Shop) -> None:
    ran = shop.ok("doctor")
    assert "All is well." in ran.out
    assert f"sqlite:///{shop.folder}/.fabric/fabric.db: the embedded store of" in ran.out


def test_a_broken_thing_exits_1_with_its_mend(shop: Shop) -> None:
    database = sqlite3.connect(shop.folder / ".fabric" / "fabric.db")
    with database:
        database.execute("UPDATE fabric_journal SET actor = 'mallory' WHERE sequence = 1")
    database.close()
    ran = shop.fabric("doctor")
    assert ran.status == 1
    assert "✗ journal" in ran.out
    assert "fabric audit --verify" in ran.out


@pytest.mark.parametrize(
    ("settings", "area", "said"),
    [
        pytest.param('colour = "red"\n', "settings", "there is no setting", id="unknown key"),
        pytest.param(
            "store = 'sqlite:///gone.db'\n", "store", "gone.db", id="a store that is gone"
        ),
        pytest.param("store = 'mongo:x'\n", "store", "names no kind of store", id="no such kind"),
    ],
)
def test_what_cannot_be_looked_at_is_a_line_too(
    shop: Shop, settings: str, area: str, said: str
) -> None:
    (shop.folder / "fabric.toml").write_text(settings, encoding="utf-8")
    ran = shop.fabric("doctor", "--json")
    broken = [each for each in ran.document["lines"] if each["health"] == "broken"]
    assert ran.status == 1
    assert [each["area"] for each in broken] == [area]
    assert said in broken[0]["found"]
    assert broken[0]["mend"]


def test_another_package_named_fabric_is_named(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    information = tmp_path / "site" / "fabric-3.2.2.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: fabric\nVersion: 3.2.2\n")
    (information / "top_level.txt").write_text("fabric\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    ran = shop.fabric("doctor", "--json")
    assert ran.status == 1
    assert health(ran)["Another package brings a module `fabric` too: fabric."] == "broken"


def test_a_state_folder_that_cannot_be_written_is_named(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a-file").touch()
    monkeypatch.setenv("FABRIC_STATE", str(tmp_path / "a-file" / "state"))
    ran = shop.fabric("doctor", "--json")
    assert ran.status == 1
    assert any("no trust and no writer id can be kept" in found for found in health(ran))


def test_the_shell_of_an_agent_host_is_named(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    assert "This looks like a shell of claude (CLAUDECODE)" in shop.ok("doctor").out


def test_a_beads_folder_beside_it_is_named(shop: Shop) -> None:
    (shop.folder / ".beads").mkdir()
    assert "There is a .beads/ here" in shop.ok("doctor").out
