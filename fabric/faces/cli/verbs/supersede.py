"""`fabric supersede`."""

from typing import Annotated

import typer

from fabric.errors import FabricError, WrongUse
from fabric.faces.cli.edited_proposal import EditedProposal, propose_in_editor
from fabric.faces.cli.options import ActorOption, DryRunOption, JsonOption, StoreOption
from fabric.faces.cli.output import show, show_dry_run
from fabric.faces.cli.progress import progress
from fabric.models.answers import SupersedeAnswer
from fabric.models.frozen import replace
from fabric.services.context import Context
from fabric.services.ending import find_memory, one_reason
from fabric.services.gateway import Outcome
from fabric.services.governance import require_reviewer
from fabric.services.verbs.propose import ProposeRequest
from fabric.services.verbs.supersede import SupersedeRequest, supersede
from fabric.services.writing import Wording
from fabric.wiring import Options, Place, context_at, find_place

app = typer.Typer()


@app.command(
    epilog='Example: fabric supersede shop-old --with shop-new --reason "It missed the jobs."'
)
def command(
    ids: Annotated[list[str], typer.Argument(metavar="OLD… [NEW]", help="What is replaced.")],
    new: Annotated[str, typer.Option("--with", metavar="NEW", help="What replaces it.")] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    person: Annotated[str, typer.Option("--as", metavar="PERSON", help="Who decides.")] = "",
    edit: Annotated[
        bool, typer.Option("--edit", help="Write NEW from OLD's words in $VISUAL or $EDITOR.")
    ] = False,
    many: Annotated[bool, typer.Option("--yes", help="Move more than 50 items unasked.")] = False,
    store: StoreOption = "",
    actor: ActorOption = "",
    as_json: JsonOption = False,
    dry_run: DryRunOption = False,
) -> None:
    """Replace a memory by its successor; active work moves along. Safe to run again."""
    options = Options(store, actor, dry_run)
    place = find_place(options)
    context = context_at(place, options)
    if edit:
        request = SupersedeRequest(tuple(ids), new, reason, person, many)
        _in_editor(place, context, request, as_json)
        return
    olds, successor = (tuple(ids), new) if new else (tuple(ids[:-1]), ids[-1])
    if not olds:
        raise WrongUse("No successor was named.", "Say `fabric supersede OLD --with NEW`.")
    request = SupersedeRequest(olds, successor, reason, person, many)
    _finish(supersede(context, request, progress("Moving work")), context, as_json)


def _in_editor(place: Place, context: Context, request: SupersedeRequest, as_json: bool) -> None:
    """Write the successor from the words of the first OLD, then let it take their place."""
    if request.new:
        raise WrongUse("--edit writes the successor; --with names one.", "Leave one of them out.")
    one_reason(request.reason, "It missed the background jobs")
    require_reviewer(context, "supersede a memory", request.person or None)
    olds = [find_memory(context, old)[1] for old in request.olds]
    heading = [f"The successor of {old.id}: {old.rule}" for old in olds]
    wanted = EditedProposal(
        ProposeRequest("", Wording(strength="", rule=""), replaces=olds[0].id),
        f"supersede {olds[0].id}",
        heading,
    )
    proposed = propose_in_editor(place, context, wanted)
    if context.dry_run:
        show_dry_run(proposed.change_set, as_json=as_json)
        return
    new = proposed.answer.id
    try:
        outcome = supersede(context, replace(request, new=new), progress("Moving work"))
    except FabricError as error:
        named = " ".join(old.id for old in olds)
        error.remedy += f'\nIts draft is {new}: fabric supersede {named} --with {new} --reason "…"'
        raise
    _finish(outcome, context, as_json)


def _finish(outcome: Outcome[SupersedeAnswer], context: Context, as_json: bool) -> None:
    if context.dry_run:
        show_dry_run(outcome.change_set, as_json=as_json)
        return
    show(outcome.answer, _lines(outcome.answer), as_json=as_json)


def _lines(answer: SupersedeAnswer) -> list[str]:
    olds = ", ".join(answer.old)
    if answer.already:
        lines = [f"{olds} was replaced by {answer.new} before."]
    else:
        lines = [f"{answer.new} replaces {olds} now (version {answer.version})."]
    if answer.ratified:
        lines.append(f"{answer.new} was ratified with it.")
    lines += [f"  moved {each.id}: {', '.join(each.done)}" for each in answer.moved]
    if not answer.moved:
        lines.append("No active work had to move.")
    if answer.left:
        lines.append(f"Left as they are (they only relate to it): {', '.join(answer.left)}")
    return lines
