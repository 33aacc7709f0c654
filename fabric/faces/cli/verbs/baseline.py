"""`fabric baseline`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.faces.cli.baseline_file import load_baseline, save_baseline
from fabric.faces.cli.exits import NEGATIVE
from fabric.faces.cli.options import DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show
from fabric.models.answers_life import BaselineAnswer, FixedFinding
from fabric.rules.baseline import Compared, baseline_of, compare
from fabric.services.verbs.lint import LintRequest, lint
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric baseline lint-baseline.json")
def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The baseline.")],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 where it would change.")
    ] = False,
    store: StoreOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Make a baseline of today's findings; an old one forgets what was mended, and never grows."""
    context = open_context(Options(store))
    findings = lint(context, LintRequest(everything=True, allow_empty=True)).findings
    writes = not check and not dry_run
    if file.exists():
        compared = compare(load_baseline(file), findings)
        written = save_baseline(file, compared.left) if writes else False
        answer = _compared(file, compared, written)
    else:
        made = baseline_of(findings)
        written = save_baseline(file, made) if writes else False
        answer = BaselineAnswer(file=str(file), made=True, known=made.size, written=written)
    show(answer, _lines(answer), as_json=as_json)
    if answer.new or (check and (answer.made or answer.mended)):
        raise typer.Exit(NEGATIVE)


def _compared(file: Path, compared: Compared, written: bool) -> BaselineAnswer:
    return BaselineAnswer(
        file=str(file),
        known=compared.known,
        mended=[FixedFinding(rule=r, bead=b, message=m) for r, b, m in compared.mended],
        new=len(compared.new),
        written=written,
    )


def _lines(answer: BaselineAnswer) -> list[str]:
    if answer.made:
        verb = "Wrote" if answer.written else "Would write"
        return [f"{verb} {answer.known} findings to {answer.file}: only new ones count then."]
    lines = [f"{answer.file} knows {answer.known} findings that are still there."]
    lines += [f"  mended: {each.rule} {each.bead}".rstrip() for each in answer.mended]
    if answer.mended and not answer.written:
        lines.append("They would leave it.")
    if answer.new:
        lines.append(f"{answer.new} others are new and stay out of it.")
    return lines
