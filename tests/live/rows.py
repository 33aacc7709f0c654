"""Lines for `bd import`, as the tests need them."""

OLD = "2026-01-01T00:00:00Z"
NEWER = "2026-02-01T00:00:00Z"
OLDER = "2025-12-01T00:00:00Z"

Row = dict[str, object]


def work(bead: str, **fields: object) -> Row:
    """Return an open task."""
    return {
        "_type": "issue",
        "id": bead,
        "title": f"Title of {bead}",
        "status": "open",
        "priority": 2,
        "issue_type": "task",
        "created_at": OLD,
        "updated_at": OLD,
        **fields,
    }


def memory(bead: str, **fields: object) -> Row:
    """Return a ratified memory, pinned."""
    return work(
        bead,
        **{
            "issue_type": "decision",
            "status": "closed",
            "closed_at": OLD,
            "close_reason": "Ratified canonical memory",
            "labels": ["memory", "memory-arch"],
            "pinned": True,
            **fields,
        },
    )


def draft(bead: str, **fields: object) -> Row:
    """Return an open memory, pinned."""
    labels = ["draft", "memory", "memory-arch"]
    return work(bead, **{"issue_type": "decision", "labels": labels, "pinned": True, **fields})


def contract(bead: str, **fields: object) -> Row:
    """Return an open contract, pinned."""
    return work(bead, **{"labels": ["memory-contract"], "pinned": True, **fields})


def edge(source: str, target: str, kind: str = "relates-to") -> Row:
    """Return a dependency that says who made it and when."""
    return {
        "issue_id": source,
        "depends_on_id": target,
        "type": kind,
        "created_at": NEWER,
        "created_by": "fabric",
        "metadata": "{}",
    }


def comment(bead: str, text: str) -> Row:
    """Return a comment."""
    return {"issue_id": bead, "author": "fabric", "text": text, "created_at": NEWER}


def edges_of(row: Row) -> set[tuple[str, str]]:
    """Return (type, target) of every dependency of an exported bead."""
    found = row.get("dependencies", [])
    assert isinstance(found, list)
    return {(entry["type"], entry["depends_on_id"]) for entry in found}
