"""`fabric prime --hook HOST`: one object on stdout and exit 0, whatever happens; loud inside about it."""

import os
import sys
from typing import Final

from fabric.faces.cli.deadline import Deadline, Work
from fabric.faces.cli.exits import DONE
from fabric.faces.cli.hook_input import read_payload
from fabric.faces.cli.prime_options import PrimeOptions
from fabric.faces.cli.priming import (
    Prepared,
    prepare,
    too_late,
    working_folder,
    write_out,
)
from fabric.hosts.envelopes import ENVELOPES, START, Cap, Envelope
from fabric.hosts.payload import HookCall, project_folder, read_call, speaks_as
from fabric.models.settings import DEADLINE_SECONDS
from fabric.models.visible import visible_line
from fabric.selection.briefing_layout import Parts
from fabric.selection.briefing_text import MINIMUM_CHARS, Room, compose
from fabric.start_wiring import find_root, has_cursor_entry
from fabric.surroundings import Environment, environment

_NO_CAP: Final = Cap(sys.maxsize, "characters", len)
_ALARM: Final = """\
# Project memory (fabric prime)
NOT loaded: memories and notes! fabric itself failed ({what}).
Run `fabric doctor`, and report what it failed with.
"""


def prime_for_hook(options: PrimeOptions) -> int:
    """Answer a host; always DONE."""
    environ = environment()
    call = read_call(read_payload())
    envelope = ENVELOPES[speaks_as(options.hook, call, environ.variables)]
    deadline = Deadline(DEADLINE_SECONDS)
    work = Work(lambda: _answer(options, call, envelope, environ, deadline)).within(deadline)
    if not work.results and work.error is None:
        late = too_late(deadline)
        work = Work(lambda: _wrapped(options, late, call, envelope)).within(Deadline(1))
    if work.results:
        answer = work.results[0]
    else:
        what = visible_line(f"{type(work.error).__name__}: {work.error}")
        answer = envelope.wrap(_ALARM.format(what=what[:200]), call.event or START)
    _print(answer)
    return DONE


def _answer(
    options: PrimeOptions,
    call: HookCall,
    envelope: Envelope,
    environ: Environment,
    deadline: Deadline,
) -> str:
    folder = project_folder(call, environ.variables, working_folder())
    if envelope.host != options.hook and has_cursor_entry(find_root(folder)[0], environ):
        return envelope.nothing  # its own entry tells it; this one is another host's
    cap = envelope.cap or _NO_CAP
    return _wrapped(options, prepare(options, folder, deadline, cap.limit), call, envelope)


def _wrapped(options: PrimeOptions, prepared: Prepared, call: HookCall, envelope: Envelope) -> str:
    """The one object to print; a folder that is none of our projects gets the host's nothing."""
    if prepared.is_elsewhere:
        return envelope.nothing
    parts, said = _understood(options)
    briefing, totals, _ = prepared.primed
    if said:
        briefing = briefing.but(remarks=[*said, *briefing.remarks])
    cap = envelope.cap or _NO_CAP
    limit = max(options.max_chars or prepared.max_chars, MINIMUM_CHARS)
    composed = compose(briefing, Room(min(limit, cap.limit), cap.measure), parts, totals)
    return (
        envelope.nothing
        if composed.is_nothing
        else envelope.wrap(composed.text, call.event or START)
    )


def _understood(options: PrimeOptions) -> tuple[Parts, list[str]]:
    """Which parts to tell, and what of the command line was not followed."""
    said = []
    if options.unknown:
        words = " ".join(options.unknown)
        said.append(f"The hook's command has words that this version does not know: {words}")
    if options.max_chars is not None and options.max_chars < MINIMUM_CHARS:
        said.append(f"--max-chars {options.max_chars} is too little; {MINIMUM_CHARS} were used.")
    if options.memories_only and options.no_memories:
        said.append("--memories-only and --no-memories exclude each other; neither was followed.")
        return "all", said
    if options.memories_only:
        return "memories-only", said
    return ("no-memories" if options.no_memories else "all"), said


def _print(answer: str) -> None:
    """Print the object, or nothing at all; a host that went away is no reason to fail."""
    if not answer:
        return
    try:
        write_out(f"{answer}\n")
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
