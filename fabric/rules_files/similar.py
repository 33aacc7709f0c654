"""How near two rule sentences are, so that a second run proposes only what is new."""

import re
import unicodedata
from collections.abc import Iterable

from fabric.models.digests import value_digest
from fabric.models.frozen import dataclass
from fabric.rules_files.candidate import RuleCandidate
from fabric.rules_files.obligations import forbids
from fabric.rules_files.signs import word_set

# ruff: noqa: RUF001  -- typographic apostrophes are meant

_WORD = re.compile(r"\w[\w'’.+#/-]*")
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]+")
_SMALL = word_set(
    "a an the and or of to in on for with by is are be it this that as at from into your you we "
    "must should shall always never do not don't no "
    "der die das ein eine und oder mit für im in zu auf ist sind muss soll immer nie nicht kein "
    "keine o a os as um uma e ou de da do em para com ser deve nunca sempre não"
)
NEAR = 0.6


@dataclass(frozen=True, slots=True)
class Likeness:
    """A known rule that is near a new one.

    `score` is 1.0 for the same words and counts shared words otherwise; `same` says that both
    have one value digest, `opposed` that one forbids what the other tells.
    """

    key: str
    score: float
    same: bool = False
    opposed: bool = False


def likeness(one: str, other: str) -> float:
    """From 0.0 to 1.0: twice the shared words over all words, small words and order aside."""
    return _score(*(_Taken("", text, value_digest(text), _content(text)) for text in (one, other)))


def near(rule: str, known: Iterable[tuple[str, str]], least: float = NEAR) -> list[Likeness]:
    """Those of the known rules (key, text) that are near, nearest first, then by key."""
    return KnownRules(known).near(rule, least)


class KnownRules:
    """Known rules (key, text), taken apart once, so that many others can be held against them."""

    def __init__(self, known: Iterable[tuple[str, str]]) -> None:
        self._rules = [_Taken(key, text, value_digest(text), _content(text)) for key, text in known]
        self._with_word: dict[str, list[_Taken]] = {}
        self._with_digest: dict[str, list[_Taken]] = {}
        for rule in self._rules:
            self._with_digest.setdefault(rule.digest, []).append(rule)
            for word in rule.words:
                self._with_word.setdefault(word, []).append(rule)

    def near(self, rule: str, least: float = NEAR, most: int | None = None) -> list[Likeness]:
        """Those of the known rules that are near, nearest first, then by key; at most `most`.

        `least` is over 0.
        """
        mine = _Taken("", rule, value_digest(rule), _content(rule))
        same = self._with_digest.get(mine.digest, [])
        # Sorted: the order of a set of words is another one in each process.
        sharing = [each for word in sorted(mine.words) for each in self._with_word.get(word, ())]
        scores = (
            (_score(mine, each), each) for each in {id(r): r for r in (*same, *sharing)}.values()
        )
        found = [(score, each) for score, each in scores if score >= least]
        found.sort(key=lambda pair: (-pair[0], pair[1].key))
        return [_compared(mine, each, score) for score, each in found[:most]]


@dataclass(frozen=True, slots=True)
class _Taken:
    """A rule taken apart."""

    key: str
    text: str
    digest: str
    words: frozenset[str]


def _score(one: _Taken, other: _Taken) -> float:
    if one.digest == other.digest:
        return 1.0
    if not one.words or not other.words:
        return 0.0
    # Words alone never make two sentences the same: only the digest does.
    return min(2 * len(one.words & other.words) / (len(one.words) + len(other.words)), 0.99)


def _compared(one: _Taken, other: _Taken, score: float) -> Likeness:
    opposed = score < 1.0 and forbids(one.text) != forbids(other.text)
    return Likeness(other.key, score, same=score == 1.0, opposed=opposed)


def unrepeated(
    candidates: Iterable[RuleCandidate],
) -> tuple[list[RuleCandidate], list[tuple[RuleCandidate, RuleCandidate]]]:
    """The candidates of several files without those that say an earlier one's words again.

    The second list has each of those with the one that said it first.
    """
    first: dict[str, RuleCandidate] = {}
    repeated: list[tuple[RuleCandidate, RuleCandidate]] = []
    for candidate in candidates:
        known = first.setdefault(value_digest(candidate.rule), candidate)
        if known is not candidate:
            repeated.append((candidate, known))
    return list(first.values()), repeated


def _content(text: str) -> frozenset[str]:
    """The words that carry meaning; scripts without spaces by pairs of signs."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    pairs = [
        run[at : at + 2] for run in _CJK_RUN.findall(folded) for at in range(max(len(run) - 1, 1))
    ]
    words = (word.rstrip(".-/'’") for word in _WORD.findall(_CJK_RUN.sub(" ", folded)))
    return frozenset([*pairs, *(_stem(word) for word in words if word and word not in _SMALL)])


def _stem(word: str) -> str:
    """A word without the endings that change least: write, writes."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
