"""Beads with everything odd that a file may hold, generated."""

import json
from collections.abc import Mapping
from typing import Final

from hypothesis import strategies as st

from fabric.models.bead import Bead, Comment
from fabric.models.bead_record import KNOWN_FIELDS
from fabric.models.dependency import Dependency

ODD_TEXTS: Final = (
    "one\u2028two\u2029three\x85four\x0cfive",
    "\x00 \x01\x1b[31m\x7f",
    "\r\nwindows\r\n",
    "\U0001f9f5 \u202e\u0301é",
    "\ud800 half a pair",
    'it\'s "quoted" \\ and % _ ? :x',
    " ",
    "x" * 200_000,
)

# The long one is tried on its own: many of them in one bead only take time.
texts = st.one_of(st.sampled_from(ODD_TEXTS[:-1]), st.text(max_size=20))
ids = st.text(alphabet="abc-1.é\u2028", min_size=1, max_size=6).filter(str.strip)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def unknown(*known: str) -> st.SearchStrategy[dict[str, object]]:
    """Return fields that none of the known ones is, and that are not derived."""
    taken = {*known, "_type", "dependency_count", "dependent_count", "comment_count"}
    return st.dictionaries(texts.filter(lambda key: key not in taken), values, max_size=2)


def edges(owner: str) -> st.SearchStrategy[tuple[Dependency, ...]]:
    """Return edges of one bead, no two alike."""
    edge = st.builds(
        Dependency,
        issue_id=st.just(owner),
        depends_on_id=ids,
        type=st.sampled_from(("blocks", "relates-to", "governed-by")),
        created_at=texts,
        created_by=texts,
        metadata=st.sampled_from(("{}", '{"k": 1}', "not json")),
        thread_id=texts,
        extra=unknown("issue_id", "depends_on_id", "type", "created_at", "created_by", "metadata",
                      "thread_id"),
    )  # fmt: skip
    unique = st.lists(edge, max_size=3, unique_by=lambda each: (each.depends_on_id, each.type))
    return unique.map(lambda found: tuple(sorted(found, key=lambda e: (e.depends_on_id, e.type))))


comments = st.builds(
    Comment,
    author=texts,
    text=texts,
    created_at=texts,
    id=texts.filter(bool),
    extra=unknown("issue_id", "author", "text", "created_at", "id"),
)


def bead_named(bead_id: str) -> st.SearchStrategy[Bead]:
    """Return beads of that id."""
    words = st.text(min_size=1, max_size=8)
    return st.builds(
        Bead,
        id=st.just(bead_id),
        title=texts,
        description=texts,
        design=texts,
        acceptance_criteria=texts,
        notes=texts,
        status=words,
        priority=st.integers(-(2**31), 2**31 - 1),
        issue_type=words,
        assignee=texts,
        owner=texts,
        created_at=texts,
        created_by=texts,
        updated_at=texts,
        closed_at=texts,
        close_reason=texts,
        pinned=st.booleans(),
        ephemeral=st.booleans(),
        is_template=st.booleans(),
        labels=st.sets(texts, max_size=3).map(lambda found: tuple(sorted(found))),
        metadata=st.dictionaries(texts, values, max_size=3),
        dependencies=edges(bead_id),
        comments=st.lists(comments, max_size=2).map(tuple),
        extra=unknown(*KNOWN_FIELDS),
    )


beads = ids.flatmap(bead_named)


def as_json(value: Mapping[str, object]) -> str:
    """Return a text that is equal for equal values, `-0.0` and `1.0` told apart from `0` and `1`."""
    return json.dumps(value, sort_keys=True)
