"""The baseline: findings that a project already had, so that only new ones count.

A finding is known by its rule, its bead and what is missing, never by a line. The baseline only
ever shrinks: what was mended leaves it, and does not come back unseen.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from fabric.errors import BadSettings
from fabric.models.finding import Finding
from fabric.models.frozen import dataclass, field

VERSION: Final = "lint-baseline-v1"

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Baseline:
    """How often each finding (rule, bead, missing) is known."""

    known: Mapping[Key, int] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many findings it knows."""
        return sum(self.known.values())


@dataclass(frozen=True, slots=True)
class Compared:
    """Findings against a baseline: the new ones, how many were known, and what is left of it.

    `mended` holds the keys that the baseline knows and nothing shows any more.
    """

    new: tuple[Finding, ...]
    known: int
    mended: tuple[Key, ...]
    left: Baseline


def baseline_of(findings: Iterable[Finding]) -> Baseline:
    """A baseline that knows just these findings."""
    return Baseline(Counter(finding.key for finding in findings))


def compare(baseline: Baseline, findings: Iterable[Finding]) -> Compared:
    """Sort findings into known and new; more of a kind than are known are new."""
    unused = Counter(dict(baseline.known))
    met: Counter[Key] = Counter()
    new: list[Finding] = []
    for finding in findings:
        if unused[finding.key] > 0:
            unused[finding.key] -= 1
            met[finding.key] += 1
        else:
            new.append(finding)
    mended = sorted(key for key, count in unused.items() for _ in range(count))
    return Compared(tuple(new), sum(met.values()), tuple(mended), Baseline(met))


def write_baseline(baseline: Baseline) -> str:
    """The baseline as JSON text, sorted, one finding a line."""
    lines = [
        json.dumps(
            {"rule": rule, "bead": bead, "missing": missing, "count": count}, ensure_ascii=True
        )
        for (rule, bead, missing), count in sorted(baseline.known.items())
        if count > 0
    ]
    body = ",\n".join(f"    {line}" for line in lines)
    findings = f"[\n{body}\n  ]" if lines else "[]"
    return f'{{\n  "version": "{VERSION}",\n  "findings": {findings}\n}}\n'


def read_baseline(text: str, place: str) -> Baseline:
    """Read a baseline; `place` names the file. Raises BadSettings, saying what is wrong."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _bad(place, f"it is no JSON ({error})") from error
    if not isinstance(read, dict) or not isinstance(read.get("findings"), list):
        raise _bad(place, "it holds no list of findings")
    if read.get("version") != VERSION:
        raise _bad(place, f"its version is {read.get('version')!r}, and {VERSION!r} is known here")
    known: Counter[Key] = Counter()
    for number, entry in enumerate(read["findings"], 1):
        key, count = _entry(entry, f"finding {number}", place)
        known[key] += count
    return Baseline(known)


def _entry(entry: object, name: str, place: str) -> tuple[Key, int]:
    if not isinstance(entry, dict):
        raise _bad(place, f"{name} is no object")
    texts = [
        entry.get(key, "" if key == "missing" else None) for key in ("rule", "bead", "missing")
    ]
    if not all(isinstance(each, str) for each in texts):
        raise _bad(place, f"{name} lacks a text `rule` or `bead`")
    count = entry.get("count", 1)
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise _bad(place, f"{name} has a `count` that is no whole number from 1")
    rule, bead, missing = (str(each) for each in texts)
    return (rule, bead, missing), count


def _bad(place: str, why: str) -> BadSettings:
    return BadSettings(
        f"The baseline {place} cannot be read: {why}.",
        "Write it anew with `fabric lint --write-baseline FILE`, and look at what changes.",
    )
