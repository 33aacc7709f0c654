"""Records as exports, table dumps and other tools write them, for hypothesis."""

import json
from collections.abc import Mapping

from hypothesis import strategies as st

from fabric.models.bead import Bead
from fabric.models.bead_record import bead_from_record

TEXT_FIELDS = (
    *("title", "description", "design", "acceptance_criteria", "notes", "status", "issue_type"),
    *("assignee", "owner", "created_at", "created_by", "updated_at", "closed_at", "close_reason"),
)
FLAGS = ("pinned", "ephemeral", "is_template")
LISTS = ("labels", "dependencies", "comments")
KNOWN = ("id", *TEXT_FIELDS, *FLAGS, *LISTS, "priority", "metadata")
COUNTS = ("dependency_count", "dependent_count", "comment_count")

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
ids = st.sampled_from(["a-1", "a-2", "a-3", "a-1.1", "external:x:y"])
json_objects = st.dictionaries(
    st.text(max_size=6) | st.sampled_from(KNOWN), json_values, max_size=8
)

edges = st.fixed_dictionaries(
    {"depends_on_id": ids},
    optional={
        "issue_id": ids,
        "type": st.sampled_from(["blocks", "relates-to", "supersedes", "parent-child", "odd"]),
        "created_at": st.sampled_from(["2026-03-01T00:00:00Z", "", "soon"]),
        "created_by": st.text(max_size=4),
        "metadata": st.sampled_from(["{}", '{"k":1}', ""]) | json_values,
        "thread_id": st.text(max_size=3),
        "x_unknown": json_values,
    },
)
comments = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text(max_size=4) | st.integers(),
        "issue_id": ids,
        "author": st.text(max_size=4) | json_values,
        "text": st.text(max_size=4) | json_values,
        "created_at": st.text(max_size=4),
        "x_unknown": json_values,
    },
)
metadata = st.dictionaries(st.text(max_size=5), json_values, max_size=4)
labels = st.sampled_from(["memory", "mem-hard", "draft", "memory-arch", "a,b", "é"])

_likely: Mapping[str, st.SearchStrategy[object]] = {
    **dict.fromkeys(TEXT_FIELDS, st.text(max_size=6)),
    **dict.fromkeys(FLAGS, st.booleans() | st.sampled_from([0, 1])),
    "priority": st.integers(0, 4),
    "labels": st.lists(labels | json_values, max_size=4),
    "metadata": metadata | metadata.map(json.dumps),
    "dependencies": st.lists(edges | json_values, max_size=4),
    "comments": st.lists(comments | json_values, max_size=3),
}
records: st.SearchStrategy[dict[str, object]] = st.builds(
    lambda known, unknown, bead_id: {**unknown, **known, "id": bead_id},
    st.fixed_dictionaries({}, optional={key: v | json_values for key, v in _likely.items()}),
    st.dictionaries(st.sampled_from(["x_unknown", "_type", "extra", "é", ""]), json_values),
    ids,
)
beads: st.SearchStrategy[Bead] = records.map(bead_from_record)
