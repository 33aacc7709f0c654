"""A memory in a text file: `Key: value` lines, then the sections of the data contract."""

from pathlib import Path
from typing import Final

from fabric.errors import WrongUse
from fabric.models.memory_text import read_acceptance, read_sections, read_title
from fabric.services.writing import Wording

_MOST_BYTES: Final = 256 * 1024
_KEYS: Final = {
    "title",
    "domain",
    "strength",
    "owner",
    "effective",
    "path",
    "label",
    "issue type",
    "evidence",
    "review by",
}


def read_memory_file(file: Path, domain: str, given: Wording) -> tuple[str, Wording]:
    """Read a memory file; options that were given win over it. Raises WrongUse.

    The title may have the form `[MEMORY][ARCH][HARD] …`; it then names domain and strength too.
    """
    text = _read(file)
    keys, body = _split(text)
    if not keys and not read_sections(body):
        raise WrongUse(
            f"{file} holds no memory.",
            "Write lines like `Domain: arch` and `Rule: …`, as docs/data-contract.md shows.",
        )
    return read_memory_words(text, domain, given)


def read_memory_words(text: str, domain: str, given: Wording) -> tuple[str, Wording]:
    """The same of a text that was read or typed."""
    keys, body = _split(text)
    title = read_title(keys.get("title", [""])[0])
    sections = read_sections(body)
    acceptance = read_acceptance(body)
    rule = given.rule or sections.pop("Rule", "")
    sections.pop("Rule", None)
    wording = Wording(
        strength=given.strength or _one(keys, "strength") or (title.strength if title else ""),
        rule=rule,
        title=given.title or (title.statement if title else _one(keys, "title")),
        sections={**_without_acceptance(sections), **given.sections},
        checks=given.checks or acceptance.checks,
        commands=given.commands or tuple(each.line() for each in acceptance.commands),
        owner=given.owner or _one(keys, "owner"),
        effective=given.effective or _one(keys, "effective"),
        applies_to={
            "paths": given.applies_to.get("paths") or keys.get("path", []),
            "labels": given.applies_to.get("labels") or keys.get("label", []),
            "issue_types": given.applies_to.get("issue_types") or keys.get("issue type", []),
        },
        evidence=given.evidence or tuple(keys.get("evidence", [])),
        review_by=given.review_by or _one(keys, "review by"),
    )
    return domain or _one(keys, "domain") or (title.domain if title else ""), wording


def _read(file: Path) -> str:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise WrongUse(f"{file} cannot be read: {error.strerror}.", "Name a file.") from error
    if len(data) > _MOST_BYTES:
        raise WrongUse(f"{file} is too large for a memory.", "A memory is a rule, not a manual.")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise WrongUse(f"{file} is not UTF-8 (byte {error.start}).", "Save it as UTF-8.") from error


def _split(text: str) -> tuple[dict[str, list[str]], str]:
    """The `Key: value` lines at the top, and the rest."""
    keys: dict[str, list[str]] = {}
    lines = text.split("\n")
    for number, line in enumerate(lines):
        name, colon, value = line.partition(":")
        if not line.strip() or line.startswith("#"):
            continue
        if not colon or name.strip().casefold() not in _KEYS:
            return keys, "\n".join(lines[number:])
        if value.strip():
            keys.setdefault(name.strip().casefold(), []).append(value.strip())
    return keys, ""


def _one(keys: dict[str, list[str]], name: str) -> str:
    return keys.get(name, [""])[0]


def _without_acceptance(sections: dict[str, str]) -> dict[str, str]:
    """The last section ends where the checks begin."""
    return {
        name: "\n".join(_before_checks(text.split("\n"))).strip() for name, text in sections.items()
    }


def _before_checks(lines: list[str]) -> list[str]:
    for number, line in enumerate(lines):
        start = line.strip().casefold()
        if start.startswith(("given ", "verification command", "acceptance")):
            return lines[:number]
    return lines
