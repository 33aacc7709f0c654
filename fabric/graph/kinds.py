"""What a bead is, from its own fields, and which domains the anchors make known."""

import re
from collections.abc import Iterable
from typing import Final, Literal

from fabric.models.bead import Bead
from fabric.models.domain import Domain, Domains
from fabric.models.memory import is_memory
from fabric.models.words import ANCHOR, CONTRACT, MEMORY_LABELS, RESERVED_LABELS

Kind = Literal["memory", "anchor", "contract", "work", "other", "deleted"]

_ANCHOR_TITLE: Final = re.compile(
    r"^\s*(?:memory anchor\s*[-:]\s*|\[memory-anchor\]\s*)", re.IGNORECASE
)
_TELLING: Final = frozenset({CONTRACT, ANCHOR, *MEMORY_LABELS})
"""Labels that may make a bead something else than work; most beads carry none of them."""


def kind_of(bead: Bead, work_types: frozenset[str]) -> Kind:
    """What a bead is, from its own fields.

    bd hands a parent's labels down to its children: a child of an anchor or of a memory stays work.
    """
    if bead.is_deleted:
        return "deleted"
    is_of_work_type = bead.issue_type in work_types
    if not _TELLING.isdisjoint(bead.labels):
        if bead.has(CONTRACT):
            return "contract"
        if bead.has(ANCHOR) and not is_of_work_type:
            return "anchor"
        if is_memory(bead, work_types):
            return "memory"
    return "work" if is_of_work_type and not bead.is_template and not bead.ephemeral else "other"


def with_anchored(known: Domains, anchors: Iterable[Bead]) -> Domains:
    """The configured domains and those of the anchors, open ones before closed ones."""
    in_order = sorted(anchors, key=lambda anchor: (anchor.is_closed, anchor.id))
    return known.with_anchors(domain for anchor in in_order for domain in _anchored(anchor))


def _anchored(anchor: Bead) -> list[Domain]:
    labels = [label for label in anchor.labels if _may_name_a_domain(label)]
    title = _ANCHOR_TITLE.sub("", anchor.title, count=1).strip()
    return [Domain(label, title=title, anchor=anchor.id) for label in labels]


def _may_name_a_domain(label: str) -> bool:
    return label.startswith("memory-") and label not in RESERVED_LABELS
