"""The words of a memory: its title, description and acceptance, read tolerantly, written strictly."""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from fabric.errors import InvalidMemory

SECTIONS: Final = ("Scope", "Out of Scope", "Rule", "Rationale", "Failure Mode")
ALTERNATIVES: Final = "Alternatives Considered"
NO_ALTERNATIVES: Final = "none recorded with this decision"
COMMANDS_HEADING: Final = "Verification command(s):"
TITLE_BYTES: Final = 500
TEXT_BYTES: Final = 48 * 1024
MANUAL: Final = "manual:"

_NAMES: Final = {name.casefold(): name for name in (*SECTIONS, ALTERNATIVES)}
_EXACT_NAMES: Final = frozenset(_NAMES.values())
_ANY_CASE: Final = re.IGNORECASE | re.ASCII  # ASCII: else a dotless i passes for an i


@cache  # made when a line needs it: those that we write ourselves are read without
def _heading(names: str) -> re.Pattern[str]:
    """A heading as people write it: `Rule: …`, `- **Rule:** …`, `**Rule**`, `## Rule`."""
    # Possessive, because long runs of blanks in foreign text must not be tried in every way.
    dress = r"[\s>+-]*+(?:\*\s++|\d++[.)]\s++)?+\#*+\s*+"
    bold = rf"(?P<mark>\*+|_+)(?P<bold>{names})\s*(?::\s*(?P=mark)|(?P=mark)\s*(?::|\Z))"
    plain = rf"(?P<plain>{names})\s*:"
    alone = rf"[\s>]*\#+\s*(?P<alone>{names})[\s\#]*"
    return re.compile(rf"{dress}(?:{bold}|{plain})\s*(?P<text>.*)|{alone}", _ANY_CASE)


_SECTION: Final = "|".join(sorted(_NAMES, key=len, reverse=True))
_COMMANDS: Final = r"verification commands?(?:\(s\))?"
_COMMANDS_NAMES: Final = frozenset(
    f"verification command{ending}" for ending in ("", "s", "(s)", "s(s)")
)
_COMMANDS_BEGIN: Final = "verification command"
_BLANKS: Final = " \t\n\r\f\v"
_TITLE: Final = re.compile(
    r"\s*\[memory\]\s*\[([^\[\]]+)\]\s*\[(hard|soft)\]\s*(.*)", _ANY_CASE | re.DOTALL
)
_CHECK: Final = re.compile(r"[\s>*+-]*(?:\d+[.)]\s+)?(?:\[[ x]\]\s*)?(given(?![\w-]).*)", _ANY_CASE)
_BOLD_WORD: Final = re.compile(r"(\*\*|__)(given|when|then|and)\1", _ANY_CASE)
# The older form holds everything on one line.
_ONE_LINE: Final = re.compile(
    r";\s+(?=Given\s)|(?<=\S)\s+(?=(?i:verification commands?(?:\(s\))?\s*:))", re.ASCII
)
_GIVEN_WHEN_THEN: Final = tuple(
    re.compile(rf"\b{word}\b", _ANY_CASE) for word in ("given", "when", "then")
)
_FENCE: Final = re.compile(r"\s*(?:`{3,}|~{3,})[^`]*")
_PLACEHOLDER: Final = re.compile(r"<[^<>\s][^<>]*>")
_BULLET: Final = re.compile(r"(?:(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?)?(?:\$\s+)?", re.ASCII)


class Title(NamedTuple):
    """The parts of `[MEMORY][ARCH][HARD] statement`."""

    domain: str
    strength: str
    statement: str


class Command(NamedTuple):
    """One verification: a command line, or (`manual`) what a person does."""

    text: str
    manual: bool = False

    def line(self) -> str:
        """The line as it stands in the acceptance criteria."""
        return f"{MANUAL} {self.text}" if self.manual else self.text


class Acceptance(NamedTuple):
    """The checks (`Given …, when …, then …`) and the verifications of a memory."""

    checks: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()


def read_title(title: str) -> Title | None:
    """Take a title apart; None when it has another shape."""
    found = _TITLE.fullmatch(title)
    if found is None:
        return None
    domain, strength, statement = found.groups()
    return Title(domain.strip().lower(), strength.lower(), statement.strip())


def statement_of(title: str) -> str:
    """The statement of a title, or the title itself where it has another shape."""
    # As we write it ourselves: very many are looked through.
    head, end, statement = title.partition("] ")
    if end and head.startswith("[MEMORY][") and head.endswith(("][HARD", "][SOFT")):
        domain = head[len("[MEMORY][") : -len("][HARD")]
        if domain and "[" not in domain and "]" not in domain:
            return statement.strip()
    read = read_title(title)
    return read.statement if read else title


def write_title(short_domain: str, strength: str, statement: str) -> str:
    """Put a title together. Raises InvalidMemory when it is empty or over 500 bytes."""
    flat = " ".join(statement.split())
    if not flat:
        raise InvalidMemory("The memory has no statement.", "Give a short one with --title.")
    title = f"[MEMORY][{short_domain.upper()}][{strength.upper()}] {flat}"
    size = text_bytes(title)
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
        name, colon, text = line.partition(":")
        is_exact = colon and name in _EXACT_NAMES  # as we write it ourselves
        heading = (name, text) if is_exact else _read_heading(_SECTION, _NAMES, line)
        if heading:
            name = _NAMES[heading[0].casefold()]
            current = [] if name in found else found.setdefault(name, [])
            current.append(heading[1])
        elif current is not None:
            current.append(line)
    return {name: "\n".join(lines).strip() for name, lines in found.items()}


def write_description(sections: Mapping[str, str]) -> str:
    """Write the sections in the contract's order, one a line, the sixth always there.

    Raises InvalidMemory when a text holds a line that would be read as another section.
    """
    names = (*SECTIONS, ALTERNATIVES)
    texts = {name: "\n".join(lines_of(sections.get(name, ""))).strip() for name in names}
    texts[ALTERNATIVES] = texts[ALTERNATIVES] or NO_ALTERNATIVES
    written = "\n".join(f"{name}: {text}".rstrip() for name, text in texts.items())
    if read_sections(written) != texts:
        raise InvalidMemory(
            "A line inside one of the texts begins like a section of its own.",
            f"Word lines differently that begin with {', '.join(texts)}.",
        )
    return written


def read_acceptance(text: str) -> Acceptance:
    """The checks and commands of acceptance criteria, also of the older one-line form."""
    checks: list[str] = []
    commands: list[Command] = []
    in_commands = False
    for line in _acceptance_lines(text):
        heading = _read_heading(_COMMANDS, _COMMANDS_NAMES, line)
        check = None if heading else _CHECK.fullmatch(line)
        if heading:
            in_commands = True
            commands.extend(read_command(part) for part in _one_line(heading[1]))
        elif check:
            in_commands = False
            checks.append(check.group(1))
        elif in_commands:
            commands.append(read_command(line))
        elif checks:
            checks[-1] = f"{checks[-1]} {line}"
    return Acceptance(
        tuple(" ".join(each.split()) for each in checks),
        tuple(each for each in commands if each.text),
    )


def before_commands(text: str) -> str:
    """The acceptance criteria up to the first heading of commands, as they stand: quick, to search."""
    at = text.lower().find(_COMMANDS_BEGIN)
    return text if at < 0 else text[:at]


def write_acceptance(acceptance: Acceptance) -> str:
    """Write checks, then the heading and one verification a line.

    Raises InvalidMemory when they would be read differently.
    """
    checks = tuple(" ".join(check.split()) for check in acceptance.checks)
    commands = tuple(read_command(each.line()) for each in acceptance.commands)
    lines = [*checks, COMMANDS_HEADING, *(each.line() for each in commands)]
    written = "\n".join(lines)
    if read_acceptance(written) != Acceptance(checks, commands):
        raise InvalidMemory(
            "The acceptance criteria would be read differently from what they say.",
            "Say each check as `Given …, when …, then …`, and each command on one line.",
        )
    return written


def read_command(text: str) -> Command:
    """One verification; `manual:` or a `<placeholder>` in it makes it a person's."""
    bare = _BULLET.sub("", text.strip(), count=1)
    inner = bare.strip("`")
    if len(bare) > len(inner) and bare.startswith("`") and "`" not in inner:
        bare = inner.strip()
    if bare.casefold().startswith(MANUAL):
        return Command(bare[len(MANUAL) :].strip(), manual=True)
    return Command(bare, manual=bool(_PLACEHOLDER.search(bare)))


def is_check(text: str) -> bool:
    """Whether a sentence has the form `Given …, when …, then …`."""
    at = 0
    for word in _GIVEN_WHEN_THEN:
        found = word.search(text, at)
        if found is None:
            return False
        at = found.end()
    return True


def text_bytes(*texts: str) -> int:
    """How many bytes the long texts of a memory take together."""
    return sum(len(each.encode("utf-8", "backslashreplace")) for each in texts)


def lines_of(text: str) -> list[str]:
    r"""Lines end at `\n`, `\r\n` or `\r`, as the digest takes them, and nowhere else."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _read_heading(pattern: str, names: Collection[str], line: str) -> tuple[str, str] | None:
    """The name and the text behind it; None when the line is no such heading.

    The names are given twice: as a pattern, and in small letters.
    """
    start = line.lstrip(_BLANKS)
    if start[:1].isalpha():  # without any dress, as most lines are: no need of the pattern
        name, colon, text = start.partition(":")
        name = name.rstrip(_BLANKS)
        return (name, text.lstrip(_BLANKS)) if colon and name.lower() in names else None
    found = _heading(pattern).fullmatch(line) if start else None
    if found is None:
        return None
    return found["bold"] or found["plain"] or found["alone"], found["text"] or ""


def _one_line(text: str) -> list[str]:
    """The commands of the older form; what a person does stays whole, lest its words be run."""
    is_manual = text.casefold().startswith(MANUAL)
    return [text] if is_manual else text.split("; ")


def _acceptance_lines(text: str) -> Iterator[str]:
    """The lines that say something: one thing each, without code fences and bold keywords."""
    for line in lines_of(text):
        several = ";" in line or "verification" in line.lower()
        for part in _ONE_LINE.split(line) if several else (line,):
            if part.strip() and not _FENCE.fullmatch(part):
                is_plain = "**" not in part and "__" not in part
                yield part if is_plain else _BOLD_WORD.sub(r"\2", part)
