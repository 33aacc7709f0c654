"""A rules file in, the standing rules that it states out."""

import re
from collections.abc import Iterable, Sequence

from fabric.rules_files.candidate import RuleCandidate
from fabric.rules_files.domains import DomainWords, guess_domain
from fabric.rules_files.gather import Found, gather
from fabric.rules_files.imperatives import language_of
from fabric.rules_files.judge import without_mark
from fabric.rules_files.markdown import Piece, read_pieces
from fabric.rules_files.source_text import folder_globs, narrowing, source_text, split_globs
from fabric.rules_files.statement import lead_for, statement_of

_REASON_COLUMN = re.compile(
    r"^(?:why|reason|rationale|grund|warum|motivo|原因|理由)\b", re.IGNORECASE
)
_SCOPE_ATTRIBUTES = frozenset({"applies_to", "globs", "paths", "path"})


def find_rules(text: str, source: str, domains: Sequence[DomainWords] = ()) -> list[RuleCandidate]:
    """The standing rules of a rules file, in the order of their lines; the same rule once.

    `source` is the path of the file as a person should read it, relative to the repository (the
    folder of a nested file narrows its rules); `domains` are those that a guess may name.
    """
    prepared = source_text(text)
    pieces = read_pieces(prepared.text)
    globs = prepared.globs or _tag_globs(pieces) or folder_globs(source)
    found = gather(pieces, language_of(prepared.text))
    return _once(_dressed(each, source, globs, domains) for each in found)


def _tag_globs(pieces: Sequence[Piece]) -> tuple[str, ...]:
    """Globs of a tag that stands before the first heading: such a tag speaks for the file."""
    first = next((piece for piece in pieces if piece.form == "heading" or piece.tags), None)
    if first is None or not first.tags:
        return ()
    values = [value for key, value in first.tags[0].attributes if key in _SCOPE_ATTRIBUTES]
    return narrowing([glob for value in values for glob in split_globs(value)])


def _once(candidates: Iterable[RuleCandidate]) -> list[RuleCandidate]:
    unique: dict[str, RuleCandidate] = {}
    for candidate in candidates:
        unique.setdefault(" ".join(candidate.rule.casefold().split()), candidate)
    return list(unique.values())


def _dressed(
    found: Found, source: str, globs: tuple[str, ...], domains: Sequence[DomainWords]
) -> RuleCandidate:
    """A candidate with its title, its rule in full, and a guess at its domain."""
    piece, verdict = found.piece, found.verdict
    quote = without_mark(found.quote if piece.form != "row" else _cells(piece, reasons=False))
    column = piece.header[0] if piece.form == "row" and piece.header else ""
    before = lead_for(found.ground, column, leans=verdict.leans)
    rule = f"{before}: {quote}" if before else quote
    domain, reason = guess_domain(rule, piece.path, domains)
    return RuleCandidate(
        statement=statement_of(rule if before or not verdict.core else verdict.core),
        rule=rule,
        quote=found.quote,
        strength=verdict.strength,
        why=verdict.why,
        file=source,
        line=found.line,
        form=piece.form,
        heading=piece.path,
        domain=domain,
        domain_reason=reason,
        rationale=_cells(piece, reasons=True),
        paths=globs,
    )


def _cells(piece: Piece, *, reasons: bool) -> str:
    """The cells of a row that are reasons, by the head of their column, or those that are not."""
    heads = [*piece.header, *[""] * len(piece.cells)]
    kept = [
        cell
        for cell, head in zip(piece.cells, heads, strict=False)
        if cell and bool(_REASON_COLUMN.match(head)) == reasons
    ]
    return ": ".join(kept)
