"""Entries of a briefing as text: each line of data begins with a mark of ours, so it can be none.

A first line begins with `- `, every other line with `| `: no text of a memory, note or title can
begin a heading, a fence or an entry.
"""

import shlex
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from fabric.models.briefing import BriefContract, BriefMemory, BriefNote, BriefWork
from fabric.models.note import excerpt
from fabric.models.visible import visible, visible_line

_TITLE_CHARS: Final = 200
_IDS: Final = 5


class Entry(NamedTuple):
    """One entry: whole, and the short form that names it and says how to read it whole."""

    whole: str
    short: str


def memory_entry(memory: BriefMemory) -> Entry:
    """A memory: id, where and since when it holds, statement, and the rule if it says more."""
    head = f"- {visible_line(memory.id)} ({', '.join(_about(memory))}): "
    read = f"| long; whole: `fabric show {_word(memory.id)}`"
    return Entry(
        "\n".join((head + visible_line(memory.statement), *_body(memory.text))),
        f"{head}{_cut(memory.statement)}\n{read}",
    )


def note_entry(note: BriefNote) -> Entry:
    """A note: key, kind, when it was written, its text; `was … now …` if it changed elsewhere."""
    said = [note.kind]
    if note.written_at:
        said.append(note.written_at[:10])
    if note.was is not None:
        said.append("CHANGED ELSEWHERE, not by you here")
    head = f"- {visible_line(note.key)} ({visible_line(', '.join(said))})"
    body = list(_body(note.text))
    if note.was is not None:
        body = ["| was:", *_body(note.was), "| now:", *body]
    read = f"| long; whole: `fabric recall {_word(note.key)}`"
    return Entry("\n".join((head, *body)), f"{head}\n| {_cut(note.text)}\n{read}")


def work_entry(work: BriefWork) -> Entry:
    """A work item in hand: what it is, which contract holds it up, and the next command."""
    about = "; ".join((work.status, *work.domains))
    head = f"- {visible_line(work.id)} ({visible_line(about)}): {_cut(work.title)}"
    lines = [_contract(work, each) for each in work.contracts]
    if not work.started:
        lines.append(f"| not started with its rules yet: `fabric start {_word(work.id)}`")
    text = "\n".join((head, *lines))
    return Entry(text, text)


def _about(memory: BriefMemory) -> Iterator[str]:
    yield visible_line(memory.domain) or "no known domain"
    if memory.since:
        yield f"since {visible_line(memory.since)}"
    if memory.paths:
        yield f"paths {visible_line(' '.join(memory.paths))}"
    if memory.reviewed is False:
        yield "UNREVIEWED"


def _contract(work: BriefWork, contract: BriefContract) -> str:
    if not contract.is_open:
        return f"| contract {visible_line(contract.id)} is closed"
    undone = f"{len(contract.undone)} of {contract.clauses} rules to verify"
    which = f" ({_some(contract.undone)})" if contract.undone else ""
    verify = f"`fabric verify {_word(work.id)}`"
    return f"| contract {visible_line(contract.id)} is open, {undone}{which}: {verify}"


def _some(ids: list[str]) -> str:
    more = f" and {len(ids) - _IDS} more" if len(ids) > _IDS else ""
    return ", ".join(visible_line(each) for each in ids[:_IDS]) + more


def _body(text: str) -> Iterable[str]:
    shown = visible(text.replace("\r\n", "\n")).strip("\n")
    return (f"| {line}".rstrip() for line in shown.split("\n")) if shown.strip() else ()


def _cut(text: str) -> str:
    return visible_line(excerpt(text, _TITLE_CHARS).marked)


def _word(text: str) -> str:
    return shlex.quote(visible_line(text))
