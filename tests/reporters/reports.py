"""Reports that the formats are tried on."""

from fabric.models.lint_report_v1 import LintReportV1, NotAsked, Place, ReportedFinding

HOSTILE = "50% done: fix, then\n::error::pwned\r\x1b[31m]]></x>\u202e\u2028\ufffe\ud800"
EXPORT = ".beads/issues.jsonl"

REPORT = LintReportV1(
    store=f"jsonl:{EXPORT}",
    scope="active",
    beads_read=12,
    newest_record="2026-03-19T18:00:00Z",
    errors=1,
    warnings=1,
    notes=1,
    suppressed=2,
    known=3,
    findings=[
        ReportedFinding(
            rule="work-without-memory",
            severity="error",
            bead="shop-t9",
            title="50% done: fix, then\n::error::pwned",
            message="It relates to no memory in force of memory-arch, and 1 apply: shop-m1.",
            help="Run `fabric start` on it.",
            missing="a relation to a memory in force",
            place=Place(file=EXPORT, line=7),
        ),
        ReportedFinding(
            rule="relation-one-way",
            severity="warning",
            bead="shop-m1",
            title="[MEMORY][ARCH][HARD] Préfère <b> & \x1b[31m",
            message="It relates to shop-arch, and shop-arch does not relate back.",
            help="`fabric lint --fix` writes the other row.",
            missing="the row of shop-arch",
            fixable=True,
            place=Place(file=EXPORT, line=2),
        ),
        ReportedFinding(
            rule="anchor-missing",
            severity="note",
            bead="memory-ux",
            message="No anchor carries memory-ux.",
            help="`fabric anchor create NAME` makes it.",
            missing="an anchor",
        ),
    ],
    not_asked=[NotAsked(rule="unreviewed-memory", reason="it needs a journal")],
)

CLEAN = LintReportV1(store="memory:", scope="all", beads_read=1, errors=0, warnings=0, notes=0)


def hostile() -> LintReportV1:
    """A report in which every text of a bead holds everything that can go wrong."""
    finding = ReportedFinding(
        rule="work-without-memory",
        severity="error",
        bead=HOSTILE,
        title=HOSTILE,
        message=HOSTILE,
        help=HOSTILE,
        missing=HOSTILE,
        place=Place(file=HOSTILE, line=1),
    )
    return LintReportV1(
        store=HOSTILE,
        scope=HOSTILE,
        beads_read=1,
        errors=1,
        warnings=0,
        notes=0,
        findings=[finding],
    )
