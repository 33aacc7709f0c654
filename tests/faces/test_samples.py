"""What real projects published: taken, looked at and given out again, without a traceback or a loss."""

import json
import re
from pathlib import Path

import pytest

from tests.faces.shop import Shop

NAMES = (
    "beadboard-issues.jsonl",
    "beads-2025-10-early-schema.jsonl",
    "beads-deletions-19k.jsonl",
    "beads-fleet-tombstones-external.jsonl",
    "beadslog-duplicate-id.jsonl",
    "coolprop-issues-and-memories.jsonl",
    "neomagi-backup/comments.jsonl",
    "neomagi-backup/dependencies.jsonl",
    "neomagi-backup/issues.jsonl",
    "neomagi-backup/labels.jsonl",
    "primary-supersedes.jsonl",
    "prompt-language-decisions.jsonl",
    "town-odd-types.jsonl",
    "waif-interactions-holding-issues.jsonl",
)
# Lists of labels, edges, comments or deletions: no issues, and said so.
NO_ISSUES = {
    "beads-deletions-19k.jsonl",
    "neomagi-backup/comments.jsonl",
    "neomagi-backup/dependencies.jsonl",
    "neomagi-backup/labels.jsonl",
}


def test_every_sample_is_tried(samples: Path) -> None:
    folder = samples / "jsonl"
    found = {str(path.relative_to(folder)) for path in folder.rglob("*.jsonl")}
    assert found == set(NAMES)


def records(file: Path) -> dict[str, dict[str, object]]:
    """The issues of a file, by id."""
    found: dict[str, dict[str, object]] = {}
    for line in file.read_bytes().split(b"\n"):
        value = json.loads(line) if line.strip() else {}
        if value.get("_type", "issue") == "issue" and "title" in value:
            found[value["id"]] = value
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_published_file_is_imported_linted_and_exported(
    name: str, shop: Shop, samples: Path
) -> None:
    file = samples / "jsonl" / name
    ran = shop.fabric("import", str(file), "--json", "--allow-secret", "A public sample.")
    assert "Traceback" not in ran.out + ran.err
    if name in NO_ISSUES:
        assert ran.status == 3
        assert "is not an issues file" in ran.err
        return
    assert ran.status in {0, 1}, ran.err
    answer = ran.document
    given = records(file)
    assert answer["created"] == len(given)
    assert shop.fabric("import", str(file), "--allow-secret", "x").status == ran.status
    linted = shop.fabric("lint", "--all", "--json")
    assert linted.status in {0, 1}, linted.err
    assert linted.document["beads_read"] >= len(given)
    out = shop.ok("export", "-o", "out.jsonl", "--allow-secret", "A public sample.", "--json")
    assert out.document["beads"] == len(given) + 3  # the anchors of the project itself
    after = records(Path("out.jsonl"))
    for bead_id, record in given.items():
        assert after[bead_id]["title"] == record["title"], bead_id
        assert after[bead_id]["status"] == record["status"], bead_id


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NO_ISSUES])
def test_a_published_file_is_linted_where_it_lies(name: str, shop: Shop, samples: Path) -> None:
    file = samples / "jsonl" / name
    for words in (("--all",), ()):
        ran = shop.fabric("lint", *words, "--json", "--store", f"jsonl:{file}")
        assert ran.status in {0, 1}, ran.err
        assert ran.document["findings"] is not None
    shop.ok("list", "--store", f"jsonl:{file}")
    shop.ok("work", "list", "--ready", "--store", f"jsonl:{file}")


# BeadBoard's own memories, as `bd show` prints them

_SECTION = re.compile(r"^(DESCRIPTION|NOTES|ACCEPTANCE CRITERIA|METADATA|RELATED)$", re.MULTILINE)
_HEAD = re.compile(r"✓ (\S+) · (.+?)\s+\[● P(\d) · (\w+)\]")
_LINK = re.compile(r"↔ (.) ([\w.-]+): (.+?) ● P(\d)")


def beads_as_shown(text: str) -> list[dict[str, object]]:
    """The memories of the sample as records, with the beads that they relate to."""
    found: dict[str, dict[str, object]] = {}
    for part in re.split(r"^─+$", text, flags=re.MULTILINE):
        head = _HEAD.search(part)
        if head is None:
            continue
        bead_id, title, priority, _ = head.groups()
        pieces = _SECTION.split(part)
        named = dict(zip(pieces[1::2], pieces[2::2], strict=True))
        labels_line = re.search(r"^LABELS: (.+)$", part, re.MULTILINE)
        assert labels_line is not None
        acceptance = named["ACCEPTANCE CRITERIA"].split("LABELS:")[0]
        metadata: dict[str, object] = {
            key: int(value) if key == "memory_version" else value
            for key, value in re.findall(r"^  (\w+): (.+)$", named["METADATA"], re.MULTILINE)
        }
        edges = []
        for mark, other, words, rank in _LINK.findall(named["RELATED"]):
            edges += [{"issue_id": bead_id, "depends_on_id": other, "type": "relates-to"}]
            is_anchor = "[MEMORY-ANCHOR]" in words
            domain = str(metadata["domain"])
            near = found.setdefault(
                other,
                {
                    "id": other,
                    "title": words.removeprefix("(EPIC) "),
                    "status": "open" if mark == "○" else "closed",
                    "priority": int(rank),
                    "issue_type": "epic" if is_anchor else "task",
                    "labels": ["memory-anchor", domain] if is_anchor else [],
                    "dependencies": [],
                },
            )
            back = {"issue_id": other, "depends_on_id": bead_id, "type": "relates-to"}
            near["dependencies"] = [*list(near["dependencies"]), back]  # type: ignore[call-overload]  # our own
        found[bead_id] = {
            "id": bead_id,
            "title": title,
            "status": "closed",
            "priority": int(priority),
            "issue_type": "decision",
            "description": named["DESCRIPTION"].strip(),
            "notes": named["NOTES"].strip(),
            "acceptance_criteria": acceptance.strip(),
            "labels": labels_line.group(1).split(", "),
            "metadata": metadata,
            "created_at": "2026-03-02T09:00:00Z",
            "updated_at": "2026-03-02T09:00:00Z",
            "closed_at": "2026-03-02T09:00:00Z",
            "close_reason": "Ratified canonical memory",
            "dependencies": edges,
        }
    return list(found.values())


@pytest.fixture
def beadboard(shop: Shop, samples: Path) -> list[str]:
    """BeadBoard's memories in a store; their ids."""
    text = (samples / "beadboard-memory-beads-as-shown.txt").read_text(encoding="utf-8")
    beads = beads_as_shown(text)
    lines = "".join(json.dumps(bead, ensure_ascii=False) + "\n" for bead in beads)
    Path("beads.jsonl").write_text(lines, encoding="utf-8")
    shop.ok("import", "beads.jsonl", "--restore")
    return [str(bead["id"]) for bead in beads if bead["issue_type"] == "decision"]


def test_hand_made_memories_are_listed_and_shown(shop: Shop, beadboard: list[str]) -> None:
    assert len(beadboard) == 3
    listed = {m["id"]: m for m in shop.ok("list", "--json").document["memories"]}
    assert listed.keys() == set(beadboard)
    for memory in listed.values():
        assert (memory["state"], memory["in_force"], memory["reviewed"]) == (
            "canonical",
            True,
            False,
        )
        assert memory["strength"] == "hard"
        assert memory["checks"]
        assert memory["commands"]
        assert memory["evidence"]
        assert memory["anchors"]
        assert set(memory["sections"]) >= {"Scope", "Rule", "Rationale", "Failure Mode"}
    shown = shop.ok("show", "beadboard-60a").out
    assert "unreviewed" in shown
    assert "relates to beadboard-76p ([MEMORY-ANCHOR] Architecture)" in shown


def test_a_command_with_a_placeholder_is_for_a_person(shop: Shop, beadboard: list[str]) -> None:
    memory = shop.ok("show", "beadboard-60a", "--json").document["memory"]
    assert {c["text"]: c["manual"] for c in memory["commands"]} == {
        "bd dep tree <issue-id>": True,
        "bd blocked": False,
        "bd ready": False,
    }
    assert len(beadboard) == 3


def test_work_is_started_under_them_and_lint_asks_for_a_review(
    shop: Shop, beadboard: list[str]
) -> None:
    work = shop.id_of("work", "add", "Move the graph view", "--domain", "arch")
    answer = shop.ok("start", work, "--json").document
    given = {m["id"]: m["reviewed"] for m in answer["receipt"]["memories"]}
    arch = {"beadboard-60a", "beadboard-zas"}
    assert given == dict.fromkeys(arch & set(beadboard), False)
    assert answer["contract"] == f"{work}-mc"
    report = shop.fabric("lint", "--json").document
    rules = {f["rule"] for f in report["findings"] if f["bead"] in beadboard}
    assert "unreviewed-memory" in rules
    errors = {f["rule"] for f in report["findings"] if f["severity"] == "error"}
    assert errors <= {"anchor-duplicate"}  # the project has anchors of its own


def test_once_adopted_they_are_reviewed(shop: Shop, beadboard: list[str]) -> None:
    shop.ok("adopt", *beadboard)
    listed = shop.ok("list", "--json").document["memories"]
    assert {memory["reviewed"] for memory in listed} == {True}
    report = shop.fabric("lint", "--json").document
    assert "unreviewed-memory" not in {f["rule"] for f in report["findings"]}


def test_one_of_them_is_replaced_and_its_work_moves_along(shop: Shop, beadboard: list[str]) -> None:
    old = "beadboard-60a"
    work = shop.id_of("work", "add", "Move the graph view", "--domain", "arch")
    shop.ok("start", work)
    new = shop.successor(old, "Dependencies encode execution order, also across projects.")
    answer = shop.ok("supersede", old, "--with", new, "--reason", "Projects.", "--json").document
    assert (answer["version"], [each["id"] for each in answer["moved"]]) == (2, [work])
    listed = {
        m["id"] for m in shop.ok("list", "--state", "canonical", "--json").document["memories"]
    }
    assert listed == {*beadboard, new} - {old}
    status = shop.ok("status", work, "--json").document
    assert new in {clause["memory"] for clause in status["clauses"]}
    assert old not in {clause["memory"] for clause in status["clauses"]}
    errors = [
        f for f in shop.fabric("lint", "--json").document["findings"] if f["bead"] in {old, new}
    ]
    assert [f["rule"] for f in errors if f["severity"] == "error"] == []
