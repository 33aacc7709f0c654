"""A bd that is none: it keeps beads in memory and answers as the real one was seen to answer.

It is strict, so that a command with a slip is refused. The tests that run on it run on the real bd
too (tests/live/test_bd_command_store.py), which is what shows whether it pretends well.
"""

import copy
import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fabric.store.bd.command import Reply

Row = dict[str, object]
Options = list[tuple[str, str]]
NAME = "shop"
VERSION = "1.3.0"

_DOORS = {
    "--title": "title",
    "--description": "description",
    "--design": "design",
    "--acceptance": "acceptance_criteria",
    "--notes": "notes",
    "--priority": "priority",
    "--type": "issue_type",
    "--assignee": "assignee",
    "--status": "status",
}
_FILES = {"--body-file": "description", "--design-file": "design"}
_UPSERTED = (
    *("title", "description", "design", "acceptance_criteria", "notes", "status", "priority"),
    *("issue_type", "assignee", "estimated_minutes", "started_at", "closed_at", "external_ref"),
    *("close_reason", "metadata", "updated_at"),
)


class Refusal(Exception):
    """What bd says when it refuses, and its exit status."""

    def __init__(self, told: str, status: int = 1) -> None:
        super().__init__(told)
        self.status = status


@dataclass
class PretendBd:
    """Launches nothing; `calls` are the commands so far.

    `meanwhile` runs before each of them, `instead` may answer in place of them; options that are
    `broken` are refused.
    """

    beads: Path
    rows: dict[str, Row] = field(default_factory=dict)
    kv: dict[str, str] = field(default_factory=dict)
    config: dict[str, str] = field(default_factory=lambda: {"issue_prefix": NAME})
    calls: list[tuple[str, ...]] = field(default_factory=list)
    meanwhile: Callable[[tuple[str, ...]], None] = lambda _: None
    moment: datetime = datetime(2026, 5, 1, tzinfo=UTC)
    writes: int = 0
    version: str = VERSION
    left_out_of_exports: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    instead: Callable[[tuple[str, ...]], Reply | None] = lambda _: None

    def __post_init__(self) -> None:
        self.beads.mkdir(parents=True, exist_ok=True)
        told = {"dolt_mode": "embedded", "dolt_database": NAME}
        (self.beads / "metadata.json").write_text(json.dumps(told), encoding="utf-8")
        (self.beads / ".local_version").write_text(f"{VERSION}\n", encoding="utf-8")
        self._noms = self.beads / "embeddeddolt" / NAME / ".dolt" / "noms"
        self._noms.mkdir(parents=True)
        self._written()

    def __call__(self, arguments: Sequence[str], *, given: str, seconds: float) -> Reply:
        """Answer one command."""
        assert seconds > 0
        self.meanwhile(tuple(arguments))
        self.calls.append(tuple(arguments))
        if (reply := self.instead(tuple(arguments))) is not None:
            return reply
        verb, options, values = _parts(arguments)
        kept = copy.deepcopy((self.rows, self.kv, self.config))
        try:
            answer = getattr(self, f"_{verb.replace('-', '_')}")(options, values, given)
        except Refusal as error:
            self.rows, self.kv, self.config = kept
            told = {"error": str(error), "schema_version": 1}
            return Reply(tuple(arguments), error.status, b"", f"Error: {error}\n{json.dumps(told)}")
        if kept != (self.rows, self.kv, self.config):
            self._written()
        if isinstance(answer, bytes):
            return Reply(tuple(arguments), 0, answer)
        wrapped = {"data": answer, "schema_version": 1}
        return Reply(tuple(arguments), 0, json.dumps(wrapped).encode())

    @property
    def verbs(self) -> list[str]:
        """What was called, without the options."""
        return [call[0] for call in self.calls]

    def now(self) -> str:
        """The next moment."""
        self.moment += timedelta(seconds=1)
        return self.moment.strftime("%Y-%m-%dT%H:%M:%SZ")

    def _written(self) -> None:
        self.writes += 1
        text = f"5:__DOLT__:{self.writes:032}"
        (self._noms / "manifest").write_text(text, encoding="utf-8")

    # Reading

    def _version(self, *_: object) -> object:
        return {"version": self.version, "build": "dev"}

    def _query(self, options: Options, values: list[str], _: str) -> object:
        _known(options, "--all", "--limit")
        assert values == ["pinned=true OR pinned=false"]
        return [self._listed(row) for row in self.rows.values()]

    def _listed(self, row: Row) -> Row:
        listed = {k: v for k, v in row.items() if k != "comments" and v not in ("", [], {}, None)}
        return {
            **listed,
            "priority": row.get("priority", 2),
            "comment_count": len(_list(row, "comments")),
        }

    def _export(self, *_: object) -> bytes:
        rows = [row for key, row in self.rows.items() if key not in self.left_out_of_exports]
        lines = [json.dumps({"_type": "issue", **row}) + "\n" for row in rows]
        return "".join(lines).encode()

    def _comments(self, _: Options, values: list[str], __: str) -> object:
        return _list(self._row(values[0]), "comments")

    def _comment(self, options: Options, values: list[str], _: str) -> object:
        _known(options)
        row = self._row(values[0])
        said = {"author": "vera", "text": values[1], "created_at": self.now()}
        row["comments"] = [*_list(row, "comments"), said]
        return said

    def _row(self, bead_id: str) -> Row:
        if bead_id not in self.rows:
            raise Refusal(f'resolving issue: no issue found matching "{bead_id}"')
        return self.rows[bead_id]

    # Config rows

    def _kv(self, _: Options, values: list[str], __: str) -> object:
        act, *rest = values
        if act == "set":
            self.kv[rest[0]] = rest[1]
        elif act == "clear":
            self.kv.pop(rest[0], None)
        return dict(self.kv)

    def _config(self, _: Options, values: list[str], __: str) -> object:
        act, *rest = values
        if act == "set":
            self.config[rest[0]] = rest[1]
        elif act == "unset":
            self.config.pop(rest[0], None)
        return dict(self.config)

    def _forget(self, _: Options, values: list[str], __: str) -> object:
        if f"memory.{values[0]}" not in self.kv:
            raise Refusal("not found")
        del self.kv[f"memory.{values[0]}"]
        return {"deleted": "true", "key": values[0]}

    # Writing

    def _update(self, options: Options, values: list[str], _: str) -> object:
        row, named = self._row(values[0]), dict(options)
        if named.get("--if-status", row["status"]) != row["status"]:
            raise Refusal("updating issue: status mismatch", 13)
        if named.get("--if-assignee", row.get("assignee", "")) != row.get("assignee", ""):
            raise Refusal("updating issue: assignee mismatch", 13)
        changed = [name for name in named if "label" not in name and "--if" not in name]
        if any(name.startswith("--if") for name in named) and not changed:
            raise Refusal("--if-assignee/--if-status require at least one field update")
        for option, value in options:
            self._set(row, option, value)
        if changed:
            row["updated_at"] = self.now()
        return [self._listed(row)]

    def _set(self, row: Row, option: str, value: str) -> None:
        if option in self.broken:
            raise Refusal(f"unknown flag: {option}")
        if option == "--claim":
            self._claim(row)
        elif option == "--status" and value != row["status"]:
            row["status"], row["pinned"] = value, False
        elif option in {*_FILES, *_DOORS}:
            self._set_field(row, option, value)
        elif option == "--append-notes":
            row["notes"] = f"{row['notes']}\n{value}" if row.get("notes") else value
        elif option.endswith("metadata"):
            self._set_metadata(row, option, value)
        elif option.endswith("label"):
            kept = [each for each in _list(row, "labels") if each != value.strip('"')]
            added = [value.strip('"')] if option == "--add-label" else []
            row["labels"] = sorted(map(str, [*kept, *added]))
        else:
            _known([(option, value)], "--if-status", "--if-assignee", "--force", "--status")

    def _set_field(self, row: Row, option: str, value: str) -> None:
        if option in _FILES:
            row[_FILES[option]] = Path(value).read_text(encoding="utf-8")
        else:
            row[_DOORS[option]] = int(value) if option == "--priority" else value

    def _set_metadata(self, row: Row, option: str, value: str) -> None:
        told: Row = {}
        if option == "--metadata":
            told = json.loads(Path(value.removeprefix("@")).read_text(encoding="utf-8"))
        kept = {k: v for k, v in _table(row, "metadata").items() if k != value}
        row["metadata"] = {**kept, **told}

    def _claim(self, row: Row) -> None:
        if row["status"] not in {"open", "in_progress"}:
            raise Refusal(f"updating issue: issue not claimable: status {row['status']}")
        if row.get("assignee") not in {None, "", self._actor}:
            raise Refusal(f"updating issue: issue already claimed by {row['assignee']}")
        row.update(status="in_progress", assignee=self._actor, started_at=self.now())

    @property
    def _actor(self) -> str:
        told = next(word for word in self.calls[-1] if word.startswith("--actor="))
        return told.removeprefix("--actor=")

    def _import(self, options: Options, values: list[str], given: str) -> object:
        _known(options, "--allow-stale")
        assert values == ["-"]
        told: dict[str, list[object]] = {}
        ids: list[str] = []
        notes = 0
        for line in given.splitlines():
            row = json.loads(line)
            if row["_type"] == "memory":
                self.kv[f"memory.{row['key']}"] = row["value"]
                notes += 1
            elif self._take(row, told, overrides="--allow-stale" in dict(options)):
                ids.append(row["id"])
        for line in given.splitlines():
            row = json.loads(line)
            if row.get("id") in ids:
                self._add(row, told)
        return {"created": len(ids), "ids": ids, "memories": notes, "source": "stdin", **told}

    def _take(self, row: Row, told: dict[str, list[object]], *, overrides: bool) -> bool:
        bead_id = str(row["id"])
        own = self.rows.get(bead_id)
        if own is None:
            self.rows[bead_id] = {**row, "labels": [], "dependencies": [], "comments": []}
            self.rows[bead_id].pop("_type")
            return True
        age = str(row["updated_at"]), str(own["updated_at"])
        differs = any(row.get(k) != own.get(k) for k in ("title", "status", "assignee", "metadata"))
        if age[0] < age[1] and not overrides:
            told.setdefault("stale_skipped_ids", []).append(bead_id)
            return False
        if age[0] == age[1] and not overrides:
            if differs:
                told.setdefault("tie_kept_local_ids", []).append(bead_id)
            return True
        own.update({key: row.get(key, 0 if key == "priority" else "") for key in _UPSERTED})
        if differs and not overrides:
            told.setdefault("updated_issues", []).append({"id": bead_id, "changes": "title"})
        return True

    def _add(self, row: Row, told: dict[str, list[object]]) -> None:
        own = self.rows[str(row["id"])]
        own["labels"] = sorted({*map(str, _list(own, "labels")), *map(str, _list(row, "labels"))})
        said = {_said(comment): comment for comment in _list(own, "comments")}
        for comment in _list(row, "comments"):
            said.setdefault(_said(comment), comment)
        own["comments"] = list(said.values())
        for edge in _list(row, "dependencies"):
            assert isinstance(edge, dict)
            target = str(edge["depends_on_id"])
            if target not in self.rows and _same_project(row["id"], target):
                skipped = f"{row['id']} -> {target}: target not found"
                told.setdefault("skipped_dependencies", []).append(skipped)
            elif target not in _targets(own):  # another type on the pair: dropped in silence
                own["dependencies"] = [*_list(own, "dependencies"), edge]

    def _batch(self, _: Options, __: list[str], given: str) -> object:
        lines = given.splitlines()
        for line in lines:
            self._line(shlex.split(line))
        return {"operations": len(lines), "status": "ok"}

    def _line(self, words: list[str]) -> None:
        if words[:2] == ["dep", "add"]:
            _, _, source, target, kind = words
            have = _targets(self._row(source))
            if have.get(target, kind) != kind:
                raise Refusal(f"dependency {source} -> {target} already exists")
            edge = {"issue_id": source, "depends_on_id": target, "type": kind, "metadata": "{}",
                    "created_at": self.now(), "created_by": self._actor}  # fmt: skip
            if target not in have:
                row = self._row(source)
                row["dependencies"] = [*_list(row, "dependencies"), edge]
        elif words[:2] == ["dep", "remove"]:
            row = self._row(words[2])
            edges = [each for each in _list(row, "dependencies") if isinstance(each, dict)]
            row["dependencies"] = [e for e in edges if e["depends_on_id"] != words[3]]
        elif words[0] == "update":
            key, _, value = words[2].partition("=")
            self._set(self._row(words[1]), f"--{key}", value)
        else:
            assert words[0] == "close"
            self._end(self._row(words[1]), " ".join(words[2:]))

    def _close(self, options: Options, values: list[str], _: str) -> object:
        row = self._row(values[0])
        if row.get("pinned") and "--force" not in dict(options):
            raise Refusal(f"cannot close pinned issue {row['id']}")
        blocking = [t for t, kind in _targets(row).items() if kind == "blocks"]
        blockers = [each for each in blocking if _same_project(row["id"], each)]
        if any(self.rows[each]["status"] != "closed" for each in blockers):
            raise Refusal(f"cannot close blocked issue: {row['id']}")
        file = dict(options).get("--reason-file")
        self._end(row, Path(file).read_text(encoding="utf-8") if file else "Closed")
        return [self._listed(row)]

    def _end(self, row: Row, reason: str) -> None:
        if row["status"] != "closed":
            now = self.now()
            row.update(status="closed", closed_at=now, updated_at=now, close_reason=reason)

    def _recompute_blocked(self, *_: object) -> object:
        return {"rows_corrected": 0}

    def _reopen(self, _: Options, values: list[str], __: str) -> object:
        row = self._row(values[0])
        row.update(status="open", closed_at="", close_reason="", updated_at=self.now())
        return [self._listed(row)]


def _parts(arguments: Sequence[str]) -> tuple[str, Options, list[str]]:
    """The verb, the options with their values, and what stands alone or behind `--`."""
    words = list(arguments)
    at = words.index("--") if "--" in words else len(words)
    bare = [word for word in words[1:at] if not word.startswith("--")]
    named = [word.partition("=") for word in words[1:at] if word.startswith("--")]
    options = [(name, value) for name, _, value in named if name not in {"--json", "--actor"}]
    return words[0], options, [*bare, *words[at + 1 :]]


def _known(options: Options, *names: str) -> None:
    unknown = sorted({name for name, _ in options} - set(names))
    if unknown:
        raise Refusal(f"unknown flag: {unknown[0]}")


def _list(row: Mapping[str, object], key: str) -> list[object]:
    found = row.get(key) or []
    assert isinstance(found, list)
    return found


def _same_project(one: object, other: str) -> bool:
    return str(one).partition("-")[0] == other.partition("-")[0]


def _said(comment: object) -> tuple[object, ...]:
    assert isinstance(comment, dict)
    return (comment["author"], comment["text"], comment["created_at"])


def _table(row: Mapping[str, object], key: str) -> Row:
    found = row.get(key) or {}
    assert isinstance(found, dict)
    return found


def _targets(row: Mapping[str, object]) -> dict[str, str]:
    edges = [each for each in _list(row, "dependencies") if isinstance(each, dict)]
    return {str(edge["depends_on_id"]): str(edge["type"]) for edge in edges}
