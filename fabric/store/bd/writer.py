"""Applies change sets to a workspace: one writer of ours at a time, looking before and after."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from fabric.errors import ChangeRefused, FabricError, HalfWritten, StoreBusy, VersionsMoved
from fabric.models.application import Stamp, after_images
from fabric.models.bead import Bead
from fabric.models.canonical_json import canonical_json, sha256_of
from fabric.models.change_set import ChangeSet
from fabric.models.frozen import dataclass, field, replace
from fabric.models.journal import JournalDraft, JournalEntry
from fabric.models.version import bead_version
from fabric.store.bd.command import Launch
from fabric.store.bd.config_steps import config_plan, wanted_rows
from fabric.store.bd.confirm import distinct_comments, other_words, unmet
from fabric.store.bd.file_journal import FileJournal
from fabric.store.bd.hand import FILES, Hand
from fabric.store.bd.intent import (
    Intent,
    drop_intent,
    is_intent_noted,
    note_intent,
    read_intent,
    sweep_intents,
)
from fabric.store.bd.local_folder import sweep
from fabric.store.bd.plan import Task, order_of, plan, whole_beads
from fabric.store.bd.reader import Reader
from fabric.store.bd.recovery import beads_meant, has_begun, rows_meant
from fabric.store.bd.steps import Step
from fabric.store.bd.turns import my_turn
from fabric.store.bd.workspace import Workspace

_SHOWN: Final = 3
_TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: for a bd command that reads, for one that writes, for our own turn to write."""

    reading: float = 60.0
    writing: float = 180.0
    turn: float = 60.0

    @staticmethod
    def within(seconds: float) -> "Limits":
        """In proportion to the patience that a database would be asked for (10 seconds: as above).

        bd takes whole seconds for what a database does in milliseconds.
        """
        return Limits(reading=6 * seconds, writing=18 * seconds, turn=6 * seconds)


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes to one workspace; `writer_id` names this machine's chain in the journal.

    `known_as` says which name to give to bd for an actor: bd lets an item be closed only by the
    very name that claimed it.
    """

    workspace: Workspace
    launch: Launch
    reader: Reader
    journal: FileJournal
    writer_id: Callable[[], str]
    limits: Limits
    known_as: Mapping[str, str] = field(default_factory=dict)

    def apply(self, change_set: ChangeSet, draft: JournalDraft) -> JournalEntry:
        """Look, write, look again, record.

        Raises VersionsMoved, ChangeRefused (nothing was written), HalfWritten (something was; the
        verb, run again, completes it), StoreBusy, StoreUnavailable, StoreReadOnly.
        """
        writer = self.writer_id()
        with my_turn(self.workspace.local_folder, self.limits.turn):
            self.journal.prepare(writer)
            self._settle_interrupted(writer)
            if change_set.is_empty and not change_set.relies_on and not change_set.config_relies_on:
                return self.journal.append(writer, draft)
            self.reader.look_again()
            self._insist_on_versions(change_set)
            intent, steps = self._plan(change_set, draft)
            if not steps:
                return self.journal.append(writer, draft)
            self._carry_out(intent, steps)
            entry = self.journal.append(writer, draft)
            drop_intent(self.workspace.local_folder)
            return entry

    def finish(self) -> None:
        """Write what is left of a change set whose writer ended in the middle, and record it.

        Raises StoreBusy, StoreReadOnly, StoreUnavailable.
        """
        folder = self.workspace.local_folder
        if not is_intent_noted(folder):
            return
        writer = self.writer_id()
        with my_turn(folder, self.limits.turn):
            self.journal.prepare(writer)
            self._settle_interrupted(writer)

    def blank_payloads(self, bead_id: str, draft: JournalDraft) -> int:
        """Blank all payloads that name a bead, and record that. Raises StoreBusy, StoreReadOnly."""
        writer = self.writer_id()
        with my_turn(self.workspace.local_folder, self.limits.turn):
            self.journal.prepare(writer)
            count = self.journal.blank(bead_id)
            self.journal.append(writer, draft)
            return count

    def _insist_on_versions(self, change_set: ChangeSet) -> None:
        snapshot = self.reader.snapshot()
        moved = [
            bead_id
            for bead_id, version in change_set.relies_on.items()
            if bead_version(snapshot.plain(bead_id)) != version
        ]
        relied = change_set.config_relies_on
        rows = self.reader.config_rows(relied)
        moved += [key for key, value in relied.items() if rows.get(key) != value]
        if moved:
            raise VersionsMoved(tuple(sorted(moved)))

    def _plan(self, change_set: ChangeSet, draft: JournalDraft) -> tuple[Intent, tuple[Step, ...]]:
        snapshot = self.reader.snapshot()
        # A bead that comes whole brings its comments, and how many there are is known.
        whole = whole_beads(change_set.operations)
        there = {
            each: snapshot.whole(each) if each in whole else snapshot.plain(each)
            for each in change_set.bead_ids
        }
        before = {each: bead for each, bead in there.items() if bead is not None}
        stamp = Stamp(draft.at, draft.actor.name)
        after = after_images(before, change_set.operations, stamp)
        wanted = wanted_rows(change_set)
        rows_before = self.reader.config_rows(wanted)
        rows = config_plan(wanted, rows_before)
        order = order_of(change_set.operations)
        task = Task(before, after, self._named(draft), snapshot.has, rows.notes, order, whole)
        steps = (*plan(task), *rows.commands)
        touched = {e: replace(b, comments=()) for e, b in before.items() if e in after}
        comments = {
            each: distinct_comments(bead) + (0 if each in whole else snapshot.comment_count(each))
            for each, bead in after.items()
        }
        relies_on = {e: v for e, v in change_set.relies_on.items() if e not in after}
        intent = Intent(
            draft,
            touched,
            after,
            comments,
            config=wanted,
            config_before=rows_before,
            order=order,
            relies_on=relies_on,
            came_whole=bool(whole),
        )
        return intent, steps

    def _carry_out(self, intent: Intent, steps: tuple[Step, ...]) -> None:
        folder = self.workspace.local_folder
        note_intent(folder, intent)
        self.reader.forget_files()
        hand = self._hand(intent)
        try:
            for step in steps:
                hand.take(step)
        except StoreBusy:
            self.reader.look_again()
            raise  # a command that was stopped may have written: the note stays
        except FabricError:
            self.reader.look_again()
            if not hand.took:
                drop_intent(folder)
            raise
        self.reader.look_again()
        problems = self._problems(intent)
        if problems:
            told = "; ".join(f"{bead_id}: {problem}" for bead_id, problem in problems[:_SHOWN])
            raise HalfWritten(
                f"bd said yes, but not all of it is there: {told}.",
                "Run the command again; it reads afresh and completes the rest.",
            )

    def _problems(self, intent: Intent) -> list[tuple[str, str]]:
        """What of an intent the workspace does not hold."""
        snapshot = self.reader.snapshot()
        problems = unmet(intent.before, intent.after, snapshot)
        problems += [
            (bead_id, "it lacks a comment")
            for bead_id, count in intent.comments.items()
            if snapshot.has(bead_id) and snapshot.comment_count(bead_id) < count
        ]
        rows = self.reader.config_rows(intent.config)
        problems += [
            (key, "it is another" if key in rows else "it is not there")
            for key, value in sorted(intent.config.items())
            if rows.get(key) != value
        ]
        return problems

    def _settle_interrupted(self, writer: str) -> None:
        """Complete and record a change set whose writer ended before its journal entry."""
        folder = self.workspace.local_folder
        sweep(folder, FILES)
        sweep_intents(folder)
        intent = read_intent(folder)
        if intent is None:
            return
        self.reader.look_again()
        if not self._is_recorded(writer, intent.draft) and self._began(intent):
            self._go_on(intent)
            problems = self._problems(intent)
            problems += other_words(intent.before, intent.after, self.reader.snapshot())
            self.journal.append(writer, intent.interrupted(problems) if problems else intent.draft)
        drop_intent(folder)

    def _go_on(self, intent: Intent) -> None:
        """Write the rest, where bd takes it and nobody else changed the same meanwhile."""
        self.reader.forget_files()
        for _ in range(_TRIES):
            hand = self._hand(intent)
            try:
                for step in self._steps_left(intent):
                    hand.take(step)
            except (VersionsMoved, HalfWritten):
                continue  # a bd that outlived its fabric may still have been writing
            except ChangeRefused:
                return
            finally:
                self.reader.look_again()
            return

    def _steps_left(self, intent: Intent) -> tuple[Step, ...]:
        """What is left to do. Raises ChangeRefused where it is not ours to say."""
        if intent.came_whole:
            return ()
        snapshot = self.reader.snapshot()
        meant = beads_meant(intent, snapshot)
        there = {each: bead for each in meant if (bead := snapshot.plain(each)) is not None}
        found = self.reader.config_rows(intent.config)
        rows = config_plan(rows_meant(intent, found), found)
        actor = self._named(intent.draft)
        task = Task(there, meant, actor, snapshot.has, rows.notes, intent.order)
        return (*plan(task), *rows.commands)

    def _hand(self, intent: Intent) -> Hand:
        folder, seconds = self.workspace.local_folder, self.limits.writing
        return Hand(self.launch, self._named(intent.draft), folder, seconds)

    def _named(self, draft: JournalDraft) -> str:
        return self.known_as.get(draft.actor.name, draft.actor.name)

    def _is_recorded(self, writer: str, draft: JournalDraft) -> bool:
        last = self.journal.last(writer)
        if last is None or (last.at, last.verb) != (draft.at, draft.verb):
            return False
        return last.payload_hash == sha256_of(canonical_json(draft.payload))

    def _began(self, intent: Intent) -> bool:
        """Whether anything of an intent was written."""
        snapshot = self.reader.snapshot()
        rows = self.reader.config_rows(intent.config)
        with suppress(ChangeRefused):
            return has_begun(intent, snapshot, rows)
        moved = any(_moved(intent.before.get(e), snapshot.plain(e)) for e in intent.after)
        return moved or any(rows.get(key) == value for key, value in intent.config.items())


def _moved(before: Bead | None, now: Bead | None) -> bool:
    return bead_version(before) != bead_version(now)
