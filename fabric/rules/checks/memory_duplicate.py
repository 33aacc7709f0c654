"""Two memories of a domain say the same rule."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.memory import Memory, text_of
from fabric.rules.asked import Asked
from fabric.rules.rule import Rule
from fabric.rules.words import named

RULE = Rule(
    slug="memory-duplicate",
    severity="warning",
    scope="everything",
    summary="Two standing memories of one domain have the same rule.",
    help="`fabric retire` one of them, or `fabric supersede` one with the other.",
)


def check(asked: Asked) -> Iterator[Finding]:
    """Compare the rules of drafts and canonical memories, the older one first."""
    first: dict[tuple[str, str], Memory] = {}
    for memory in sorted(asked.standing, key=lambda each: (each.bead.created_at, each.id)):
        other = first.setdefault((memory.domain, memory.rule_digest), memory)
        if other is memory or _is_meant(memory, other):
            continue
        yield RULE.finding(
            memory.id,
            f"It says the same as {named(other)}.",
            missing=other.id,
        )


def _is_meant(memory: Memory, other: Memory) -> bool:
    """Whether one of them was proposed to take the place of the other and may keep its words."""
    pairs = ((memory, other), (other, memory))
    return any(text_of(one.fabric.get("replaces")) == two.id for one, two in pairs)
