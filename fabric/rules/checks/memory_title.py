"""The title of a memory says its domain, its strength and its statement."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.memory import Memory
from fabric.models.memory_text import TITLE_BYTES, text_bytes
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule

RULE = Rule(
    slug="memory-title",
    severity="warning",
    scope="everything",
    summary="A memory's title has another shape than `[MEMORY][ARCH][HARD] Statement`.",
    help="A successor mends a canonical title: `fabric propose --replaces ID`.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Ask drafts and canonical memories for a title that agrees with their labels."""
    for memory in asked.standing:
        for problem, missing in _problems(asked, memory):
            yield RULE.finding(memory.id, problem, missing=missing)


def _problems(asked: Asked, memory: Memory) -> Iterator[tuple[str, str]]:
    title = memory.title
    if text_bytes(memory.bead.title) > TITLE_BYTES:
        yield f"Its title takes more than {TITLE_BYTES} bytes.", "a short title"
    if title is None:
        yield "Its title does not read `[MEMORY][DOMAIN][HARD or SOFT] Statement`.", "the shape"
        return
    if not title.statement:
        yield "Its title states nothing.", "the statement"
    if memory.strength and title.strength != memory.strength:
        said = f"Its title says {title.strength}, and its labels say {memory.strength}."
        yield said, "the same strength"
    if memory.domain and not _names(asked, title.domain, memory.domain):
        said = f"Its title names the domain {title.domain}, and its label is {memory.domain}."
        yield said, "the same domain"


def _names(asked: Asked, said: str, label: str) -> bool:
    named = asked.graph.domains.get(said)
    if named is not None and named.label == label:
        return True
    own = asked.graph.domains.get(label)
    return own is not None and said.casefold() == own.display_title.casefold()
