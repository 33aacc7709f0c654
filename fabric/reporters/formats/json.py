"""For programs: the report itself, as its schema says."""

import json
import re

from fabric.models.document import plain
from fabric.models.lint_report_v1 import LintReportV1

_SURROGATE = re.compile("[\ud800-\udfff]")


def render(report: LintReportV1) -> str:
    """One document; lone surrogates are escaped, because no encoding holds them."""
    written = json.dumps(plain(report), ensure_ascii=False, indent=2)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", written) + "\n"
