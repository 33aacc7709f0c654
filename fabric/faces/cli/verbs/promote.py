"""`fabric promote`."""

from typing import Annotated

import typer

from fabric.faces.cli.options import (
    ActorOption,
    AllowSecretOption,
    DryRunOption,
    JsonOption,
    StoreOption,
)
from fabric.faces.cli.output import show, show_dry_run
from fabric.faces.cli.wording_options import (
    CheckList,
    DomainText,
    FailureText,
    OutOfScopeText,
    OwnerText,
    RationaleText,
    RuleText,
    ScopeText,
    StrengthText,
    TitleText,
    VerifyList,
)
from fabric.faces.cli.words import memory_text
from fabric.models.answers_notes import PromoteAnswer
from fabric.services.verbs.promote import PromoteRequest, promote
from fabric.services.writing import Wording
from fabric.wiring import Options, open_context

app = typer.Typer()


@app.command(epilog="Example: fabric promote prices-are-in-cents --domain arch --strength soft")
def command(
    key: Annotated[str, typer.Argument(metavar="KEY", help="Key of the note.")],
    domain: DomainText = "",
    strength: StrengthText = "soft",
    rule: RuleText = "",
    title: TitleText = "",
    scope: ScopeText = "",
    out_of_scope: OutOfScopeText = "",
    rationale: RationaleText = "",
    failure_mode: FailureText = "",
    check: CheckList = None,
    verify: VerifyList = None,
    owner: OwnerText = "",
    store: StoreOption = "",
    actor: ActorOption = "",
    allow_secret: AllowSecretOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Make a draft of a note; once a reviewer ratified it, the note goes."""
    named = {
        "Scope": scope,
        "Out of Scope": out_of_scope,
        "Rationale": rationale,
        "Failure Mode": failure_mode,
    }
    wording = Wording(
        strength=strength,
        rule=rule,
        title=title,
        sections={name: text for name, text in named.items() if text},
        checks=tuple(check or ()),
        commands=tuple(verify or ()),
        owner=owner,
    )
    context = open_context(Options(store, actor, dry_run, allow_secret))
    outcome = promote(context, PromoteRequest(key, domain, wording))
    if dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: PromoteAnswer) -> list[str]:
    made = "was made of" if answer.already else "is made of"
    lines = [f"The draft {answer.id} {made} the note {answer.note}."]
    lines += memory_text(answer.memory)
    if answer.near:
        lines.append("Close to it:")
        lines += [
            f"  {each.id} ({each.state}, {each.reason}): {each.statement}" for each in answer.near
        ]
    return [*lines, f"A reviewer makes it binding, and the note goes: fabric ratify {answer.id}"]
