"""Briefings to put into words, and how to take the words apart again."""

import re
from collections.abc import Iterator

from fabric.models.briefing import (
    BriefContract,
    BriefCounts,
    Briefing,
    BriefMemory,
    BriefNote,
    BriefWork,
)

HEADINGS = {
    "Work in hand": "work",
    "Hard rules: they must hold": "hard",
    "Soft rules: guidance": "soft",
    "Notes: quick, not reviewed": "notes",
}
_SHOWING = re.compile(r"(\d+) of (\d+) (work items|hard rules|soft rules|notes)")
_NOUNS = {"work items": "work", "hard rules": "hard", "soft rules": "soft", "notes": "notes"}


def hard(count: int, text: str) -> list[BriefMemory]:
    """So many hard memories that say a text."""
    return [
        BriefMemory(id=f"mf-h{n}", strength="hard", domain="arch", statement=f"Rule {n}", text=text)
        for n in range(count)
    ]


def soft(count: int) -> list[BriefMemory]:
    """So many soft memories."""
    return [
        BriefMemory(id=f"mf-s{n}", strength="soft", statement=f"Hint {n}") for n in range(count)
    ]


def notes(count: int, text: str = "A note") -> list[BriefNote]:
    """So many notes that say a text."""
    return [BriefNote(key=f"key-{n}", kind="general", text=text) for n in range(count)]


def work(**more: object) -> BriefWork:
    """The work in hand, with an open contract."""
    contract = BriefContract(id="mf-t1-mc", is_open=True, clauses=3, undone=["mf-h1", "mf-h2"])
    values: dict[str, object] = {
        "id": "mf-t1",
        "title": "Add an export button",
        "status": "in_progress",
        "domains": ["arch"],
        "contracts": [contract],
    }
    return BriefWork(**(values | more))  # type: ignore[arg-type]  # tests name real fields


def briefing(**parts: object) -> Briefing:
    """A briefing whose counts agree with what it holds."""
    read = Briefing(**parts)  # type: ignore[arg-type]  # tests name real fields
    counts = BriefCounts(hard=len(read.hard), soft=len(read.soft), notes=len(read.notes))
    return read if "counts" in parts else read.but(counts=counts)


def counted(text: str) -> dict[str, tuple[int, int]]:
    """What the text says it shows, and of how many."""
    line = next((each for each in text.split("\n") if each.startswith("Showing ")), "")
    return {_NOUNS[noun]: (int(n), int(m)) for n, m, noun in _SHOWING.findall(line)}


def entries(text: str) -> dict[str, list[str]]:
    """The entries of each section. Fails where a line of data could be anything else."""
    found: dict[str, list[str]] = {}
    for heading, lines in _sections(text):
        group = found.setdefault(HEADINGS[heading], [])
        for line in lines:
            assert line.startswith(("- ", "| ")) or line == "|", line
            if line.startswith("- "):
                group.append(line)
            else:
                group[-1] += f"\n{line}"
    return found


def _sections(text: str) -> Iterator[tuple[str, list[str]]]:
    lines = iter(text.split("\n"))
    for line in lines:
        if line.startswith("## ") and line[3:] in HEADINGS:
            assert next(lines) == "~~~"
            inside: list[str] = []
            for each in lines:
                if each == "~~~":
                    break
                inside.append(each)
            else:
                raise AssertionError("a fence of ours is not closed")
            yield line[3:], inside
        else:
            assert not line.startswith(("~~~", "```")), line
