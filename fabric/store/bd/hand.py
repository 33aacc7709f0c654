"""Takes the steps of a plan, one bd command each, and reads every reply before the next."""

import json
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fabric.errors import ChangeRefused, CouldNot, HalfWritten, StoreBusy, VersionsMoved
from fabric.store.bd.command import Launch, Reply
from fabric.store.bd.import_rows import check_import, import_lines
from fabric.store.bd.replies import GUARD_FAILED, complaint, data_of, is_lock, rows_in, table_in
from fabric.store.bd.steps import Batch, Command, Load, Step, Update

Row = Mapping[str, object]

FILES: Final = "step-"
"""How the folders begin in which a step has its files."""

_SECONDS_A_ROW: Final = 0.1
_LOST_RACE: Final = ("claim", "mismatch", "no issue found", "not found")
"""Words of bd's refusals that mean: what we read is not so any more."""


class Hand:
    """Writes to one workspace as one actor; `took` counts the steps that bd confirmed."""

    def __init__(self, launch: Launch, actor: str, folder: Path, seconds: float) -> None:
        self._launch = launch
        self._actor = actor
        self._folder = folder
        self._seconds = seconds
        self._latest: dict[str, Row] = {}
        self.took = 0

    def take(self, step: Step) -> None:
        """Take one step.

        Raises VersionsMoved where somebody else was faster, ChangeRefused where bd refuses and
        nothing was written yet, HalfWritten where something was, StoreBusy.
        """
        if isinstance(step, Update):
            self._update(step)
        elif isinstance(step, Load):
            self._load(step)
        elif isinstance(step, Batch):
            self._run(("batch", "--json"), step, given="".join(f"{line}\n" for line in step.lines))
        else:
            self._command(step)
        self.took += 1

    def _update(self, step: Update) -> None:
        with TemporaryDirectory(prefix=FILES, dir=self._folder) as name:
            options = [*step.options, *_written(step.files, Path(name))]
            if step.metadata:
                options.append(f"--metadata=@{_file(Path(name), 'metadata', _json(step.metadata))}")
            if step.claim:
                options.append("--claim")
            if step.guarded:
                options.append(f"--if-status={step.status}")
            if step.guarded and not step.forced:
                options.append(f"--if-assignee={step.assignee}")
            if options:
                self._note(self._run(("update", "--json", *options, "--", step.bead_id), step))
        if step.unset:
            unset = [f"--unset-metadata={key}" for key in step.unset]
            self._note(self._run(("update", "--json", *unset, "--", step.bead_id), step))

    def _load(self, load: Load) -> None:
        overriding = ("--allow-stale",) if load.overrides else ()
        lines = import_lines(load, self._latest)
        seconds = self._seconds + _SECONDS_A_ROW * len(load.about)
        reply = self._run(("import", "-", "--json", *overriding), load, lines, seconds)
        check_import(load, table_in(data_of(reply)))

    def _command(self, step: Command) -> None:
        with TemporaryDirectory(prefix=FILES, dir=self._folder) as name:
            arguments = list(step.arguments)
            if step.option:
                # Before `--`, behind which everything is a value.
                at = arguments.index("--")
                arguments.insert(at, f"{step.option}={_file(Path(name), 'text', step.text)}")
            reply = self._run(tuple(arguments), step)
        if step.about:
            self._note(reply)

    def _run(
        self, arguments: tuple[str, ...], step: Step, given: str = "", seconds: float = 0
    ) -> Reply:
        reply = self._launch(
            (*arguments[:1], f"--actor={self._actor}", *arguments[1:]),
            given=given,
            seconds=seconds or self._seconds,
        )
        if reply.exit and not (isinstance(step, Command) and step.may_find_nothing):
            raise self._refusal(reply, step)
        return reply

    def _refusal(self, reply: Reply, step: Step) -> CouldNot:
        told = complaint(reply)
        lost = isinstance(step, Update) and any(word in told for word in _LOST_RACE)
        if reply.exit == GUARD_FAILED or lost:
            return VersionsMoved(step.about)
        if self.took:
            return HalfWritten(
                f"bd refused `bd {reply.arguments[0]}`: {told}; what came before it is written.",
                "Mend what it names and run the command again; it completes the rest.",
            )
        if is_lock(told):
            return StoreBusy(
                f"Another process holds the bd workspace: {told}.",
                "Wait for it, or look for a Dolt server on the same folder; then run this again.",
            )
        return ChangeRefused(
            f"bd refused `bd {reply.arguments[0]}`: {told}; nothing was written.",
            "Mend what it names and run the command again.",
        )

    def _note(self, reply: Reply) -> None:
        """Remember the rows as they are now: an import must carry their new time."""
        for row in rows_in(data_of(reply)):
            if isinstance(row.get("id"), str):
                self._latest[str(row["id"])] = row


def _written(files: Mapping[str, str], folder: Path) -> list[str]:
    return [
        f"{option}={_file(folder, option.strip('-'), text)}"
        for option, text in sorted(files.items())
    ]


def _file(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_bytes(text.encode("utf-8", "replace"))
    return file


def _json(value: Mapping[str, object]) -> str:
    return json.dumps(dict(value))
