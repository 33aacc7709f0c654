"""What a finding is known by across runs: rule, bead, and what is missing; never a line."""

from collections import Counter
from collections.abc import Iterable, Iterator

from fabric.models.canonical_json import canonical_json, sha256_of
from fabric.models.lint_report_v1 import ReportedFinding


def with_fingerprints(
    findings: Iterable[ReportedFinding],
) -> Iterator[tuple[ReportedFinding, str]]:
    """Each finding with 64 hexadecimal digits; equal ones are numbered apart."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for finding in findings:
        key = (finding.rule, finding.bead, finding.missing)
        yield finding, sha256_of(canonical_json([*key, seen[key]])).removeprefix("sha256:")
        seen[key] += 1
