"""The made-up project that all benchmarks look at: the same beads each time, as records of an export."""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
DOMAINS = ("arch", "ux", "workflow", "data")
PREFIX = "big"
VOCABULARY = 12_000
SYLLABLES = ("ba", "co", "di", "fe", "gu", "la", "mo", "ni", "pe", "ru", "sa", "to", "vi", "ze")
POOL = 4_000
Record = dict[str, object]


class Words:
    """Made-up words, the n-th of them about n times rarer than the first, as in real text."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  # the same texts in each run
        self._words = ["".join(self._random.choices(SYLLABLES, k=3)) for _ in range(VOCABULARY)]
        self._weights = list(accumulate(1 / (place + 5) for place in range(VOCABULARY)))

    def text(self, words: int) -> str:
        """So many words in a row."""
        return " ".join(self._random.choices(self._words, cum_weights=self._weights, k=words))


@dataclass(frozen=True, slots=True)
class Project:
    """How large the project is; one issue in `active_every` is under way, with its contract.

    The memories are shared out among the domains, and the first of each is hard. With `history`, all issues that are not under way are closed but
    one in a hundred: what a project looks like that grew old.
    """

    issues: int
    memories: int
    active_every: int = 50
    history: bool = False
    domains: tuple[str, ...] = DOMAINS

    def work_to_start(self) -> str:
        """An open issue of the first domain that nobody has started."""
        return f"{PREFIX}-work"


def write_export(project: Project, path: Path) -> None:
    """Write the project as bd exports one."""
    with path.open("w", encoding="utf-8") as file:
        for record in export(project):
            file.write(json.dumps(record, separators=(",", ":")) + "\n")


def export(project: Project) -> Iterator[Record]:
    """Anchors, memories, issues with contracts where they are under way, one issue to start."""
    maker = _Maker(project)
    yield from maker.anchors()
    for number in range(project.memories):
        yield maker.memory(number)
    for number in range(project.issues):
        yield from maker.issue(number)
    yield maker.bead(project.work_to_start(), "task", "open", [f"memory-{project.domains[0]}"])


class _Maker:
    def __init__(self, project: Project) -> None:
        self._project = project
        self._some = random.Random(20260101)  # noqa: S311  # the same data each time
        words = Words(seed=1)
        self._titles = [words.text(6).capitalize() for _ in range(POOL)]
        self._texts = [words.text(60) for _ in range(POOL)]

    def anchors(self) -> Iterator[Record]:
        for place, domain in enumerate(self._project.domains):
            own = range(place, self._project.memories, len(self._project.domains))
            anchor = self.bead(
                f"{PREFIX}-{domain}", "epic", "open", ["memory-anchor", f"memory-{domain}"]
            )
            edges = [_edge(f"{PREFIX}-{domain}", f"{PREFIX}-m{each}", "relates-to") for each in own]
            yield anchor | {"pinned": True, "dependencies": edges}

    def bead(self, bead_id: str, kind: str, status: str, labels: Sequence[str]) -> Record:
        some = self._some
        made = BEGIN + timedelta(minutes=some.randrange(100_000))
        found: Record = {
            "_type": "issue",
            "id": bead_id,
            "title": some.choice(self._titles),
            "description": some.choice(self._texts),
            "status": status,
            "priority": some.randrange(4),
            "issue_type": kind,
            "created_at": f"{made:%Y-%m-%dT%H:%M:%SZ}",
            "created_by": "Ada Example",
            "updated_at": f"{made:%Y-%m-%dT%H:%M:%SZ}",
            "labels": list(labels),
            "dependency_count": 0,
            "dependent_count": 0,
            "comment_count": 0,
        }
        if status == "closed":
            found |= {"closed_at": found["updated_at"], "close_reason": "Done"}
        return found

    def memory(self, number: int) -> Record:
        place = number % len(self._project.domains)
        domain, bead_id = self._project.domains[place], f"{PREFIX}-m{number}"
        hard = number < len(self._project.domains)
        strength = "hard" if hard else "soft"
        labels = ["mem-canonical", f"mem-{strength}", "memory", f"memory-{domain}"]
        found = self.bead(bead_id, "decision", "closed", labels)
        rule = f"{found['title']} {self._some.choice(self._titles).lower()} {number}"
        edges = [_edge(bead_id, f"{PREFIX}-{domain}", "relates-to")]
        if hard:
            edges += self._bound(bead_id, place)
        return found | {
            "title": f"[MEMORY][{domain.upper()}][{strength.upper()}] {rule}",
            "description": f"Scope: all\nOut of Scope: none\nRule: {rule}.\n"
            f"Rationale: {found['title']}\nFailure Mode: {found['description']}\n"
            "Alternatives Considered: none recorded",
            "acceptance_criteria": f"Given {rule}, when it is, then it holds\n"
            "Verification command(s):\npytest -q",
            "pinned": True,
            "metadata": {
                "memory_version": 1,
                "memory_strength": strength,
                "domain": f"memory-{domain}",
                "effective_date": "2026-01-01",
                "evidence_ids": "https://example.test/why",
                "owner": "team",
            },
            "dependencies": edges,
        }

    def _bound(self, memory: str, place: int) -> list[Record]:
        """Relations of a hard memory with what is under way in its domain, and their contracts."""
        every, count = self._project.active_every, len(self._project.domains)
        active = [
            each for each in range(0, self._project.issues, every) if each // every % count == place
        ]
        return [
            _edge(memory, f"{PREFIX}-{each}{end}", "relates-to")
            for end in ("", "-mc")
            for each in active
        ]

    def issue(self, number: int) -> Iterator[Record]:
        every = self._project.active_every
        under_way = number % every == 0
        place = (
            number // every % len(self._project.domains)
            if under_way
            else number % len(self._project.domains)
        )
        labels = [f"memory-{self._project.domains[place]}"] if under_way or number % 3 else []
        bead_id = f"{PREFIX}-{number}"
        found = self.bead(bead_id, "task", self._status(number, under_way=under_way), labels)
        edges = self._before(number)
        if number % 10 == 9:
            edges.append(_edge(bead_id, f"{PREFIX}-{number - 8}", "parent-child"))
        if under_way:
            edges.append(_edge(bead_id, f"{PREFIX}-m{place}", "relates-to"))
            edges.append(_edge(bead_id, f"{bead_id}-mc", "blocks"))
            found["comments"] = [_comment(bead_id)]
            yield self._contract(bead_id, f"{PREFIX}-m{place}")
        yield found | {"dependencies": edges}

    def _before(self, number: int) -> list[Record]:
        """One edge to an earlier issue: every fourth waits for it, the others came out of it."""
        if not number:
            return []
        earlier = max(0, number - 1 - self._some.randrange(40))
        kind = "discovered-from" if number % 4 else "blocks"
        return [_edge(f"{PREFIX}-{number}", f"{PREFIX}-{earlier}", kind)]

    def _status(self, number: int, *, under_way: bool) -> str:
        if under_way:
            return "in_progress"
        if self._project.history:
            return "closed" if number % 100 else "open"
        return self._some.choice(["open", "closed", "closed"])

    def _contract(self, work: str, memory: str) -> Record:
        clauses = [{"memory": memory, "status": "open"}]
        return self.bead(f"{work}-mc", "task", "open", ["mem-hard", "memory-contract"]) | {
            "pinned": True,
            "metadata": {"fabric_contract": {"v": 1, "work": work, "clauses": clauses}},
            "dependencies": [_edge(f"{work}-mc", memory, "relates-to")],
        }


def _edge(source: str, target: str, kind: str) -> Record:
    return {
        "issue_id": source,
        "depends_on_id": target,
        "type": kind,
        "created_at": "2026-01-02T09:00:00Z",
        "created_by": "Ada Example",
        "metadata": "{}",
    }


def _comment(bead_id: str) -> Record:
    return {
        "id": f"{bead_id}-c",
        "issue_id": bead_id,
        "author": "Ada Example",
        "text": "Read the memories.",
        "created_at": "2026-01-02T09:00:00Z",
    }
