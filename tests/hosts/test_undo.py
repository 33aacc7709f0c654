"""Connect, then undo: every byte and every file as before, for every host, on a real disk."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from fabric.hosts.catalog import HOSTS
from fabric.hosts.connect import Connection, check, plan_removal, plan_setup
from fabric.hosts.files import DiskFiles, apply
from fabric.hosts.ground import Ground, Level

RECORDINGS = Path(__file__).with_name("recordings")


@dataclass(frozen=True)
class Layout:
    """Recordings under the names that the host looks for, in the project or the home folder."""

    host: str
    level: Level
    files: tuple[tuple[str, str], ...] = ()

    def told(self) -> str:
        named = " and ".join(source for _, source in self.files) or "no file"
        return f"{self.host} at {self.level} level with {named}"


LAYOUTS = [
    *(Layout(name, level) for name, host in HOSTS.items() for level in host.levels),
    *(
        Layout("claude", level, ((".claude/settings.json", f"claude/{name}.json"),))
        for level in Level
        for name in ("documented", "after_bd", "left_by_bd")
    ),
    *(
        Layout("codex", level, ((".codex/hooks.json", f"codex/{name}.json"),))
        for level in Level
        for name in ("documented", "after_bd")
    ),
    Layout("codex", Level.PROJECT, ((".codex/config.toml", "codex/documented.toml"),)),
    Layout("codex", Level.USER, ((".codex/config.toml", "codex/documented.toml"),)),
    Layout("codex", Level.PROJECT, (("AGENTS.md", "agents_md/after_bd.md"),)),
    Layout("gemini", Level.USER, ((".gemini/settings.json", "gemini/documented.json"),)),
    Layout(
        "gemini",
        Level.PROJECT,
        (
            (".gemini/settings.json", "gemini/documented.json"),
            ("GEMINI.md", "agents_md/handmade.md"),
        ),
    ),
    *(
        Layout("cursor", level, ((".cursor/hooks.json", f"cursor/{name}.json"),))
        for level in Level
        for name in ("documented", "after_bd")
    ),
    Layout("agents-md", Level.PROJECT, (("AGENTS.md", "agents_md/after_bd.md"),)),
    Layout("agents-md", Level.PROJECT, (("AGENTS.md", "agents_md/handmade.md"),)),
    Layout("ci", Level.PROJECT, ((".gitlab-ci.yml", "ci/gitlab.yml"),)),
]
FORMS: dict[str, Callable[[bytes], bytes]] = {
    "as recorded": lambda content: content,
    "with CRLF": lambda content: content.replace(b"\n", b"\r\n"),
    "with a byte order mark": lambda content: b"\xef\xbb\xbf" + content,
    "without its last line end": lambda content: content.rstrip(b"\n"),
    "with blank lines behind": lambda content: content + b"\n\n",
}


def tree(folder: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }


def laid(layout: Layout, form: str, tmp_path: Path) -> Ground:
    project, home = tmp_path / "project", tmp_path / "home"
    project.mkdir()
    home.mkdir()
    for name, source in layout.files:
        path = (home if layout.level is Level.USER else project) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(FORMS[form]((RECORDINGS / source).read_bytes()))
    return Ground(project, home, {}, DiskFiles())


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("layout", LAYOUTS, ids=Layout.told)
def test_connecting_and_undoing_restores_every_byte(
    layout: Layout, form: str, tmp_path: Path
) -> None:
    ground = laid(layout, form, tmp_path)
    before = tree(tmp_path)
    assert check(layout.host, layout.level, ground).connection is Connection.ABSENT
    assert plan_removal(layout.host, layout.level, ground).edits == ()

    plan = plan_setup(layout.host, layout.level, ground)
    assert plan.edits
    assert tree(tmp_path) == before, "a plan writes nothing"
    apply(plan)
    assert check(layout.host, layout.level, ground).connection is Connection.CONNECTED
    assert plan_setup(layout.host, layout.level, ground).edits == (), "a second run adds nothing"

    removal = plan_removal(layout.host, layout.level, ground)
    assert removal.notes == ()
    apply(removal)
    assert tree(tmp_path) == before


def test_every_recording_is_tried() -> None:
    there = {path.relative_to(RECORDINGS).as_posix() for path in RECORDINGS.rglob("*.*")}
    tried = {source for layout in LAYOUTS for _, source in layout.files}
    assert there - {"README.md"} == tried


def test_all_hosts_together_leave_no_trace_when_all_are_gone(tmp_path: Path) -> None:
    layout = Layout("agents-md", Level.PROJECT, (("AGENTS.md", "agents_md/after_bd.md"),))
    ground = laid(layout, "as recorded", tmp_path)
    before = tree(tmp_path)
    for name in HOSTS:
        apply(plan_setup(name, Level.PROJECT, ground))
    assert (ground.project / "AGENTS.md").read_text().count("BEGIN FABRIC MEMORY") == 1
    for name in HOSTS:
        apply(plan_removal(name, Level.PROJECT, ground))
    assert tree(tmp_path) == before
