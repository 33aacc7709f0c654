"""Whether a sentence tells somebody to do something, without a word that obliges."""

import re
from functools import lru_cache

from fabric.rules_files import chinese, english, german, portuguese
from fabric.rules_files.obligations import spoken
from fabric.rules_files.signs import CJK

# ruff: noqa: RUF001  -- typographic dashes and full-width marks are meant

_LABEL = re.compile(r"^[^.:;!?`]{2,60}?(?::|\s[-–—]|：)\s+(?=\S)")
_TRIGGER = re.compile(
    r"^(?:before|after|when(?:ever)?|while|if|once|for|on|during|unless|until|upon|prior to|where|"
    r"in|at|by default|default|as soon as|bei|bevor|vor|nach|wenn|falls|sobald|antes|após|depois|"
    r"quando|ao)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"^(?:on|in|at|for)\b", re.IGNORECASE)
_DE_WORDS = re.compile(
    r"\b(?:der|die|das|und|nicht|mit|für|fuer|ein|eine|werden|ist|auf|bei|wenn|nur|im)\b",
    re.IGNORECASE,
)
_PT_WORDS = re.compile(
    r"\b(?:não|que|para|uma|com|dos|das|ser|em|ou|antes|deve|devem|são|de)\b", re.IGNORECASE
)
_EN_WORDS = re.compile(r"\b(?:the|and|to|of|is|for|with|in|that|are|not|be|this)\b", re.IGNORECASE)


@lru_cache(maxsize=4096)
def tells(sentence: str, language: str) -> str:
    """The word that makes a sentence an instruction, or "" if it is none."""
    text = spoken(sentence).strip()
    bare = _without_label(text)
    for part in (text, bare):
        if verb := english.instruction(part, conditional=_has_condition(part)):
            return verb
    if language == "de":
        return german.instruction(text, bare)
    if language == "pt":
        return portuguese.instruction(bare)
    return chinese.instruction(text) if language == "zh" else ""


def _has_condition(text: str) -> bool:
    return bool(_TRIGGER.match(text)) or " please " in text


def has_trigger(sentence: str) -> bool:
    """Whether a sentence says when it applies before it says what to do."""
    return bool(_TRIGGER.match(_without_label(sentence)) or _TRIGGER.match(sentence))


def has_occasion(sentence: str) -> bool:
    """Whether a sentence starts with an occasion (when, before, if), not a place (on, in)."""
    return has_trigger(sentence) and not _PLACE.match(sentence)


def points_elsewhere(sentence: str) -> bool:
    """Whether a sentence only sends its reader to another document."""
    return english.is_pointer(_without_label(sentence))


def _without_label(text: str) -> str:
    return _LABEL.sub("", text, count=1)


def language_of(text: str) -> str:
    """The language of a text by its commonest small words: `en`, `de`, `pt` or `zh`."""
    sample = text[:40_000]
    if len(CJK.findall(sample)) * 12 > len(sample):
        return "zh"
    counts = {
        "en": len(_EN_WORDS.findall(sample)),
        "de": len(_DE_WORDS.findall(sample)),
        "pt": len(_PT_WORDS.findall(sample)),
    }
    return max(counts, key=lambda code: counts[code])
