"""A rules file in, the standing rules that it states out."""

import re
from collections.abc import Iterable, Sequence

from fabric.models.domain import Domain
from fabric.rules_files.candidate import RuleCandidate
from fabric.rules_files.domains import guess_domain
from fabric.rules_files.gather import Found, gather
from fabric.rules_files.imperatives import language_of
from fabric.rules_files.judge import is_crossed_out, without_mark
from fabric.rules_files.markdown import Piece, read_pieces
from fabric.rules_files.obligations import forbids
from fabric.rules_files.source_text import folder_globs, narrowing, source_text, split_globs
from fabric.rules_files.statement import lead_for, statement_of

# ruff: noqa: RUF001  -- a typographic apostrophe is meant

_REASON_COLUMN = re.compile(
    r"^(?:why|reason|rationale|grund|warum|motivo|原因|理由)\b", re.IGNORECASE
)
# Columns that only number, name or explain.
_NO_RULE = re.compile(_REASON_COLUMN.pattern + r"|^(?:#|no\.?|nr\.?|id|n[º°])$", re.IGNORECASE)
_SIDE_COLUMN = re.compile(
    r"^\W*(?:do|don['’]?ts?|dos|yes|no|good|bad|always|never)\W*$", re.IGNORECASE
)
_SCOPE_ATTRIBUTES = frozenset({"applies_to", "globs", "paths", "path"})


def find_rules(text: str, source: str, domains: Iterable[Domain] = ()) -> list[RuleCandidate]:
    """The standing rules of a rules file, in the order of their lines; the same rule once.

    `source` is the path of the file as a person should read it, relative to the repository (the
    folder of a nested file narrows its rules); `domains` are those that a guess may name.
    """
    prepared = source_text(text)
    pieces = read_pieces(prepared.text)
    globs = prepared.globs or _tag_globs(pieces) or folder_globs(source)
    found = gather(pieces, language_of(prepared.text))
    known = tuple(domains)
    return _once(_dressed(each, source, globs, known) for each in found)


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
    found: Found, source: str, globs: tuple[str, ...], domains: Iterable[Domain]
) -> RuleCandidate:
    """A candidate with its title, its rule in full, and a guess at its domain."""
    piece, verdict = found.piece, found.verdict
    quote = _words(found)
    before = _before(found, quote)
    rule = f"{before}: {quote}" if before else quote
    core = verdict.core if not before and piece.form != "row" else ""
    domain, reason = guess_domain(rule, piece.path, domains)
    return RuleCandidate(
        statement=statement_of(core or rule),
        rule=rule,
        quote=found.quote,
        strength=verdict.strength,
        why=verdict.why + (("its code is not copied",) if piece.before_code else ()),
        file=source,
        line=found.line,
        form=piece.form,
        heading=piece.path,
        domain=domain,
        domain_reason=reason,
        rationale=" ".join(cell for head, cell in _columns(piece) if _REASON_COLUMN.match(head)),
        paths=globs,
    )


def _words(found: Found) -> str:
    """The words of a rule without check box, number of a heading, or columns that are none."""
    if found.piece.form == "heading":
        return re.sub(r"^(?:\W|\d)+", "", found.quote)
    if found.piece.form != "row":
        return without_mark(found.quote)
    columns = [(head, cell) for head, cell in _columns(found.piece) if not _NO_RULE.match(head)]
    sides = [head for head, _ in columns if _SIDE_COLUMN.match(head)]
    if len(sides) > 1:
        return " / ".join(f"{head}: {cell}" for head, cell in columns)
    return ": ".join(without_mark(cell) for _, cell in columns)


def _before(found: Found, quote: str) -> str:
    """What has to stand before the words of a rule, so that they say the same alone."""
    piece, leans = found.piece, found.verdict.leans
    if is_crossed_out(found.quote) and not forbids(quote):
        return "Don't"
    sides = [head for head in piece.header if _SIDE_COLUMN.match(head)]
    column = piece.header[0] if piece.form == "row" and piece.header else ""
    if len(sides) > 1:
        return ""
    return lead_for(found.ground, column, quote, leans=leans)


def _columns(piece: Piece) -> list[tuple[str, str]]:
    """The filled cells of a row, each with the head of its column."""
    heads = [*piece.header, *[""] * len(piece.cells)]
    return [(head, cell) for head, cell in zip(heads, piece.cells, strict=False) if cell]
