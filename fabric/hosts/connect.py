"""Connect a host, disconnect it, look whether it is connected: plans as values, nothing written."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from fabric.errors import HostFileRefused, HostFileUnusable, WrongUse
from fabric.hosts.catalog import HOSTS
from fabric.hosts.edits import FileEdit, SetupPlan
from fabric.hosts.ground import Ground, Level
from fabric.hosts.host import Host, Remark, Topic
from fabric.hosts.json_hooks import JsonHooks
from fabric.hosts.part import Part, Role
from fabric.hosts.text_form import Decoded, decode
from fabric.hosts.unfit import Unfit
from fabric.models.frozen import dataclass, field

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class Connection(StrEnum):
    """How far a host is set up at a level."""

    CONNECTED = "connected"
    PARTLY = "partly"
    OUTDATED = "outdated"
    DOUBLED = "doubled"
    ABSENT = "absent"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What stands where, and what is known to hold it back; `found` names files and copies."""

    host: str
    level: Level
    connection: Connection
    found: tuple[tuple[Path, int], ...]
    remarks: tuple[Remark, ...]


@dataclass(slots=True)
class _Desk:
    """The files as they are and as they are to be, each file once however many names it has."""

    ground: Ground
    edits: dict[Path, FileEdit] = field(default_factory=dict)

    def open(self, part: Part) -> tuple[Path, bytes | None]:
        target = self.ground.files.locate(part.path, part.folder, confined=part.confined)
        edit = self.edits.get(target)
        return target, edit.after if edit else self.ground.files.read(target)

    def write(self, part: Part, after: bytes | None) -> None:
        target, now = self.open(part)
        if after != now:
            before = self.ground.files.read(target)
            self.edits[target] = FileEdit(part.path, target, part.folder, before, after)

    def changed(self) -> tuple[FileEdit, ...]:
        return tuple(self.edits.values())


def find_host(name: str) -> Host:
    """Return a host by its name; raise `WrongUse` for one that we do not know."""
    if name not in HOSTS:
        raise WrongUse(f"There is no host {name!r}.", f"Hosts: {', '.join(HOSTS)}.")
    return HOSTS[name]


def plan_setup(name: str, level: Level, ground: Ground) -> SetupPlan:
    """Return what connecting a host changes: nothing where it is connected already.

    Raises `WrongUse` for an unknown host or level, `HostFileRefused` or `HostFileUnusable` for a
    file that cannot be read or edited.
    """
    host = _host_at(name, level)
    desk = _Desk(ground)
    notes: list[str] = []
    for part in _chosen(host, level, desk):
        _, content = desk.open(part)
        decoded = _decoded(part, content)
        before = decoded.text if decoded else None
        after = _asking(part, part.kind.put, before)
        if after == before:
            continue
        if decoded and decoded.marked:
            notes.append(f"{part.path} begins with a byte order mark, which stays.")
        desk.write(part, (decoded or Decoded("")).encode(after))
    remarks = _remarks(host, level, ground)
    return SetupPlan(desk.changed(), (*notes, *(remark.text for remark in remarks)))


def plan_removal(name: str, level: Level, ground: Ground) -> SetupPlan:
    """Return what taking everything of ours out of a host's files changes; raises as `plan_setup`."""
    host = _host_at(name, level)
    desk = _Desk(ground)
    notes: list[str] = []
    for part in host.parts(ground, level):
        _, content = desk.open(part)
        decoded = _decoded(part, content)
        if decoded is None or _is_broken_and_not_ours(part, decoded.text):
            continue
        taken = _asking(part, part.kind.take, decoded.text)
        desk.write(part, None if taken.after is None else decoded.encode(taken.after))
        if taken.remark:
            notes.append(f"{part.path} {taken.remark}.")
    return SetupPlan(desk.changed(), tuple(notes))


def check(name: str, level: Level, ground: Ground) -> CheckReport:
    """Return how far a host is connected and what holds it back; broken files are told, not raised."""
    host = _host_at(name, level)
    try:
        counts = _counts(host, level, ground)
        connection = _connection(host, level, ground, counts)
    except (HostFileRefused, HostFileUnusable) as error:
        remark = Remark(Topic.HELD_BACK, error.what)
        return CheckReport(name, level, Connection.UNREADABLE, (), (remark,))
    found = tuple((part.path, count) for part, count in counts if count)
    remarks = _remarks(host, level, ground) if found else ()
    return CheckReport(name, level, connection, found, remarks)


def has_entry(name: str, level: Level, ground: Ground) -> bool:
    """Tell whether a hook of ours stands in a host's files, false where they cannot be read."""
    host = find_host(name)
    parts = (part for part in host.parts(ground, level) if part.role is Role.HOOK)
    return any(_count_or_zero(part, ground.text(part.path)) for part in parts)


def _host_at(name: str, level: Level) -> Host:
    host = find_host(name)
    if level not in host.levels:
        raise WrongUse(
            f"{host.title} is set up for a project, not for a user.", "Leave --user out."
        )
    return host


def _chosen(host: Host, level: Level, desk: _Desk) -> Iterator[Part]:
    """Yield one part a role: the one that holds ours already, else the one for a new entry."""
    parts = host.parts(desk.ground, level)
    for role in Role:
        of_role = [part for part in parts if part.role is role]
        holding = [part for part in of_role if _holds_ours(part, desk)]
        yield from (holding or [part for part in of_role if part.wanted])[:1]


def _holds_ours(part: Part, desk: _Desk) -> bool:
    _, content = desk.open(part)
    try:
        return content is not None and part.kind.count(decode(content).text) > 0
    except Unfit:
        return False


def _decoded(part: Part, content: bytes | None) -> Decoded | None:
    return None if content is None else _asking(part, decode, content)


def _asking(part: Part, ask: Callable[[Given], Answer], given: Given) -> Answer:
    """Put the file's name to what a kind has to say against its text."""
    try:
        return ask(given)
    except Unfit as error:
        raise HostFileRefused(f"{part.path} {error.why}.", error.remedy) from error


def _is_broken_and_not_ours(part: Part, text: str) -> bool:
    """Tell whether a file that we do not write to cannot be read, and shows nothing of ours."""
    try:
        part.kind.count(text)
    except Unfit:
        return not part.wanted and "fabric" not in text
    return False


def _counts(host: Host, level: Level, ground: Ground) -> list[tuple[Part, int]]:
    desk = _Desk(ground)
    seen: set[Path] = set()
    counts = []
    for part in host.parts(ground, level):
        target, content = desk.open(part)
        decoded = _decoded(part, content)
        if decoded is None or target in seen or _is_broken_and_not_ours(part, decoded.text):
            continue
        seen.add(target)
        counts.append((part, _asking(part, part.kind.count, decoded.text)))
    return counts


def _connection(
    host: Host, level: Level, ground: Ground, counts: list[tuple[Part, int]]
) -> Connection:
    asked = {part.role for part in host.parts(ground, level) if part.wanted}
    copies = {role: sum(n for part, n in counts if part.role is role) for role in asked}
    if not any(copies.values()):
        return Connection.ABSENT
    if any(count > 1 for count in copies.values()):
        return Connection.DOUBLED
    if not all(copies.values()):
        return Connection.PARTLY
    outdated = plan_setup(host.name, level, ground).edits
    return Connection.OUTDATED if outdated else Connection.CONNECTED


def _remarks(host: Host, level: Level, ground: Ground) -> tuple[Remark, ...]:
    found = list(host.remarks(ground, level))
    for part in host.parts(ground, level):
        found += _strangers(part, ground)
    other = Level.USER if level is Level.PROJECT else Level.PROJECT
    if host.both_run and other in host.levels and has_entry(host.name, other, ground):
        text = f"{host.title} is set up at {other} level too, and runs both: keep one of them."
        found.append(Remark(Topic.FOREIGN, text))
    return tuple(found)


def _strangers(part: Part, ground: Ground) -> list[Remark]:
    if not isinstance(part.kind, JsonHooks):
        return []
    try:
        commands = part.kind.strangers(ground.text(part.path))
    except Unfit:
        return []
    text = "{} also runs `{}`, which is not our entry and stays."
    return [Remark(Topic.FOREIGN, text.format(part.path, command)) for command in commands]


def _count_or_zero(part: Part, text: str) -> int:
    try:
        return part.kind.count(text)
    except Unfit:
        return 0
