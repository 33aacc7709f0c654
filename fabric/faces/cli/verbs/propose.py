"""`fabric propose`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.faces.cli.memory_file import read_memory_file
from fabric.faces.cli.options import (
    ActorOption,
    AllowSecretOption,
    DryRunOption,
    JsonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_run
from fabric.faces.cli.words import memory_text
from fabric.models.answers import ProposeAnswer
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.writing import Wording
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(
    epilog='Example: fabric propose --domain arch --strength soft --rule "Prefer small modules."'
)
def command(
    domain: Annotated[str, typer.Option("--domain", help="Domain, as `arch`.")] = "",
    strength: Annotated[str, typer.Option("--strength", help="hard or soft.")] = "",
    rule: Annotated[str, typer.Option("--rule", help="The rule, in a sentence.")] = "",
    title: Annotated[str, typer.Option("--title", help="Short statement; else the rule.")] = "",
    scope: Annotated[str, typer.Option("--scope", help="Where it holds.")] = "",
    out_of_scope: Annotated[str, typer.Option("--out-of-scope", help="Where it does not.")] = "",
    rationale: Annotated[str, typer.Option("--rationale", help="Why.")] = "",
    failure_mode: Annotated[str, typer.Option("--failure-mode", help="What breaks else.")] = "",
    alternatives: Annotated[str, typer.Option("--alternatives", help="What was weighed.")] = "",
    check: Annotated[
        list[str] | None, typer.Option("--check", help='"Given …, when …, then …"; repeatable.')
    ] = None,
    verify: Annotated[
        list[str] | None,
        typer.Option("--verify", help="Command, or `manual: what a person does`; repeatable."),
    ] = None,
    owner: Annotated[str, typer.Option("--owner", help="Who answers for it.")] = "team",
    effective: Annotated[str, typer.Option("--effective", help="Since when; else today.")] = "",
    path: Annotated[
        list[str] | None, typer.Option("--path", help="Glob of paths it binds; repeatable.")
    ] = None,
    label: Annotated[
        list[str] | None, typer.Option("--label", help="Label of work it binds; repeatable.")
    ] = None,
    issue_type: Annotated[
        list[str] | None, typer.Option("--issue-type", help="Type of work it binds; repeatable.")
    ] = None,
    evidence: Annotated[
        list[str] | None, typer.Option("--evidence", help="Bead id or link; repeatable.")
    ] = None,
    review_by: Annotated[str, typer.Option("--review-by", help="Date to look again.")] = "",
    appeal: Annotated[
        str, typer.Option("--appeal", help="Why something rejected is asked again.")
    ] = "",
    replaces: Annotated[str, typer.Option("--replaces", help="Memory it will replace.")] = "",
    file: Annotated[Path | None, typer.Option("--file", help="File with the memory.")] = None,
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Propose a memory: a draft that binds nobody until a person ratifies it."""
    sections = {
        "Scope": scope,
        "Out of Scope": out_of_scope,
        "Rationale": rationale,
        "Failure Mode": failure_mode,
        "Alternatives Considered": alternatives,
    }
    wording = Wording(
        strength=strength,
        rule=rule,
        title=title,
        sections={name: text for name, text in sections.items() if text},
        checks=tuple(check or ()),
        commands=tuple(verify or ()),
        owner=owner,
        effective=effective,
        applies_to={
            "paths": path or [],
            "labels": label or [],
            "issue_types": issue_type or [],
        },
        evidence=tuple(evidence or ()),
        review_by=review_by,
    )
    if file is not None:
        domain, wording = read_memory_file(file, domain, wording)
    options = Options(store, actor, dry_run, allow_secret)
    request = ProposeRequest(domain, wording, replaces, appeal)
    outcome = propose(open_context(options), request)
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: ProposeAnswer) -> list[str]:
    lines = [f"Proposed {answer.id}.", *memory_text(answer.memory)]
    if answer.near:
        lines.append("Close to it:")
        lines += [f"  {each.id} ({each.reason}): {each.statement}" for each in answer.near]
    return [*lines, f"A reviewer makes it binding: fabric ratify {answer.id}"]
