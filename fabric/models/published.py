"""Which models are promises: each becomes a JSON Schema in `schemas/` (`make schemas`)."""

from collections.abc import Mapping
from typing import Final

from fabric.models.answers import (
    AnchorsAnswer,
    AuditAnswer,
    BeadView,
    DryRun,
    ExportAnswer,
    ImportAnswer,
    InitAnswer,
    ListAnswer,
    ProposeAnswer,
    RatifyAnswer,
    StartAllAnswer,
    StartAnswer,
    StatusAnswer,
    SupersedeAnswer,
    TrustAnswer,
    VerifyAnswer,
    WorkAnswer,
    WorkListAnswer,
)
from fabric.models.answers_life import PUBLISHED_LIFE
from fabric.models.answers_migrate import PUBLISHED_MIGRATE
from fabric.models.answers_notes import PUBLISHED_NOTES
from fabric.models.briefing import Briefing
from fabric.models.contract import ContractRecord
from fabric.models.document import Document
from fabric.models.lint_report_v1 import LintReportV1
from fabric.models.memory_metadata import MemoryMetadata
from fabric.models.receipt import Receipt
from fabric.models.settings import Settings

PUBLISHED: Final[Mapping[str, type[Document]]] = {
    "anchor-answer": AnchorsAnswer,
    "audit-answer": AuditAnswer,
    "briefing": Briefing,
    "contract-metadata": ContractRecord,
    "dry-run-answer": DryRun,
    "export-answer": ExportAnswer,
    "fabric-settings": Settings,
    "import-answer": ImportAnswer,
    "init-answer": InitAnswer,
    "lint-report-v1": LintReportV1,
    "list-answer": ListAnswer,
    "memory-metadata": MemoryMetadata,
    "propose-answer": ProposeAnswer,
    "ratify-answer": RatifyAnswer,
    "show-answer": BeadView,
    "start-all-answer": StartAllAnswer,
    "start-answer": StartAnswer,
    "status-answer": StatusAnswer,
    "supersede-answer": SupersedeAnswer,
    "trust-answer": TrustAnswer,
    "verify-answer": VerifyAnswer,
    "work-answer": WorkAnswer,
    "work-list-answer": WorkListAnswer,
    "work-receipt": Receipt,
    **PUBLISHED_LIFE,
    **PUBLISHED_MIGRATE,
    **PUBLISHED_NOTES,
}
