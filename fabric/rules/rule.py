"""What a rule is: a slug, what it asks and needs, and a function that yields findings."""

from collections.abc import Iterator
from typing import Literal, Protocol

from fabric.models.change_set import ChangeSet
from fabric.models.finding import Finding, Severity
from fabric.models.frozen import dataclass
from fabric.rules.asked import Asked

Need = Literal["graph", "journal", "notes", "files"]
Scope = Literal["work", "everything"]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, as `lint --explain` and the reports name it.

    `scope` says whether it looks at the work items that were asked about or at everything.
    `on_bead` says whether a bead may carry its own suppression; where a suppression would let the
    one who is checked lift the check, it may not.
    """

    slug: str
    severity: Severity
    scope: Scope
    summary: str
    help: str
    needs: Need = "graph"
    on_bead: bool = True

    def finding(
        self,
        bead_id: str,
        message: str,
        *,
        missing: str = "",
        severity: Severity | None = None,
        help: str = "",  # noqa: A002  -- the word that reports use
        fix: ChangeSet | None = None,
    ) -> Finding:
        """A finding of this rule; its own help and severity unless others are given."""
        return Finding(
            slug=self.slug,
            severity=severity or self.severity,
            bead_id=bead_id,
            message=message,
            help=help or self.help,
            missing=missing,
            fix=fix,
        )


class RuleModule(Protocol):
    """A file in `checks/`: the rule as a value, and its question as a pure function."""

    @property
    def RULE(self) -> Rule:  # noqa: N802  -- a constant of the module
        """What it is."""
        ...

    def check(self, asked: Asked) -> Iterator[Finding]:
        """What it finds."""
        ...
