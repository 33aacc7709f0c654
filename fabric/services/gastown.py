"""Gas Town's memories as notes, each under the key that names its kind."""

from fabric.errors import SecretFound
from fabric.models.answers_migrate import GastownAnswer, MovedNote, NotMovedNote
from fabric.models.change_set import Operation, RemoveConfig, SetConfig
from fabric.models.note import row_key
from fabric.models.note_gastown import BARE_PREFIX, GastownRow, gastown_rows
from fabric.models.note_intent import TEXT_BYTES, same_words
from fabric.models.words import NOTE_PREFIX
from fabric.services.context import Context
from fabric.services.gateway import Decision, Outcome, carry_out, refuse_secrets


def survey_gastown(context: Context) -> GastownAnswer:
    """What `move_gastown` would do."""
    return _decide(context).answer.but(applied=False)


def move_gastown(context: Context) -> Outcome[GastownAnswer]:
    """Rename what needs it; nothing is lost: another text under the same key stays where it is."""
    return carry_out(context, lambda: _decide(context))


def _decide(context: Context) -> Decision[GastownAnswer]:
    rows = context.store.config(NOTE_PREFIX) | context.store.config(BARE_PREFIX)
    there = dict(rows)
    operations: list[Operation] = []
    relied: dict[str, str | None] = {}
    notes: list[MovedNote] = []
    not_taken: list[NotMovedNote] = []
    found = gastown_rows(rows)
    for row in found:
        if not row.key:
            continue
        problem = row.problem or _problem(context, row, there)
        if problem:
            not_taken.append(NotMovedNote(row=row.row, reason=problem))
            continue
        target = row_key(row.key)
        outcome = "kept" if row.is_settled else "merged" if target in there else "renamed"
        notes.append(
            MovedNote(row=row.row, key=row.key, kind=row.kind, text=row.text, outcome=outcome)
        )
        if outcome == "kept":
            continue
        relied |= {row.row: row.text, target: rows.get(target)}
        if outcome == "renamed":
            operations.append(SetConfig(target, row.text))
            there[target] = row.text
        operations.append(RemoveConfig(row.row))
    return Decision(
        verb="migrate",
        answer=GastownAnswer(
            applied=not context.dry_run,
            notes=notes,
            not_taken=not_taken,
            left_out=[
                NotMovedNote(row=each.row, reason=each.problem) for each in found if not each.key
            ],
        ),
        operations=tuple(operations),
        config=relied,
        reason="Gas Town's memories by kind",
        journal={"before": {key: text for key, text in sorted(relied.items()) if text is not None}},
    )


def _problem(context: Context, row: GastownRow, there: dict[str, str]) -> str:
    """Why a row cannot become the note that it is meant to be; empty where it can."""
    if row.is_settled:
        return ""
    other = there.get(row_key(row.key))
    if other is not None and not same_words(other, row.text):
        return f"the note {row.key} holds another text"
    if len(row.text.encode(errors="replace")) > TEXT_BYTES:
        return f"its text takes more than {TEXT_BYTES} bytes"
    if context.allow_secret:
        return ""
    try:
        refuse_secrets(context, [("its text", row.text)])
    except SecretFound as error:
        return error.what.rstrip(".")
    return ""
