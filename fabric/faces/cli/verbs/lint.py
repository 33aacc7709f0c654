"""`fabric lint`."""

from typing import Annotated

import typer

from fabric.config import Project
from fabric.errors import WrongUse
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import StoreOption
from fabric.faces.cli.output import say, write
from fabric.package_data import read_rule_page
from fabric.reporters.catalog import FORMATS, reporter
from fabric.rules.asked import StandingRule
from fabric.services.verbs.lint import LintRequest, lint
from fabric.wiring import Options, context_at, find_place

app = typer.Typer()


@app.command(epilog="Example: fabric lint --all --store jsonl:.beads/issues.jsonl --format github")
def command(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID…]", help="Only these.")] = None,
    active: Annotated[bool, typer.Option("--active", help="Active work: the default.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="The whole graph.")] = False,
    format_: Annotated[
        str, typer.Option("--format", help=f"One of {', '.join(FORMATS)}.")
    ] = "text",
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    fail_on: Annotated[str, typer.Option("--fail-on", help="error or warning.")] = "",
    allow_empty: Annotated[
        bool, typer.Option("--allow-empty", help="An empty store is a success.")
    ] = False,
    explain: Annotated[str, typer.Option("--explain", metavar="RULE", help="Show a page.")] = "",
    store: StoreOption = "",
) -> None:
    """Fail a build when work ignores a memory or lacks its contract."""
    if explain:
        say(read_rule_page(explain))
        return
    if active and (everything or ids):
        raise WrongUse("--active, --all and ids exclude one another.", "Give one of them.")
    if fail_on not in {"", "error", "warning"}:
        raise WrongUse(f"--fail-on {fail_on!r} is unknown.", "Say error or warning.")
    render = reporter("json" if as_json else format_)
    options = Options(store)
    place = find_place(options)
    context = context_at(place, options)
    files = _markdown_rules(place.project)
    result = lint(context, LintRequest(tuple(ids or ()), everything, allow_empty, files))
    report = result.report
    write(render(report))
    limit = fail_on or context.settings.lint.fail_on
    if report.errors or (limit == "warning" and report.warnings):
        raise typer.Exit(NEGATIVE)


def _markdown_rules(project: Project) -> tuple[StandingRule, ...] | None:
    """The standing rules of the files in `lint.files`; None where it names none."""
    if not project.settings.lint.files:
        return None
    # The Markdown library is heavy, and most projects name no files.
    from fabric.services.standing_rules import standing_rules  # noqa: PLC0415

    return standing_rules(project.root, project.settings.lint.files)
