"""A finding: what a rule of the linter says about one bead, and what would mend it."""

from typing import Literal

from fabric.models.change_set import ChangeSet
from fabric.models.frozen import dataclass

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    `missing` names what is missing or wrong in a stable way: a baseline knows a finding by rule,
    bead and `missing`, never by line. `fix` is set only where mending is safe. `file` and `line`
    are set only where the rule itself knows them (a broken record, a Markdown file).
    """

    slug: str
    severity: Severity
    bead_id: str
    message: str
    help: str
    missing: str = ""
    fix: ChangeSet | None = None
    file: str = ""
    line: int = 0

    @property
    def key(self) -> tuple[str, str, str]:
        """What a baseline knows it by."""
        return (self.slug, self.bead_id, self.missing)
