"""What comes last: edges taken away and put in their place, and closing."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from fabric.models.dependency import Dependency
from fabric.store.bd.differences import Difference
from fabric.store.bd.steps import Batch, Command, Step

_BARE: Final = re.compile(r"[\w.:+-]+")
_UNPINNED: Final = "blocked"
"""A status that a bead passes through: bd takes the pin from a bead whose status is updated."""


def endings(
    changed: Sequence[Difference], closing: Sequence[Difference], edges: Iterable[Dependency]
) -> tuple[Step, ...]:
    """One batch, and the closings that bd itself shall judge.

    `changed` are all beads that may lose edges, `closing` those that end by closing, in order;
    `edges` are added after the removals. A pinned bead closes inside the batch, because a plain
    close refuses it; any other is closed plainly, so that bd refuses work over an open blocker.
    """
    lines: list[str] = []
    about: list[str] = []
    plain: list[Step] = []
    for each in changed:
        for edge in each.edges_gone:
            lines.append(_line("dep", "remove", edge.issue_id, edge.depends_on_id))
            about.append(edge.issue_id)
    for edge in edges:
        lines.append(_line("dep", "add", edge.issue_id, edge.depends_on_id, edge.type))
        about.append(edge.issue_id)
    for each in closing:
        if not each.is_closing:
            continue
        bead, reason = each.after, each.after.close_reason
        if each.before.pinned and not bead.pinned:
            lines.append(f"{_line('update', bead.id)} status={_UNPINNED}")
            about.append(bead.id)
        if each.before.pinned and reason.isprintable():
            lines.append(_line("close", bead.id, *([reason] if reason else [])))
            about.append(bead.id)
        else:
            plain.append(_close(each))
    batch = (Batch(tuple(lines), tuple(sorted(set(about)))),) if lines else ()
    return (*batch, *plain)


def reopening(difference: Difference) -> Command:
    """Open a closed bead."""
    bead_id = difference.before.id
    return Command(("reopen", "--json", "--", bead_id), (bead_id,))


def _close(difference: Difference) -> Command:
    bead = difference.after
    force = ("--force",) if difference.before.pinned and bead.pinned else ()
    option = "--reason-file" if bead.close_reason.strip() else ""
    command = ("close", "--json", *force, "--", bead.id)
    return Command(command, (bead.id,), option, bead.close_reason)


def _line(*words: str) -> str:
    return " ".join(_quoted(word) for word in words)


def _quoted(word: str) -> str:
    if _BARE.fullmatch(word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
