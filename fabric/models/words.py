"""The labels, statuses and dependency types that carry meaning, said once."""

MEMORY = "memory"
DRAFT = "draft"
CANONICAL = "mem-canonical"
HARD = "mem-hard"
SOFT = "mem-soft"
SUPERSEDED = "mem-superseded"
RETIRED = "mem-retired"
REJECTED = "mem-rejected"
ANCHOR = "memory-anchor"
CONTRACT = "memory-contract"

ENDED_LABELS = (SUPERSEDED, RETIRED, REJECTED)
STRENGTH_LABELS = (HARD, SOFT)
MEMORY_LABELS = (MEMORY, *ENDED_LABELS)
RESERVED_LABELS = frozenset({MEMORY, ANCHOR, CONTRACT, CANONICAL, HARD, SOFT, DRAFT, *ENDED_LABELS})

CLOSED = "closed"
TOMBSTONE = "tombstone"
PINNED_STATUS = "pinned"
FINISHED_STATUSES = frozenset({CLOSED, PINNED_STATUS, TOMBSTONE})
"""Statuses that block nothing (bd: closed and pinned; tombstone is a deleted bead)."""

RELATES = "relates-to"
RELATION_TYPES = frozenset({"relates-to", "related"})
BLOCKS = "blocks"
BLOCKING_TYPES = frozenset({"blocks", "conditional-blocks", "waits-for"})
PARENT_CHILD = "parent-child"
SUPERSEDES = "supersedes"
EXTERNAL_PREFIX = "external:"

DECISION = "decision"
EPIC = "epic"
TASK = "task"

FABRIC_KEY = "fabric"
CONTRACT_KEY = "fabric_contract"
RECEIPT_KEY = "fabric_receipt"
DOMAIN_KEY = "domain"
CLOSED_AT_COMMIT_KEY = "fabric_closed_at_commit"

NOTE_PREFIX = "kv.memory."
RATIFIED_REASON = "Ratified canonical memory"
