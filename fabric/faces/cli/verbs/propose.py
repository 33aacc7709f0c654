"""`fabric propose`."""

from pathlib import Path
from typing import Annotated

import typer

from fabric.faces.cli.edited_proposal import EditedProposal, propose_in_editor
from fabric.faces.cli.memory_file import read_memory_file
from fabric.faces.cli.options import (
    ActorOption,
    AllowSecretOption,
    DryRunOption,
    JsonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_run
from fabric.faces.cli.wording_options import (
    AlternativesText,
    AppealText,
    CheckList,
    DomainText,
    EffectiveText,
    EvidenceList,
    FailureText,
    LabelList,
    OutOfScopeText,
    OwnerText,
    PathList,
    RationaleText,
    ReplacesText,
    ReviewText,
    RuleText,
    ScopeText,
    StrengthText,
    TitleText,
    TypeList,
    VerifyList,
)
from fabric.faces.cli.words import memory_text
from fabric.models.answers import ProposeAnswer
from fabric.models.frozen import replace
from fabric.services.gateway import Outcome
from fabric.services.verbs.propose import ProposeRequest, propose
from fabric.services.writing import Wording
from fabric.wiring import Options, context_at, find_place

app = typer.Typer()

FileOption = Annotated[Path | None, typer.Option("--file", help="File with the memory.")]
EditOption = Annotated[bool, typer.Option("--edit", help="Write it in $VISUAL or $EDITOR.")]


@app.command(
    epilog='Example: fabric propose --domain arch --strength soft --rule "Prefer small modules."'
)
def command(
    domain: DomainText = "",
    strength: StrengthText = "",
    rule: RuleText = "",
    title: TitleText = "",
    scope: ScopeText = "",
    out_of_scope: OutOfScopeText = "",
    rationale: RationaleText = "",
    failure_mode: FailureText = "",
    alternatives: AlternativesText = "",
    check: CheckList = None,
    verify: VerifyList = None,
    owner: OwnerText = "",
    effective: EffectiveText = "",
    path: PathList = None,
    label: LabelList = None,
    issue_type: TypeList = None,
    evidence: EvidenceList = None,
    review_by: ReviewText = "",
    appeal: AppealText = "",
    replaces: ReplacesText = "",
    file: FileOption = None,
    edit: EditOption = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Propose a memory: a draft that binds nobody until a person ratifies it."""
    named = {
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
        sections={name: text for name, text in named.items() if text},
        checks=tuple(check or ()),
        commands=tuple(verify or ()),
        owner=owner,
        effective=effective,
        applies_to=_scope(path, label, issue_type),
        evidence=tuple(evidence or ()),
        review_by=review_by,
    )
    options = Options(store, actor, dry_run, allow_secret)
    request = ProposeRequest(domain, wording, replaces, appeal)
    if file is not None:
        in_file, read = read_memory_file(file, domain, wording)
        request = replace(request, domain=in_file, wording=read)
    _finish(_proposed(options, request, edit), options, as_json)


def _scope(
    paths: list[str] | None, labels: list[str] | None, issue_types: list[str] | None
) -> dict[str, list[str]]:
    return {"paths": paths or [], "labels": labels or [], "issue_types": issue_types or []}


def _proposed(options: Options, request: ProposeRequest, edit: bool) -> Outcome[ProposeAnswer]:
    place = find_place(options)
    context = context_at(place, options)
    if not edit:
        return propose(context, request)
    purpose = f"propose {request.replaces}".strip()
    return propose_in_editor(place, context, EditedProposal(request, purpose))


def _finish(outcome: Outcome[ProposeAnswer], options: Options, as_json: bool) -> None:
    if options.dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: ProposeAnswer) -> list[str]:
    lines = [f"Proposed {answer.id}.", *memory_text(answer.memory)]
    if answer.near:
        lines.append("Close to it:")
        lines += [
            f"  {each.id} ({each.state}, {each.reason}): {each.statement}" for each in answer.near
        ]
    if answer.memory.strength == "hard" and not (answer.memory.checks and answer.memory.commands):
        return [
            *lines,
            "It is hard and says not how to check it, so nobody can ratify it yet. Withdraw it",
            f'(fabric retire {answer.id} --reason "…") and propose it again with --check and --verify.',
        ]
    return [*lines, f"A reviewer makes it binding: {answer.next}"]
