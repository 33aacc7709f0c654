"""A Markdown file is the only source of a standing rule."""

from collections.abc import Iterator

from fabric.models.digests import value_digest
from fabric.models.finding import Finding
from fabric.models.frozen import replace
from fabric.models.memory import Memory
from fabric.models.visible import visible_line
from fabric.rules.asked import Asked, StandingRule
from fabric.rules.rule import Rule
from fabric.rules.words import named

RULE = Rule(
    slug="memory-in-markdown",
    severity="note",
    scope="everything",
    needs="files",
    summary="A Markdown file states a standing rule that no memory says.",
    help="`fabric migrate rules FILE` proposes it as a memory; then take it out of the file.",
    on_bead=False,
)

_SHOWN = 100


def check(asked: Asked) -> Iterator[Finding]:
    """Tell each standing rule of the configured files that no draft and no canonical memory says."""
    if not asked.files:
        return
    said = {memory.rule_digest for memory in asked.standing}
    ended: dict[str, Memory] = {}
    for memory in asked.graph.memories.values():
        ended.setdefault(memory.rule_digest, memory)
    for rule in asked.files:
        digest = value_digest(rule.text)
        if digest in said:
            continue
        old = ended.get(digest)
        found = RULE.finding(
            "",
            f"{visible_line(rule.file)} states the standing rule “{_short(rule.text)}”.{_ended(asked, old)}",
            missing=f"{rule.file} {digest}",
            help="Take it out of the file: it is no rule any more." if old else _help(rule),
        )
        yield replace(found, file=rule.file, line=rule.line)


def _help(rule: StandingRule) -> str:
    file = visible_line(rule.file)
    return f"`fabric migrate rules {file}` proposes it as a memory; then take it out of the file."


def _short(text: str) -> str:
    flat = visible_line(text)
    return flat if len(flat) <= _SHOWN else f"{flat[:_SHOWN]}…"


def _ended(asked: Asked, memory: Memory | None) -> str:
    return f" {named(memory)} said it and is {asked.states[memory.id]}." if memory else ""
