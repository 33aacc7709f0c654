"""Reads a workspace through bd, as seldom as can be.

Every bd command opens the database and looks through all beads, whatever it is asked: at 10,000
issues one `bd query` for everything takes as long as one for three ids, and less than a `bd show`.
So all beads are read at once, kept as long as the database's state is the same (in a file too, for
the next process), and filtered here. Comments are in no listing; they are read when looked at.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from fabric.models.bead import Comment
from fabric.models.bead_record import bead_from_record
from fabric.store.bd.ahead import Ahead
from fabric.store.bd.command import Launch, Reply
from fabric.store.bd.replies import data_of, rows_in, table_in, unreadable, unwrapped
from fabric.store.bd.snapshot import Snapshot
from fabric.store.bd.snapshot_file import SnapshotFile

EVERYTHING: Final = "pinned=true OR pinned=false"
"""A query that every bead answers, also one of a status or type that bd does not know."""

KV: Final = "kv."
_BEADS: Final = ("query", "--json", "--all", "--limit=0", EVERYTHING)
_KV: Final = ("kv", "list", "--json")
_CONFIG: Final = ("config", "list", "--json")
_EXPORT: Final = ("export", "--all")


class Reader:
    """What one process knows of a workspace; `state` tells when it must look again.

    With `notes_follow`, whoever reads beads is known to read notes next: bd is asked for them while
    the beads are still being taken apart.
    """

    def __init__(
        self,
        launch: Launch,
        state: Callable[[], str],
        kept: SnapshotFile,
        seconds: float,
        *,
        notes_follow: bool = False,
    ) -> None:
        self._launch = launch
        self._state = state
        self._kept = kept
        self._seconds = seconds
        self._snapshot: Snapshot | None = None
        self._tables: dict[str, tuple[str, dict[str, str]]] = {}
        self._comments: dict[str, tuple[Comment, ...]] = {}
        self._is_exported = False
        self._notes_follow = notes_follow
        self._ahead: Ahead | None = None

    def snapshot(self) -> Snapshot:
        """All beads; where there is no state to compare, as they were at the first look."""
        state = self._state()  # before the beads: who writes meanwhile makes it an old one
        if self._snapshot is None or self._snapshot.state != state:
            rows = rows_in(self._answer("beads", _BEADS, state))
            self._comments.clear()
            self._is_exported = False
            self._snapshot = Snapshot(rows, state, self._comments_of)
        return self._snapshot

    def config(self, prefix: str) -> dict[str, str]:
        """Config rows whose key begins with a text, sorted."""
        rows: dict[str, str] = {}
        if KV.startswith(prefix) or prefix.startswith(KV):
            rows |= {f"{KV}{key}": text for key, text in self._table("kv", _KV).items()}
        if not prefix.startswith(KV):
            rows |= self._table("config", _CONFIG)
        return {key: rows[key] for key in sorted(rows) if key.startswith(prefix)}

    def config_rows(self, keys: Iterable[str]) -> dict[str, str]:
        """The config rows of some keys; bd is asked for the kinds that they need, for none if none."""
        wanted = set(keys)
        rows: dict[str, str] = {}
        if any(key.startswith(KV) for key in wanted):
            rows |= self.config(KV)
        if any(not key.startswith(KV) for key in wanted):
            rows |= self._table("config", _CONFIG)
        return {key: rows[key] for key in sorted(wanted) if key in rows}

    def read_all_comments(self) -> None:
        """Read the comments of all beads, where it is not done yet."""
        commented = self.snapshot().commented()
        if len(commented) > 1:
            self._read_export()
        for each in commented:
            self._comments_of(each)

    def look_again(self) -> None:
        """Forget what was read, where no state tells by itself that it is outdated."""
        if not self._state():
            self._snapshot = None
            self._tables.clear()

    def forget_files(self) -> None:
        """Remove what is kept beside the workspace: it is about to be outdated, or to vanish."""
        self._kept.forget()

    def _table(self, kind: str, command: tuple[str, ...]) -> dict[str, str]:
        state = self._state()
        known = self._tables.get(kind)
        if known is None or known[0] != state:
            answer = table_in(self._answer(kind, command, state))
            table = {key: text for key, text in answer.items() if isinstance(text, str)}
            known = self._tables[kind] = (state, table)
        return known[1]

    def _comments_of(self, bead_id: str) -> tuple[Comment, ...]:
        """One bead's comments; from the second bead on, an export of everything costs less."""
        if bead_id not in self._comments and self._comments:
            self._read_export()
        if bead_id not in self._comments:  # an export can be set up to leave beads out
            rows = rows_in(data_of(self._ask(("comments", "--json", "--", bead_id))))
            self._comments[bead_id] = _comments_in({"id": bead_id, "comments": list(rows)})
        return self._comments[bead_id]

    def _read_export(self) -> None:
        if self._is_exported:
            return
        self._is_exported = True
        for line in self._ask(_EXPORT).out.splitlines():
            if b'"comments"' in line:
                row = json.loads(line)
                if isinstance(row, dict) and row.get("id"):
                    self._comments[str(row["id"])] = _comments_in(row)

    def _answer(self, kind: str, command: tuple[str, ...], state: str) -> object:
        kept = self._kept.read(kind, state)
        if kept is not None:
            return unwrapped(kept)
        reply = self._asked_ahead(state) if kind == "kv" else None
        reply = reply or self._ask(command)
        if kind == "beads" and self._notes_follow:
            self._ask_ahead()
        data = data_of(reply)
        self._kept.keep(kind, state, reply.out)
        return data

    def _ask_ahead(self) -> None:
        state = self._state()
        if self._kept.read("kv", state) is None:
            self._ahead = Ahead(self._ask, _KV, state)

    def _asked_ahead(self, state: str) -> Reply | None:
        """The answer about notes that was asked for ahead, if it is one about this state."""
        ahead, self._ahead = self._ahead, None
        return ahead.reply() if ahead is not None and ahead.state == state else None

    def _ask(self, command: tuple[str, ...]) -> Reply:
        reply = self._launch(command, given="", seconds=self._seconds)
        if reply.exit:
            raise unreadable(reply)
        return reply


def _comments_in(row: Mapping[str, object]) -> tuple[Comment, ...]:
    return bead_from_record(row).comments
