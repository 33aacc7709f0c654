"""All rules of the linter, in the order of the documentation: one table that can be read aloud."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from fabric.errors import BadSettings
from fabric.models.settings import Settings
from fabric.rules.checks import (
    closed_over_open_contract,
    hard_memory_without_contract,
    memory_not_ratified,
    memory_sections,
    stale_receipt,
    stale_relation,
    succession_half_written,
    unreadable_record,
    unused_suppression,
    work_without_memory,
)
from fabric.rules.rule import Rule, RuleModule

CATALOG: Final[tuple[RuleModule, ...]] = (
    # work
    work_without_memory,
    hard_memory_without_contract,
    stale_relation,
    stale_receipt,
    closed_over_open_contract,
    # memory
    memory_sections,
    memory_not_ratified,
    # succession
    succession_half_written,
    # graph, notes, policy
    unreadable_record,
    unused_suppression,
)

RULES: Final[Mapping[str, Rule]] = {module.RULE.slug: module.RULE for module in CATALOG}


def require_known_rules(settings: Settings) -> None:
    """Raise BadSettings where the configuration names a rule that does not exist."""
    places = [("lint.severity", slug) for slug in settings.lint.severity]
    places += [("lint.ignore", each.rule) for each in settings.lint.ignore]
    for place, slug in places:
        if slug not in RULES:
            near = get_close_matches(slug, RULES, n=1)
            hint = f"Did you mean {near[0]}?" if near else "`fabric lint --explain` lists them."
            raise BadSettings(f"{place} names the rule {slug!r}, which does not exist.", hint)
