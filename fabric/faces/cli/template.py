"""The text that `--edit` opens: it explains itself, and reads back as what it says."""

from collections.abc import Iterable, Sequence
from typing import Final

from fabric.models.domain import Domains
from fabric.models.memory_text import ALTERNATIVES, COMMANDS_HEADING, read_command
from fabric.services.writing import Wording

_COMMENT: Final = "# "
_SECTIONS: Final = (
    ("Scope", "Where it holds."),
    ("Out of Scope", "Where it does not."),
    ("Rule", "The rule, in one sentence. This is what binds."),
    ("Rationale", "Why."),
    ("Failure Mode", "What breaks without it."),
    (ALTERNATIVES, "What else was weighed."),
)


def memory_template(domain: str, wording: Wording, domains: Domains, heading: Sequence[str]) -> str:
    """A memory to write or to change; `heading` says what becomes of it."""
    known = ", ".join(each.short_name for each in domains) or "none yet"
    scope = wording.applies_to
    blocks = [
        [*_comments(heading), *_comments(_HOW)],
        [*_comments([f"One of: {known}."]), f"Domain: {domain}"],
        [
            *_comments(["hard: it must hold and is enforced. soft: it is guidance."]),
            f"Strength: {wording.strength}",
        ],
        [*_comments(["A short statement for lists; empty: the rule."]), f"Title: {wording.title}"],
        [f"Owner: {wording.owner}"],
        [*_comments(["Since when it holds; empty: today."]), f"Effective: {wording.effective}"],
        [
            *_comments(["Which work it binds; one a line, repeat the line; none: all work."]),
            *_listed("Path", scope.get("paths", ())),
            *_listed("Label", scope.get("labels", ())),
            *_listed("Issue type", scope.get("issue_types", ())),
        ],
        [
            *_comments(["Beads or links that support it, one a line."]),
            *_listed("Evidence", wording.evidence),
        ],
        [f"Review by: {wording.review_by}"],
    ]
    head = "\n".join(line for block in blocks for line in block)
    return f"{head}\n\n{_body(wording)}"


_HOW: Final = (
    'Lines that begin with "# " are not taken. Save the file and leave the editor to go on;',
    "change nothing, or empty the file, to give up.",
)


def without_comments(text: str) -> str:
    """What was typed, without the lines that explain."""
    kept = (line for line in text.split("\n") if not line.startswith(_COMMENT) and line != "#")
    return "\n".join(kept)


def with_problem(text: str, what: str, remedy: str) -> str:
    """The text with what was wrong with it on top, in place of what was wrong before."""
    lines = text.split("\n")
    while lines and lines[0].startswith("# ! "):
        lines.pop(0)
    said = [f"# ! {line}" for line in f"{what}\n{remedy}".strip().split("\n")]
    return "\n".join([*said, *lines])


def _body(wording: Wording) -> str:
    parts = []
    for name, meaning in _SECTIONS:
        text = wording.rule if name == "Rule" else wording.sections.get(name, "")
        parts.append(f"# {meaning}\n{name}: {_shielded(text)}".rstrip(" "))
    checks = [
        "# How to see whether it is kept, one or more lines; a hard memory needs one:",
        "# Given a change under src/api, when it writes to the database, then review refuses it",
        *wording.checks,
    ]
    commands = [
        "# Commands that prove it, one a line; `fabric verify` runs them without a shell. Or",
        "# `manual: what a person does`. A hard memory needs one.",
        COMMANDS_HEADING,
        *(read_command(each).line() for each in wording.commands),
    ]
    return "\n\n".join([*parts, "\n".join(checks), "\n".join(commands)]) + "\n"


def _shielded(text: str) -> str:
    """A text whose own lines are not taken for explanations."""
    return "\n".join(f" {line}" if _is_comment(line) else line for line in text.split("\n"))


def _is_comment(line: str) -> bool:
    return line.startswith(_COMMENT) or line == "#"


def _comments(lines: Iterable[str]) -> list[str]:
    return [f"{_COMMENT}{line}" for line in lines]


def _listed(key: str, values: Iterable[str]) -> list[str]:
    return [f"{key}: {value}" for value in values] or [f"{key}:"]
