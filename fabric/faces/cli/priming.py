"""`fabric prime` for a person, and what it has in common with the hook of an agent host.

Loaded at every start of a session (by `express`), without the library that reads command lines.
"""

import json
import sys
from pathlib import Path
from typing import Final, NamedTuple

from fabric.errors import CouldNot, FabricError, NoStore, StoreUnavailable, WrongUse
from fabric.faces.cli.deadline import Deadline, Work
from fabric.faces.cli.ending import told
from fabric.faces.cli.exits import COULD_NOT, DONE
from fabric.faces.cli.prime_options import PrimeOptions
from fabric.models.briefing import Briefing, Loss
from fabric.models.document import plain
from fabric.models.settings import DEADLINE_SECONDS, MAX_CHARS
from fabric.selection.briefing_layout import Parts
from fabric.selection.briefing_text import MINIMUM_CHARS, Room, compose
from fabric.services.verbs.prime import Primed, PrimeRequest, prime
from fabric.start_wiring import (
    Start,
    custom_words,
    find_root,
    find_start,
    holder_names,
    now,
    open_reads,
)
from fabric.surroundings import environment

SHORTEST_ENTRY: Final = 40
"""Hardly an entry takes fewer characters: what lies behind so many is only counted."""

_SHARE_FOR_WAITING: Final = 0.8
"""How much of the time that is left may be spent on waiting for another writer."""


class Prepared(NamedTuple):
    """A briefing, how much of it may be told, and what went wrong, if anything.

    `is_elsewhere`: the folder belongs to no project of ours, and that is all there is to say.
    """

    primed: Primed
    max_chars: int = MAX_CHARS
    error: FabricError | None = None
    is_elsewhere: bool = False


def prime_for_person(options: PrimeOptions) -> int:
    """Print a briefing; the exit status. Raises FabricError for a question that makes no sense."""
    parts = parts_of(options)
    deadline = Deadline(DEADLINE_SECONDS)
    work = Work(lambda: prepare(options, working_folder(), deadline, sys.maxsize))
    prepared = work.within(deadline).result() or too_late(deadline)
    if prepared.error is not None and not isinstance(prepared.error, CouldNot):
        raise prepared.error
    primed = prepared.primed
    if options.as_json:
        write_out(json.dumps(plain(primed.briefing), ensure_ascii=False, indent=2) + "\n")
    else:
        most = prepared.max_chars if options.max_chars is None else options.max_chars
        room = Room(most)
        write_out(compose(primed.briefing, room, parts, primed.totals).text)
    return DONE if prepared.error is None else COULD_NOT


def parts_of(options: PrimeOptions) -> Parts:
    """Which parts of a briefing are told. Raises WrongUse for two that exclude each other."""
    if options.memories_only and options.no_memories:
        raise WrongUse("--memories-only and --no-memories exclude each other.", "Say one of them.")
    if options.memories_only:
        return "memories-only"
    return "no-memories" if options.no_memories else "all"


def prepare(options: PrimeOptions, folder: Path, deadline: Deadline, most: int) -> Prepared:
    """Find the project around a folder and read its briefing; what cannot be read is a loss in it.

    `most` is how much the reader's host hands on. The deadline becomes that of the settings.
    """
    root, is_ours = find_root(folder)
    words, losses = _words(root)
    max_chars = MAX_CHARS
    try:
        start = find_start(root, environment(), is_ours=is_ours)
        deadline.seconds = start.settings.prime.deadline_seconds
        max_chars = start.settings.prime.max_chars
        limit = max(min(options.max_chars or max_chars, most), MINIMUM_CHARS)
        everything = options.as_json and not options.hook
        request = PrimeRequest(
            at=now(),
            domains=options.domains,
            work=options.work,
            most=0 if everything else limit // SHORTEST_ENTRY,
            names=holder_names(root, start.environ),
            custom_words=words,
        )
        primed = _read(start, options.store, deadline, request)
    except (FabricError, OSError) as raised:
        error = told(raised) if isinstance(raised, OSError) else raised
        loss = Loss(what=error.what, remedy=error.remedy)
        briefing = Briefing(losses=[loss, *losses], custom_words=words)
        elsewhere = isinstance(error, NoStore) and not is_ours
        return Prepared(Primed(briefing, {}), max_chars, error, elsewhere)
    known = primed.briefing.but(losses=[*primed.briefing.losses, *losses])
    return Prepared(primed._replace(briefing=known), max_chars, primed.error)


def too_late(deadline: Deadline) -> Prepared:
    """What there is to say when the store did not answer in time."""
    error = StoreUnavailable(
        f"The store did not answer within {deadline.seconds:g} seconds.",
        "Run `fabric doctor`; `prime.deadline_seconds` in the settings allows more time.",
    )
    briefing = Briefing(losses=[Loss(what=error.what, remedy=error.remedy)])
    return Prepared(Primed(briefing, {}), error=error)


def working_folder() -> Path:
    """The folder of the process; the root of all where it is not there any more."""
    try:
        return Path.cwd()
    except OSError:
        return Path("/")


def write_out(text: str) -> None:
    """Print text as it is, in UTF-8 whatever the locale says; nothing where there is no output."""
    if sys.stdout is None:
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def _read(start: Start, store: str, deadline: Deadline, request: PrimeRequest) -> Primed:
    opened = open_reads(start, store, max(0.1, deadline.left * _SHARE_FOR_WAITING))
    try:
        return prime(opened.store, start.settings, request)
    finally:
        opened.close()


def _words(root: Path) -> tuple[str | None, list[Loss]]:
    """The project's own words on how to work, or why they cannot be read."""
    try:
        return custom_words(root), []
    except (OSError, UnicodeDecodeError) as error:
        what = f".beads/PRIME.md cannot be read: {error}."
        remedy = "Make it a file of text in UTF-8."
        return None, [Loss(lost="the project's own words on how to work", what=what, remedy=remedy)]
