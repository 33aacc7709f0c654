"""What `migrate` found, proposed and left, in words."""

from collections.abc import Iterable
from typing import Final

from fabric.faces.cli.tables import table
from fabric.models.answers import NearMemory
from fabric.models.answers_migrate import FoundRule, GastownAnswer, MigrateAnswer
from fabric.models.visible import visible_line
from fabric.services.survey import near_words

_MARKS: Final = {"hard": "HARD", "soft": "soft"}
_STATEMENT: Final = 64
_TEXT: Final = 60
_NO_DOMAIN: Final = "?"


def survey_lines(answer: MigrateAnswer, *, written: bool = True) -> list[str]:
    """Rules that no memory says yet, those that one does, and what to do next."""
    sources = ", ".join(answer.sources) or "nothing"
    if not answer.found:
        lines = [f"Nothing new in {sources}."]
    else:
        lines = [f"In {sources}, not said by any memory yet ({len(answer.found)}):"]
        lines += _found_lines(answer.found)
    lines += _known_lines(answer)
    return [*lines, *_next(answer, written=written)]


def migrated_lines(answer: MigrateAnswer) -> list[str]:
    """The drafts, and what could not be taken."""
    count = len(answer.proposed)
    verb = "Proposed" if answer.applied else "Would propose"
    lines = [f"{verb} {count} drafts." if count else "Nothing to propose."]
    rows = [
        [each.id, _MARKS[each.strength], each.domain, _short(each.statement), each.evidence]
        for each in answer.proposed
    ]
    near = [each.near for each in answer.proposed]
    lines += _with_near(rows, near)
    if answer.dropped:
        lines.append(f"Not kept, as the plan says: {answer.dropped}.")
    lines += [*_known_lines(answer), *not_taken_lines(answer), *_unchecked_lines(answer)]
    if answer.applied and count:
        lines.append("They bind nobody yet; a reviewer makes one binding: fabric ratify ID")
    elif count:
        lines.append("Nothing is written yet: --apply makes the drafts.")
    return lines


def _unchecked_lines(answer: MigrateAnswer) -> list[str]:
    """Hard drafts that nobody could ratify as they are: while there is a plan, it is mended there."""
    if not answer.unchecked:
        return []
    lines = [
        f"Hard without a check and a command, so that nobody can ratify it: {answer.unchecked}."
    ]
    if not answer.applied:
        return [*lines, "  Say `checks` and `verify` in the plan, or make it soft."]
    return [
        *lines,
        "  Withdraw it (fabric retire ID) and propose it with --check and --verify, or soft.",
    ]


def not_taken_lines(answer: MigrateAnswer) -> list[str]:
    """What could not be taken, each with its reason."""
    if not answer.not_taken:
        return []
    lines = [f"Not taken ({len(answer.not_taken)}):"]
    for each in answer.not_taken:
        named = "" if each.statement in each.reason else f"  ({_short(each.statement)})"
        lines.append(f"  {visible_line(each.evidence)}: {visible_line(each.reason)}{named}")
    return lines


def gastown_lines(answer: GastownAnswer) -> list[str]:
    """Rows of Gas Town, what each becomes, and what to do next."""
    changed = [each for each in answer.notes if each.outcome != "kept"]
    lines = table(
        [
            [each.outcome, visible_line(each.row), each.key, visible_line(each.text)[:_TEXT]]
            for each in answer.notes
        ]
    )
    for title, rows in (("Not taken", answer.not_taken), ("Left out", answer.left_out)):
        if rows:
            lines.append(f"{title} ({len(rows)}):")
            lines += [f"  {visible_line(each.row)}: {each.reason}" for each in rows]
    if not answer.notes:
        lines.insert(0, "No memory of Gas Town is here.")
    elif not changed:
        lines.append("All of them are notes with their kind already.")
    elif answer.applied:
        lines.append("They are notes with their kind now: fabric migrate notes proposes drafts.")
    else:
        lines.append("Nothing is written yet: --apply renames the rows.")
    return lines


def _found_lines(found: Iterable[FoundRule]) -> list[str]:
    rules = list(found)
    rows = [
        [
            _MARKS[each.strength],
            each.domain or _NO_DOMAIN,
            _short(each.statement),
            visible_line(each.evidence),
            "; ".join(map(visible_line, each.why)),
        ]
        for each in rules
    ]
    return _with_near(rows, [each.near for each in rules])


def _with_near(rows: list[list[str]], near: list[list[NearMemory]]) -> list[str]:
    """A table with, below each row, the memories that are close to it."""
    lines = []
    for row, close in zip(table(rows), near, strict=True):
        lines.append(f"  {row}")
        lines += [f"      {visible_line(near_words(each))}" for each in close]
    return lines


def _known_lines(answer: MigrateAnswer) -> list[str]:
    lines = []
    if answer.known:
        lines.append(f"Not proposed again ({len(answer.known)}):")
        lines += [f"  {visible_line(each.evidence)}: {each.reason}" for each in answer.known]
    if answer.left_out:
        lines.append(f"Left out ({len(answer.left_out)}):")
        lines += [f"  {visible_line(each.source)}: {each.reason}" for each in answer.left_out]
    return lines


def _next(answer: MigrateAnswer, *, written: bool) -> list[str]:
    if not answer.found:
        return []
    if answer.plan is None:
        return ["Nothing is proposed yet: --plan FILE writes a plan to edit, --apply proposes all."]
    if not written:
        return [f"A plan of these would be written to {answer.plan}."]
    return [
        f"The plan is in {answer.plan}. Edit it, then: "
        f"fabric migrate rules --plan {answer.plan} --apply"
    ]


def _short(text: str) -> str:
    flat = visible_line(text)
    return flat if len(flat) <= _STATEMENT else f"{flat[: _STATEMENT - 1]}…"
