"""The words of a memory: its title, description and acceptance, read tolerantly, written strictly."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from fabric.errors import InvalidMemory

SECTIONS: Final = ("Scope", "Out of Scope", "Rule", "Rationale", "Failure Mode")
ALTERNATIVES: Final = "Alternatives Considered"
NO_ALTERNATIVES: Final = "none recorded with this decision"
COMMANDS_HEADING: Final = "Verification command(s):"
TITLE_BYTES: Final = 500
TEXT_BYTES: Final = 48 * 1024
MANUAL: Final = "manual:"

_NAMES: Final = {name.casefold(): name for name in (*SECTIONS, ALTERNATIVES)}
_SECTION: Final = re.compile(
    r"^[\s#>*\-]*("
    + "|".join(sorted(_NAMES, key=len, reverse=True))
    + r")\s*\**\s*:\s*(?:\*\*)?(.*)$",
    re.IGNORECASE,
)
_TITLE: Final = re.compile(
    r"^\s*\[memory\]\s*\[([^\[\]]+)\]\s*\[(hard|soft)\]\s*(.*)$", re.IGNORECASE | re.DOTALL
)
_COMMANDS: Final = re.compile(
    r"^[\s#>*\-]*verification commands?(?:\(s\))?\s*:\s*(.*)$", re.IGNORECASE
)
_CHECK: Final = re.compile(r"^[\s>*\-]*(?:\[[ xX]\]\s*)?(given\b.*)$", re.IGNORECASE)
_GIVEN_WHEN_THEN: Final = re.compile(r"\bgiven\b.*\bwhen\b.*\bthen\b", re.IGNORECASE | re.DOTALL)
_PLACEHOLDER: Final = re.compile(r"<[^<>\s][^<>]*>")
_BULLET: Final = re.compile(r"^(?:[-*]\s+|\$\s+)")


@dataclass(frozen=True, slots=True)
class Title:
    """The parts of `[MEMORY][ARCH][HARD] statement`."""

    domain: str
    strength: str
    statement: str


@dataclass(frozen=True, slots=True)
class Command:
    """One verification: a command line, or (`manual`) what a person does."""

    text: str
    manual: bool = False

    def line(self) -> str:
        """The line as it stands in the acceptance criteria."""
        return f"{MANUAL} {self.text}" if self.manual else self.text


@dataclass(frozen=True, slots=True)
class Acceptance:
    """The checks (`Given …, when …, then …`) and the verifications of a memory."""

    checks: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()


def read_title(title: str) -> Title | None:
    """Take a title apart; None when it has another shape."""
    found = _TITLE.match(title)
    if found is None:
        return None
    domain, strength, statement = found.groups()
    return Title(domain.strip().lower(), strength.lower(), statement.strip())


def write_title(short_domain: str, strength: str, statement: str) -> str:
    """Put a title together. Raises InvalidMemory when it is empty or over 500 bytes."""
    flat = " ".join(statement.split())
    if not flat:
        raise InvalidMemory("The memory has no statement.", "Give a short one with --title.")
    title = f"[MEMORY][{short_domain.upper()}][{strength.upper()}] {flat}"
    size = len(title.encode())
    if size > TITLE_BYTES:
        raise InvalidMemory(
            f"The title takes {size} bytes; at most {TITLE_BYTES} fit.",
            "Shorten --title; the whole rule belongs in --rule.",
        )
    return title


def read_sections(description: str) -> dict[str, str]:
    """The named sections of a description, in the order they stand; the first of a name counts."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in lines_of(description):
        heading = _SECTION.match(line)
        if heading:
            name = _NAMES[heading.group(1).casefold()]
            current = [] if name in found else found.setdefault(name, [])
            current.append(heading.group(2))
        elif current is not None:
            current.append(line)
    return {name: "\n".join(lines).strip() for name, lines in found.items()}


def write_description(sections: Mapping[str, str]) -> str:
    """Write the sections in the contract's order, one a line, the sixth always there."""
    lines = [f"{name}: {sections.get(name, '').strip()}".rstrip() for name in SECTIONS]
    lines.append(f"{ALTERNATIVES}: {sections.get(ALTERNATIVES, '').strip() or NO_ALTERNATIVES}")
    return "\n".join(lines)


def read_acceptance(text: str) -> Acceptance:
    """The checks and commands of acceptance criteria, also of the older one-line form."""
    checks: list[str] = []
    commands: list[Command] = []
    in_commands = False
    for line in lines_of(text):
        heading = _COMMANDS.match(line)
        check = None if heading else _CHECK.match(line)
        if heading:
            in_commands = True
            commands.extend(read_command(part) for part in _one_line(heading.group(1)))
        elif check:
            in_commands = False
            checks.append(check.group(1).strip())
        elif in_commands and line.strip():
            commands.append(read_command(line))
        elif checks and line.strip():
            checks[-1] = f"{checks[-1]} {line.strip()}"
    return Acceptance(tuple(checks), tuple(each for each in commands if each.text))


def write_acceptance(acceptance: Acceptance) -> str:
    """Write checks, then the heading and one verification a line."""
    lines = [" ".join(check.split()) for check in acceptance.checks]
    lines.append(COMMANDS_HEADING)
    lines.extend(command.line() for command in acceptance.commands)
    return "\n".join(lines)


def read_command(text: str) -> Command:
    """One verification; `manual:` or a `<placeholder>` in it makes it a person's."""
    bare = _BULLET.sub("", text.strip())
    if len(bare) > 1 and bare[0] == bare[-1] == "`":
        bare = bare.strip("`").strip()
    if bare.casefold().startswith(MANUAL):
        return Command(bare[len(MANUAL) :].strip(), manual=True)
    return Command(bare, manual=bool(_PLACEHOLDER.search(bare)))


def is_check(text: str) -> bool:
    """Whether a sentence has the form `Given …, when …, then …`."""
    return bool(_GIVEN_WHEN_THEN.search(text))


def text_bytes(*texts: str) -> int:
    """How many bytes the long texts of a memory take together."""
    return sum(len(each.encode("utf-8", "backslashreplace")) for each in texts)


def lines_of(text: str) -> list[str]:
    r"""Lines end at `\n`, with an optional `\r`, and nowhere else."""
    return [line.removesuffix("\r") for line in text.split("\n")]


def _one_line(rest: str) -> list[str]:
    return [part.strip() for part in rest.split("; ") if part.strip()]
