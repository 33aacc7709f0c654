"""All rules of the linter, in the order of the documentation: one table that can be read aloud."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from fabric.errors import BadSettings
from fabric.models.settings import Settings
from fabric.rules.checks import (
    anchor_blocks_work,
    anchor_closed,
    anchor_duplicate,
    anchor_missing,
    closed_over_open_contract,
    closed_without_receipt,
    contract_bypassed,
    contract_closed_unverified,
    contract_on_parent,
    contract_outlived,
    contract_stale,
    contract_without_memory,
    contract_without_work,
    dangling_dependency,
    duplicate_id,
    evidence_stale,
    governance_loosened,
    hard_memory_without_contract,
    memory_acceptance,
    memory_blocks_work,
    memory_budget,
    memory_duplicate,
    memory_edited,
    memory_evidence,
    memory_in_markdown,
    memory_labels,
    memory_metadata,
    memory_not_anchored,
    memory_not_ratified,
    memory_review_due,
    memory_sections,
    memory_title,
    memory_type,
    memory_unprotected,
    missing_acknowledgement,
    note_unreachable,
    rejected_restated,
    relation_one_way,
    stale_receipt,
    stale_relation,
    succession_backdated,
    succession_cycle,
    succession_dangling,
    succession_fork,
    succession_half_written,
    succession_reversed,
    unreadable_record,
    unreviewed_memory,
    unused_suppression,
    work_without_domain,
    work_without_memory,
)
from fabric.rules.rule import Rule, RuleModule

CATALOG: Final[tuple[RuleModule, ...]] = (
    # work
    work_without_memory,
    hard_memory_without_contract,
    work_without_domain,
    stale_relation,
    stale_receipt,
    missing_acknowledgement,
    contract_bypassed,
    closed_over_open_contract,
    closed_without_receipt,
    evidence_stale,
    memory_budget,
    # memory
    memory_type,
    memory_title,
    memory_sections,
    memory_acceptance,
    memory_metadata,
    memory_labels,
    memory_not_ratified,
    memory_edited,
    memory_not_anchored,
    memory_blocks_work,
    memory_duplicate,
    memory_unprotected,
    memory_review_due,
    memory_evidence,
    unreviewed_memory,
    rejected_restated,
    memory_in_markdown,
    # anchor
    anchor_missing,
    anchor_duplicate,
    anchor_closed,
    anchor_blocks_work,
    # succession
    succession_half_written,
    succession_fork,
    succession_cycle,
    succession_dangling,
    succession_reversed,
    succession_backdated,
    # contract
    contract_without_memory,
    contract_without_work,
    contract_on_parent,
    contract_outlived,
    contract_closed_unverified,
    contract_stale,
    # graph, notes, policy
    dangling_dependency,
    relation_one_way,
    duplicate_id,
    unreadable_record,
    note_unreachable,
    governance_loosened,
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
