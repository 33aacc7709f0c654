"""Grounds laid out of plain values: the files of a test, without a disk."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fabric.errors import HostFileRefused
from fabric.hosts.edits import SetupPlan
from fabric.hosts.ground import Ground

PROJECT = Path("/project")
HOME = Path("/home/tess")


@dataclass
class MemoryFiles:
    """Files by absolute path, and links from path to path."""

    contents: dict[Path, bytes] = field(default_factory=dict)
    links: dict[Path, Path] = field(default_factory=dict)

    def read(self, path: Path) -> bytes | None:
        return self.contents.get(self.links.get(path, path))

    def locate(self, path: Path, folder: Path, *, confined: bool) -> Path:
        target = self.links.get(path, path)
        if confined and not target.is_relative_to(folder):
            raise HostFileRefused(f"{path} is a link that leaves the project.")
        return target

    def carry_out(self, plan: SetupPlan) -> None:
        for edit in plan.edits:
            assert self.contents.get(edit.target) == edit.before
            if edit.after is None:
                del self.contents[edit.target]
            else:
                self.contents[edit.target] = edit.after


def lay(
    project: Mapping[str, str | bytes] | None = None,
    home: Mapping[str, str | bytes] | None = None,
    environ: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
) -> tuple[Ground, MemoryFiles]:
    """Return a ground with these files, named relative to the project and the home folder."""
    files = MemoryFiles()
    for folder, named in ((PROJECT, project), (HOME, home)):
        for name, content in (named or {}).items():
            files.contents[folder / name] = (
                content if isinstance(content, bytes) else content.encode()
            )
    files.links.update({PROJECT / name: PROJECT / to for name, to in (links or {}).items()})
    return Ground(PROJECT, HOME, environ or {}, files), files
