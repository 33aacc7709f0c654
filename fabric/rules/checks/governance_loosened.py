"""The governance settings were loosened by somebody who may not."""

from collections.abc import Iterator

from fabric.models.finding import Finding
from fabric.models.settings import GovernanceSettings
from fabric.rules.asked import Asked, GovernanceSeen
from fabric.rules.rule import Rule
from fabric.rules.words import listed

RULE = Rule(
    slug="governance-loosened",
    severity="error",
    scope="everything",
    needs="journal",
    summary="The governance settings are looser than those that a reviewer left.",
    help="Put them back, or let a reviewer act under them (ratify, supersede): that records them.",
    on_bead=False,
)


def check(asked: Asked) -> Iterator[Finding]:
    """Compare the settings with the last ones that a reviewer of the time stood behind."""
    seen = asked.journal.governance if asked.journal else ()
    if not seen:
        return
    accepted = _accepted(seen)
    for loosened in _loosened(accepted.settings, asked.settings.governance):
        yield RULE.finding(
            "",
            f"Since {accepted.at[:10]}, when {accepted.by} left them, the settings became looser: "
            f"{loosened}.",
            missing=loosened,
        )


def _accepted(seen: tuple[GovernanceSeen, ...]) -> GovernanceSeen:
    """The last recorded settings that are no looser, or that a reviewer loosened.

    Who is a reviewer, the last settings say that a reviewer left: else whoever takes the reviewers
    out of the file would take away that anybody can put them back.
    """
    accepted = left = seen[0]
    for each in seen[1:]:
        if each.by_kind == "person" and each.by in left.settings.reviewers:
            accepted = left = each
        elif not list(_loosened(accepted.settings, each.settings)):
            accepted = each
    return accepted


def _loosened(before: GovernanceSettings, now: GovernanceSettings) -> Iterator[str]:
    more = sorted(set(now.reviewers) - set(before.reviewers))
    if more:
        yield f"reviewers gained {listed(more)}"
    if now.solo and not before.solo:
        yield "solo was switched on"
    if now.confirm == "none" and before.confirm != "none":
        yield "confirm was switched off"
    if before.require_review and not now.require_review:
        yield "require_review was switched off"
