"""`fabric lint`."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Final

import typer

from fabric.config import Project
from fabric.errors import NothingLookedAt, WrongUse
from fabric.faces.cli.baseline_file import load_baseline, save_baseline
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.git_scope import ids_in_commits, since
from fabric.faces.cli.journal_files import read_journal
from fabric.faces.cli.lint_options import (
    Active,
    AllowEmpty,
    BaselineFile,
    ChangedSince,
    Everything,
    FailOn,
    Format,
    FromGit,
    Ids,
    Journal,
    MaxAge,
    Mend,
    WriteBaseline,
)
from fabric.faces.cli.options import ActorOption, DryRunOption, StoreOption
from fabric.faces.cli.output import operation_lines, say, tell, write
from fabric.models.frozen import replace
from fabric.models.lint_report_v1 import LintReportV1
from fabric.package_data import read_rule_page
from fabric.reporters.catalog import reporter
from fabric.rules.asked import StandingRule
from fabric.rules.baseline import baseline_of
from fabric.services.context import Context
from fabric.services.verbs.lint import LintRequest, LintResult, fix, lint
from fabric.wiring import Options, Place, context_at, find_place

app = typer.Typer()

_DURATION: Final = re.compile(r"([0-9]{1,6})\s*([mhdw])")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


@app.command(epilog="Example: fabric lint --all --store jsonl:.beads/issues.jsonl --format github")
def command(
    ids: Ids = None,
    active: Active = False,
    everything: Everything = False,
    changed_since: ChangedSince = "",
    from_git: FromGit = "",
    max_age: MaxAge = "",
    journal: Journal = None,
    allow_empty: AllowEmpty = False,
    baseline: BaselineFile = None,
    write_baseline: WriteBaseline = None,
    mend: Mend = False,
    format_: Format = "text",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    fail_on: FailOn = "",
    explain: Annotated[str, typer.Option("--explain", metavar="RULE", help="Show a page.")] = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    dry_run: DryRunOption = False,
) -> None:
    """Fail a build when work ignores a memory or lacks its contract."""
    if explain:
        say(read_rule_page(explain))
        return
    scopes = [active, everything, bool(ids or from_git), bool(changed_since)]
    _check(scopes, fail_on, both=baseline is not None and write_baseline is not None)
    render = reporter("json" if as_json else format_)
    place = find_place(Options(store))
    context = context_at(place, Options(store, actor, dry_run))
    request = LintRequest(
        ids=tuple(ids or ()),
        everything=everything,
        allow_empty=allow_empty,
        files=_markdown_rules(place.project),
        changed=since(place, context, changed_since) if changed_since else None,
        journal=read_journal(journal) if journal else None,
        baseline=load_baseline(baseline) if baseline else None,
        max_age=_duration(max_age),
    )
    if from_git:
        request = _with_commits(place, context, from_git, request)
    if mend:
        _mend(context, request)
    result = lint(context, request)
    if write_baseline is not None:
        _write_baseline(write_baseline, result, dry_run)
    else:
        _finish(context, result, render(result.report), fail_on)


def _check(scopes: list[bool], fail_on: str, *, both: bool) -> None:
    if sum(scopes) > 1:
        raise WrongUse(
            "--active, --all, --changed-since and ids exclude one another.", "Give one of them."
        )
    if fail_on not in {"", "error", "warning"}:
        raise WrongUse(f"--fail-on {fail_on!r} is unknown.", "Say error or warning.")
    if both:
        raise WrongUse(
            "--baseline reads and --write-baseline writes.",
            "Take what was mended out of a baseline with `fabric baseline FILE`.",
        )


def _duration(text: str) -> timedelta | None:
    if not text:
        return None
    found = _DURATION.fullmatch(text.strip().lower())
    if found is None:
        raise WrongUse(f"--max-age {text!r} is no duration.", "Say 90m, 12h, 30d or 4w.")
    return timedelta(**{_UNITS[found.group(2)]: int(found.group(1))})


def _with_commits(
    place: Place, context: Context, commits: str, request: LintRequest
) -> LintRequest:
    """The request with the beads that commits name. Raises NothingLookedAt where they name none."""
    named = tuple(dict.fromkeys((*request.ids, *ids_in_commits(place, context, commits))))
    if not named and request.allow_empty:
        tell(f"No message of {commits} names a bead that is there.")
        raise typer.Exit
    if not named:
        raise NothingLookedAt(
            f"No message of {commits} names a bead that is there.",
            "Name ids in the messages, as `shop-1a2b: Add a button`; --allow-empty takes it so.",
        )
    return replace(request, ids=named)


def _mend(context: Context, request: LintRequest) -> None:
    """Mend, and say on the side what was written: standard output is the report's."""
    outcome = fix(context, request)
    if not outcome.change_set.operations:
        tell("Nothing can be mended safely.")
        return
    for each in outcome.answer.findings:
        tell(f"{'Mended' if outcome.applied else 'Would mend'} {each.slug} {each.bead_id}")
    for line in operation_lines([outcome.change_set]):
        tell(line)


def _write_baseline(file: Path, result: LintResult, dry_run: bool) -> None:
    known = baseline_of(result.findings)
    if dry_run:
        tell(f"Would write {known.size} findings to {file}.")
        return
    save_baseline(file, known)
    tell(f"Wrote {known.size} findings to {file}: from now on only new ones count.")


def _finish(context: Context, result: LintResult, text: str, fail_on: str) -> None:
    write(text)
    if result.compared is not None and result.compared.mended:
        count = len(result.compared.mended)
        tell(f"{count} findings of the baseline are mended: `fabric baseline FILE` forgets them.")
    limit = fail_on or context.settings.lint.fail_on
    report: LintReportV1 = result.report
    if report.errors or (limit == "warning" and report.warnings):
        raise typer.Exit(NEGATIVE)


def _markdown_rules(project: Project) -> tuple[StandingRule, ...] | None:
    """The standing rules of the files in `lint.files`; None where it names none."""
    if not project.settings.lint.files:
        return None
    # The Markdown library is heavy, and most projects name no files.
    from fabric.services.standing_rules import standing_rules  # noqa: PLC0415

    return standing_rules(project.root, project.settings.lint.files)
