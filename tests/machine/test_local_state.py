"""What a machine remembers lies in small files, and survives what may be wrong with them."""

from pathlib import Path

import pytest

from fabric.errors import CouldNot
from fabric.machine.local_state import FolderState
from fabric.models.sighting import Sighting
from fabric.ports import Trust

STORE, OTHER = "sqlite:///a.db", "sqlite:///b.db"
ONE, TWO = Sighting("w-1", 1, "sha256:1"), Sighting("w-1", 2, "sha256:2")


@pytest.fixture
def state(tmp_path: Path) -> FolderState:
    return FolderState(tmp_path / "state")


def test_what_was_seen_is_remembered_in_order_for_its_own_store(state: FolderState) -> None:
    state.saw(STORE, ONE)
    state.saw(STORE, TWO)
    assert state.seen(STORE) == [ONE, TWO]
    assert state.seen(OTHER) == []


def test_what_is_kept_takes_the_place_of_what_was_seen_before(state: FolderState) -> None:
    state.saw(STORE, ONE)
    state.keep_seen(STORE, (TWO,))
    assert state.seen(STORE) == [TWO]
    state.saw(STORE, ONE)
    assert state.seen(STORE) == [TWO, ONE]


def test_a_line_that_was_cut_short_is_left_out(state: FolderState, tmp_path: Path) -> None:
    state.saw(STORE, ONE)
    (file,) = (tmp_path / "state" / "seen").iterdir()
    file.write_text(file.read_text() + '["w-1", 2, "sh\n[1]\n7\n["w-1", "x", "y"]\n')
    assert state.seen(STORE) == [ONE]


def test_a_folder_that_takes_no_file_stops_no_verb_and_is_told_where_it_matters(
    tmp_path: Path,
) -> None:
    (tmp_path / "state").write_text("a file in the way")
    state = FolderState(tmp_path / "state")
    state.saw(STORE, ONE)
    with pytest.raises(CouldNot, match="cannot be written"):
        state.keep_seen(STORE, (ONE,))


def test_a_writer_id_stays_the_same_for_a_store(state: FolderState) -> None:
    own = state.writer_id(STORE)
    assert own.startswith("w-")
    assert state.writer_id(STORE) == own
    assert state.writer_id(OTHER) != own


def test_trust_is_remembered_for_a_digest(state: FolderState) -> None:
    given = Trust("sha256:1", "shop-m1", "ada", "2026-03-02T09:00:00Z")
    state.trust(given)
    assert state.trusted("sha256:1") == given
    assert state.trusted("sha256:2") is None


def test_a_writer_id_that_was_lost_with_the_power_is_made_anew(
    state: FolderState, tmp_path: Path
) -> None:
    state.writer_id(STORE)
    (file,) = (tmp_path / "state" / "writers").iterdir()
    file.write_text("")
    own = state.writer_id(STORE)
    assert own.startswith("w-")
    assert state.writer_id(STORE) == own


def test_a_store_in_a_folder_whose_name_is_no_utf_8_has_its_own_id(state: FolderState) -> None:
    store = "sqlite:////home/caf\udce9/a.db"
    assert state.writer_id(store) == state.writer_id(store) != state.writer_id(STORE)
    state.saw(store, ONE)
    assert state.seen(store) == [ONE]


def test_a_line_that_is_nested_too_deeply_is_left_out(state: FolderState, tmp_path: Path) -> None:
    state.saw(STORE, ONE)
    (file,) = (tmp_path / "state" / "seen").iterdir()
    file.write_text(file.read_text() + "[" * 200_000 + "\n")
    assert state.seen(STORE) == [ONE]


def test_a_file_in_the_way_of_the_folder_means_that_nothing_was_seen(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file in the way")
    assert FolderState(tmp_path / "state").seen(STORE) == []
