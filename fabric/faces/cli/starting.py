"""`fabric start` once its options are known: both ways to it lead here."""

from fabric.errors import Refused, WrongUse
from fabric.faces.cli.exits import DONE, NEGATIVE
from fabric.faces.cli.output import show, show_dry_run, show_dry_runs
from fabric.faces.cli.start_options import StartOptions
from fabric.faces.cli.words import memory_text
from fabric.models.answers import NotStarted, StartAllAnswer, StartAnswer
from fabric.services.context import Context
from fabric.services.gateway import Outcome
from fabric.services.verbs.start import MOST_IN_COMMENT, StartRequest, active_work, start
from fabric.wiring import Options, open_context


def run_start(options: StartOptions) -> int:
    """Start a work item, or refresh all active ones; the exit status. Raises FabricError."""
    context = open_context(Options(options.store, options.actor, options.dry_run))
    if options.all_active:
        if options.work or len(options.domains) > 1:
            raise WrongUse("--all-active takes no id and at most one --domain.", "Drop the rest.")
        return _refresh_all(context, options)
    if not options.work:
        raise WrongUse("No work item was named.", "Give its id, or say --all-active.")
    request = StartRequest(
        options.work,
        options.domains,
        options.paths,
        claim=not options.no_claim,
        force=options.force,
    )
    outcome = start(context, request)
    if options.dry_run:
        show_dry_run(outcome.change_set, as_json=options.as_json)
    else:
        show(outcome.answer, _lines(outcome.answer), as_json=options.as_json)
    return DONE


def _refresh_all(context: Context, options: StartOptions) -> int:
    """Refresh each item by itself: what is refused for one stops no other."""
    outcomes: list[Outcome[StartAnswer]] = []
    refused: list[NotStarted] = []
    for work in active_work(context, "".join(options.domains)):
        try:
            outcomes.append(start(context, StartRequest(work, claim=False)))
        except Refused as error:
            refused.append(NotStarted(work=work, reason=error.what, mend=error.remedy))
    answer = StartAllAnswer(started=[each.answer for each in outcomes], not_started=refused)
    if options.dry_run:
        show_dry_runs([each.change_set for each in outcomes], as_json=options.as_json)
    else:
        show(answer, _all_lines(answer), as_json=options.as_json)
    return NEGATIVE if refused else DONE


def _all_lines(answer: StartAllAnswer) -> list[str]:
    if not answer.started and not answer.not_started:
        return ["No active work to refresh."]
    lines = [f"{each.work}: {'; '.join(each.done) or 'nothing new'}" for each in answer.started]
    for each in answer.not_started:
        lines += [f"! {each.work}: {each.reason}", f"  {each.mend}"]
    return lines


def _lines(answer: StartAnswer) -> list[str]:
    lines = [f"{answer.work}: {answer.title}"]
    lines += [f"  {each}" for each in answer.done or ["nothing new"]]
    if not answer.memories:
        lines.append(f"  {answer.receipt.note}")
    reasons = {each.id: each.reason for each in answer.receipt.memories}
    for memory in answer.memories:
        mark = "" if memory.reviewed is not False else " (unreviewed)"
        lines.append("")
        text = memory_text(memory)
        lines += [f"{text[0]}{mark}", f"  given because: {reasons[memory.id]}", *text[1:]]
    lines += _left_out_lines(answer)
    if answer.contract:
        lines += ["", f"Before closing: fabric verify {answer.work}"]
    return lines


def _left_out_lines(answer: StartAnswer) -> list[str]:
    left_out, uncounted = answer.receipt.left_out, answer.receipt.left_out_more or 0
    if not left_out:
        return []
    lines = ["", f"Left out ({len(left_out) + uncounted}):"]
    lines += [f"  {each.id}: {each.reason}" for each in left_out[:MOST_IN_COMMENT]]
    more = len(left_out[MOST_IN_COMMENT:]) + uncounted
    return [*lines, f"  and {more} more; the receipt names the first of them"] if more else lines
