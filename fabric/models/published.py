"""Which models are promises: each becomes a JSON Schema in `schemas/` (`make schemas`)."""

from collections.abc import Mapping
from typing import Final

from fabric.models.answers_life import PUBLISHED_LIFE
from fabric.models.answers_migrate import PUBLISHED_MIGRATE
from fabric.models.answers_notes import PUBLISHED_NOTES
from fabric.models.briefing import Briefing
from fabric.models.contract import ContractRecord
from fabric.models.lint_report_v1 import LintReportV1
from fabric.models.memory_metadata import MemoryMetadata
from fabric.models.receipt import Receipt
from fabric.models.settings import Settings

PUBLISHED: Final[Mapping[str, type[object]]] = {
    "briefing": Briefing,
    "contract-metadata": ContractRecord,
    "fabric-settings": Settings,
    "lint-report-v1": LintReportV1,
    "memory-metadata": MemoryMetadata,
    "work-receipt": Receipt,
    **PUBLISHED_LIFE,
    **PUBLISHED_MIGRATE,
    **PUBLISHED_NOTES,
}
