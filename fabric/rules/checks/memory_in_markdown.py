"""A Markdown file is the source of a standing rule."""

from collections.abc import Iterator
from dataclasses import replace

from fabric.models.digests import value_digest
from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import named

RULE = Rule(
    slug="memory-in-markdown",
    severity="note",
    scope="everything",
    needs="files",
    summary="A Markdown file states a standing rule.",
    help="`fabric migrate rules FILE` proposes it as a memory; then take it out of the file.",
    on_bead=False,
)

_SHOWN = 100


def check(asked: Asked) -> Iterator[Finding]:
    """Tell each standing rule of the configured files, and which memory says it too."""
    said: dict[str, Memory] = {}
    if asked.files:
        for memory in asked.standing:
            said.setdefault(memory.rule_digest, memory)
    for rule in asked.files or ():
        digest = value_digest(rule.text)
        source = said.get(digest)
        text = rule.text if len(rule.text) <= _SHOWN else f"{rule.text[:_SHOWN]}…"
        twice = f" {named(source)} says it too: one of the two will grow stale." if source else ""
        found = RULE.finding(
            "",
            f"{rule.file} states the standing rule “{text}”.{twice}",
            missing=f"{rule.file} {digest}",
            help="Take it out of the file; the memory is its source." if source else "",
        )
        yield replace(found, file=rule.file, line=rule.line)
