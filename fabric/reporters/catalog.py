"""All formats of the linter's report: one table that can be read aloud."""

from collections.abc import Callable, Mapping
from typing import Final

from fabric.errors import WrongUse
from fabric.models.lint_report_v1 import LintReportV1
from fabric.reporters.formats import github, gitlab, json, junit, sarif, text

Reporter = Callable[[LintReportV1], str]

FORMATS: Final[Mapping[str, Reporter]] = {
    "text": text.render,
    "json": json.render,
    "sarif": sarif.render,
    "github": github.render,
    "gitlab": gitlab.render,
    "junit": junit.render,
}


def reporter(name: str) -> Reporter:
    """The function of a format. Raises WrongUse, naming the known ones."""
    if name not in FORMATS:
        raise WrongUse(f"There is no format {name!r}.", f"Formats: {', '.join(FORMATS)}.")
    return FORMATS[name]
