"""The plan of a migration: a TOML file that a person edits before anything is proposed."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import cast

from fabric.errors import BadSettings
from fabric.models.digests import value_digest
from fabric.models.frozen import dataclass
from fabric.rules_files.candidate import RuleCandidate, Strength

VERSION = 1
_HEADER = """\
# Rules found in {files}. Nothing is proposed until you say so.
# Read each one: drop it with keep = false, mend the words, strength ("hard" must hold, "soft" is
# guidance) and domain. You may add: scope, out_of_scope, rationale, failure_mode (texts), checks and
# verify (lists: "Given ..., when ..., then ..." and commands). `why`, `evidence` and `found` tell where
# a rule comes from and are kept as they are.
version = {version}
"""
_TEXTS = ("scope", "out_of_scope", "rationale", "failure_mode")
_LISTS = ("checks", "verify", "paths")
_NEEDED = ("keep", "strength", "domain", "statement", "rule", "evidence")
_MOST_TOLD = 5
_KEYS = (*_NEEDED, "why", "found", *_TEXTS, *_LISTS)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_INVISIBLE = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """One rule of a plan as a person left it. `domain` may still be empty.

    `found` is the digest of the words that were found, whatever became of them.
    """

    keep: bool
    strength: Strength
    domain: str
    statement: str
    rule: str
    evidence: str
    why: tuple[str, ...] = ()
    scope: str = ""
    out_of_scope: str = ""
    rationale: str = ""
    failure_mode: str = ""
    checks: tuple[str, ...] = ()
    verify: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    found: str = ""


def plan_entry(candidate: RuleCandidate) -> PlanEntry:
    """What a plan says about a candidate before anybody has edited it."""
    return PlanEntry(
        keep=True,
        strength=candidate.strength,
        domain=candidate.domain,
        statement=candidate.statement,
        rule=candidate.rule,
        evidence=f"{candidate.file}:{candidate.line}",
        why=candidate.why,
        rationale=candidate.rationale,
        paths=candidate.paths,
        found=value_digest(candidate.rule),
    )


def write_plan(candidates: Iterable[RuleCandidate]) -> str:
    """The plan as TOML text, in the order given; the same candidates give the same bytes."""
    found = list(candidates)
    files = dict.fromkeys(candidate.file for candidate in found)
    return write_entries([plan_entry(candidate) for candidate in found], files)


def write_entries(entries: Iterable[PlanEntry], sources: Iterable[str]) -> str:
    """Entries from these sources as TOML text, in the order given."""
    named = ", ".join(_visible(source) for source in sources) or "no file"
    tables = (_table(entry) for entry in entries)
    return "\n".join([_HEADER.format(files=named, version=VERSION), *tables])


def _table(entry: PlanEntry) -> str:
    lines = [
        "[[rule]]",
        f"keep = {'true' if entry.keep else 'false'}",
        f"strength = {_string(entry.strength)}",
        f"domain = {_string(entry.domain)}",
        f"statement = {_string(entry.statement)}",
        f"rule = {_string(entry.rule)}",
    ]
    lines += [f"{key} = {_string(text)}" for key in _TEXTS if (text := getattr(entry, key))]
    lines += [f"{key} = {_array(items)}" for key in _LISTS if (items := getattr(entry, key))]
    lines += [f"evidence = {_string(entry.evidence)}", f"why = {_array(entry.why)}"]
    lines += [f"found = {_string(entry.found)}"] if entry.found else []
    lines.append("")
    return "\n".join(lines)


def _string(text: str) -> str:
    return f'"{_visible(text)}"'


def _visible(text: str) -> str:
    """Text with quotes, control characters and signs that hide or turn text as TOML escapes."""
    quoted = "".join(_ESCAPES.get(sign, sign) for sign in text)
    return _INVISIBLE.sub(lambda found: _escaped(found.group(0)), quoted)


def _escaped(sign: str) -> str:
    """An escape that TOML can read; half a surrogate pair, which it cannot, as a replacement."""
    return "\\uFFFD" if "\ud800" <= sign <= "\udfff" else f"\\u{ord(sign):04X}"


def _array(items: Sequence[str]) -> str:
    return "[" + ", ".join(_string(item) for item in items) + "]"


def read_plan(text: str) -> list[PlanEntry]:
    """The entries of an edited plan, dropped ones too.

    Raises BadSettings that names what cannot be understood, with rule and key.
    """
    try:
        document = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as failure:
        raise BadSettings(f"The plan is no TOML: {failure}.", "Mend that place.") from failure
    except RecursionError as failure:
        raise BadSettings("The plan is nested too deeply.", "Mend that place.") from failure
    rules = document.get("rule", [])
    problems = _document_problems(document)
    if not problems:
        problems = [each for at, rule in enumerate(rules) for each in _rule_problems(at, rule)]
    if problems:
        more = f" And {len(problems) - _MOST_TOLD} more." if len(problems) > _MOST_TOLD else ""
        raise BadSettings(
            f"The plan cannot be read: {' '.join(problems[:_MOST_TOLD])}{more}",
            "Mend these and try again.",
        )
    return [_entry(rule) for rule in rules]


def _document_problems(document: Mapping[str, object]) -> list[str]:
    rules = document.get("rule", [])
    problems = [
        _unknown("the plan", key, ("version", "rule"))
        for key in _others(document, {"version", "rule"})
    ]
    if document.get("version") != VERSION:
        problems.append(f"version is {document.get('version')!r}, and {VERSION} is the one known.")
    if not isinstance(rules, list) or not all(isinstance(rule, dict) for rule in rules):
        problems.append("rule must be written as [[rule]] tables.")
    return problems


def _others(table: Mapping[str, object], known: set[str]) -> list[str]:
    return sorted(table.keys() - known)


def _rule_problems(at: int, rule: Mapping[str, object]) -> list[str]:
    where = f"rule {at + 1} ({rule.get('evidence', 'no evidence')})"
    problems = [_unknown(where, key, _KEYS) for key in _others(rule, set(_KEYS))]
    problems += [f"{where} has no {key}." for key in _NEEDED if key not in rule]
    problems += [
        f"{where}: {told}" for key in _KEYS if key in rule and (told := _wrong(key, rule[key]))
    ]
    return problems


def _unknown(where: str, key: str, known: Sequence[str]) -> str:
    close = get_close_matches(key, known, n=1)
    return f"{where} has an unknown key {key}." + (f" Is {close[0]} meant?" if close else "")


def _wrong(key: str, value: object) -> str:
    """What is wrong with a value, or ""."""
    if key == "keep":
        return "" if isinstance(value, bool) else "keep must be true or false."
    if key in _LISTS or key == "why":
        fits = isinstance(value, list) and all(isinstance(item, str) for item in value)
        return "" if fits else f"{key} must be a list of texts."
    if not isinstance(value, str):
        return f"{key} must be a text."
    if key == "strength":
        return "" if value in {"hard", "soft"} else 'strength must be "hard" or "soft".'
    return f"{key} is empty." if key in {"statement", "rule"} and not value.strip() else ""


def _entry(rule: Mapping[str, object]) -> PlanEntry:
    """An entry from a table that has been looked at."""
    texts = {
        key: str(rule.get(key, "")).strip() for key in (*_TEXTS, "domain", "statement", "rule")
    }
    lists = {
        key: tuple(item.strip() for item in cast("list[str]", rule.get(key, [])))
        for key in (*_LISTS, "why")
    }
    return PlanEntry(
        keep=bool(rule["keep"]),
        strength=cast("Strength", rule["strength"]),
        domain=texts["domain"],
        statement=texts["statement"],
        rule=texts["rule"],
        evidence=str(rule["evidence"]),
        scope=texts["scope"],
        out_of_scope=texts["out_of_scope"],
        rationale=texts["rationale"],
        failure_mode=texts["failure_mode"],
        checks=lists["checks"],
        verify=lists["verify"],
        paths=lists["paths"],
        why=lists["why"],
        found=str(rule.get("found", "")),
    )
