"""Writing: all or nothing, through links, never over what cannot be kept."""

import os
import subprocess
from pathlib import Path

import pytest

from fabric.errors import HostFileRefused, HostFileUnusable
from fabric.hosts.edits import FileEdit, SetupPlan
from fabric.hosts.files import DiskFiles, apply


def edit(path: Path, before: bytes | None, after: bytes | None) -> FileEdit:
    return FileEdit(path, path, path.parent, before, after)


def test_a_new_file_comes_with_its_folders_and_goes_with_them(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.json"
    apply(SetupPlan((FileEdit(path, path, tmp_path, None, b"x"),)))
    assert path.read_bytes() == b"x"
    apply(SetupPlan((FileEdit(path, path, tmp_path, b"x", None),)))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_something_else_stays(tmp_path: Path) -> None:
    path = tmp_path / "a" / "c.json"
    path.parent.mkdir()
    path.write_bytes(b"x")
    (tmp_path / "a" / "mine").touch()
    apply(SetupPlan((FileEdit(path, path, tmp_path, b"x", None),)))
    assert [found.name for found in (tmp_path / "a").iterdir()] == ["mine"]


def test_the_mode_stays_and_no_other_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    path.chmod(0o640)
    apply(SetupPlan((edit(path, b"{}", b"[]"),)))
    assert path.stat().st_mode & 0o777 == 0o640
    assert [found.name for found in tmp_path.iterdir()] == ["s.json"]


def test_a_file_that_changed_since_the_plan_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(b"new")
    with pytest.raises(HostFileUnusable, match="changed by something else"):
        apply(SetupPlan((edit(path, b"old", b"ours"),)))
    with pytest.raises(HostFileUnusable, match="changed by something else"):
        apply(SetupPlan((edit(path, None, b"ours"),)))
    assert path.read_bytes() == b"new"


def test_a_read_only_file_is_refused_and_nothing_else_is_written(tmp_path: Path) -> None:
    first, second = tmp_path / "1", tmp_path / "2"
    second.write_bytes(b"kept")
    second.chmod(0o444)
    with pytest.raises(HostFileUnusable, match="read-only"):
        apply(SetupPlan((edit(first, None, b"x"), edit(second, b"kept", b"y"))))
    assert not first.exists()
    assert second.read_bytes() == b"kept"


def test_a_write_that_fails_halfway_puts_the_first_file_back(tmp_path: Path) -> None:
    first = tmp_path / "1"
    first.write_bytes(b"kept")
    (tmp_path / "file").touch()
    second = tmp_path / "file" / "below a file"
    with pytest.raises(HostFileUnusable, match="Cannot write"):
        apply(SetupPlan((edit(first, b"kept", b"x"), edit(second, None, b"y"))))
    assert first.read_bytes() == b"kept"


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_bytes(b"{}")
    link.symlink_to(real)
    target = DiskFiles().locate(link, tmp_path, confined=True)
    apply(SetupPlan((FileEdit(link, target, tmp_path, b"{}", b"[]"),)))
    assert link.is_symlink()
    assert real.read_bytes() == b"[]"


def test_a_link_out_of_the_project_is_refused_and_followed_where_that_is_allowed(
    tmp_path: Path,
) -> None:
    project = tmp_path / "project"
    project.mkdir()
    outside = tmp_path / "dotfiles.json"
    outside.write_bytes(b"{}")
    link = project / "settings.json"
    link.symlink_to(outside)
    with pytest.raises(HostFileRefused, match="leaves the project"):
        DiskFiles().locate(link, project, confined=True)
    assert DiskFiles().locate(link, project, confined=False) == outside


def test_a_linked_folder_out_of_the_project_is_refused_too(tmp_path: Path) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    (project / ".claude").symlink_to(outside)
    with pytest.raises(HostFileRefused, match="leaves the project"):
        DiskFiles().locate(project / ".claude" / "settings.json", project, confined=True)


def test_links_to_nothing_and_in_circles_are_refused(tmp_path: Path) -> None:
    (tmp_path / "dead").symlink_to(tmp_path / "gone")
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(HostFileRefused, match="not there"):
        DiskFiles().locate(tmp_path / "dead", tmp_path, confined=True)
    with pytest.raises(HostFileRefused, match="link"):
        DiskFiles().locate(tmp_path / "a", tmp_path, confined=True)


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with pytest.raises(HostFileRefused, match="no plain file"):
            DiskFiles().locate(tmp_path / name, tmp_path, confined=True)
        assert DiskFiles().read(tmp_path / name) is None


def test_a_file_that_may_not_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(b"{}")
    path.chmod(0)
    if os.access(path, os.R_OK):
        pytest.skip("whoever runs the tests may read every file")
    with pytest.raises(HostFileUnusable, match="Cannot read"):
        DiskFiles().read(path)


def test_a_file_too_large_for_settings_is_told(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    with path.open("wb") as file:
        file.truncate(5 * 1024 * 1024)
    with pytest.raises(HostFileUnusable, match="larger than"):
        DiskFiles().read(path)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(b"a\nb\n", b"a\nc\nb\n", id="a line more"),
        pytest.param(b"a\nb", b"a\nb\nc", id="no line end at the end, before and after"),
        pytest.param(b"a\r\nb\r\n", b"a\r\nb\r\nc\r\n", id="CRLF"),
        pytest.param(None, b"new\n", id="a new file"),
        pytest.param(b"", b"\n\nx", id="an empty file"),
        pytest.param(b"gone\n", None, id="a file that goes"),
        pytest.param("é\u2028x\x0c\n".encode(), "é\u2028x\x0c\ny\n".encode(), id="odd line marks"),
    ],
)
def test_the_diff_is_one_that_git_applies(
    before: bytes | None, after: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / "sub" / "f.txt"
    path.parent.mkdir()
    if before is not None:
        path.write_bytes(before)
    diff = FileEdit(path, path, tmp_path, before, after).diff()
    subprocess.run(
        ["git", "apply", "--whitespace=nowarn", "-"],
        cwd=tmp_path,
        input=diff.encode(),
        check=True,
    )
    assert (path.read_bytes() if path.exists() else None) == after


def test_the_diff_of_no_change_is_empty() -> None:
    assert SetupPlan(()).diff() == ""
