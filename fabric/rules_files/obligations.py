"""Words that oblige, in English, German, Portuguese and Chinese."""

import re
from collections.abc import Iterable
from functools import lru_cache

from fabric.models.frozen import dataclass

# ruff: noqa: RUF001  -- typographic quotes and full-width marks are meant

# Where a clause begins, so that "we don't support" and "to avoid" oblige nobody.
_CLAUSE = r"(?:^|[.;:,!(–—]\s*|[-→]\s+|\b(?:and|but|or|please|so|then|instead|also|und|oder|sondern|e|ou|mas)\s)"

_HARD = (
    r"\bmust(?:n['’]t| not\b)?\b(?![-‑])",
    r"\bshall(?: not)?\b",
    r"(?<!has )(?<!have )(?<!was )\bnever\b(?!theless)",
    r"(?<!is )(?<!are )(?<!it )(?<!we )(?<!has )(?<!not )(?<!will )\balways\b(?! active)",
    r"\b(?:mandatory|forbidden|prohibited|disallowed|non-negotiable|strictly)\b",
    r"\b(?:is|are|be) (?:strictly |always )?required\b",
    r"\brequired (?:for|before|on|when)\b|\brequired(?=\W*$)",
    r"\b(?:not|nothing) (?:is |be )?(?:allowed|permitted|acceptable)\b",
    _CLAUSE + r"(?:do not|don['’]?t)\b",
    r"(?-i:\bDO NOT\b|\bDON['’]T\b)",
    r"\bunder no circumstances\b|\bat all times\b",
    r"^(?:every|all|each|any)\b[^.:;]*\bneeds?\b",
    r"\bnot (?:complete|done|finished)\b.*\buntil\b",
    r"(?-i:\bONLY\b)|^only (?:ever )?(?:commit|push|merge)\b|\bonly (?:after|with|by) \w+ing\b",
    r"\bm(?:u(?:ss|ß)|üssen|usst)\b",
    r"\b(?:darf|dürfen|darfst)\b[^.;]{0,60}?\b(?:nicht|nie|niemals|keine?[mnrs]?|nur)\b",
    r"\b(?:nie|niemals|stets|ausnahmslos|zwingend|verpflichtend|unverhandelbar|obligatorisch)\b",
    r"(?<!noch )(?<!wie )(?<!für )\bimmer\b(?! noch| wieder| mehr)",
    r"\b(?:verboten|untersagt|unzulässig|tabu)\b|\bnicht (?:erlaubt|gestattet|zulässig)\b",
    r"(?<!nicht )\berforderlich\b",
    _CLAUSE + r"keine?[mnrs]?\b",
    r"\bnur (?:noch )?(?:wenn|bei|nach|via|mit|über|für|auf|im|in|durch|aus)\b",
    r"\b(?:deve|devem|deverá|deverão)\b",
    r"\b(?:nunca|jamais)\b|\bsempre\b(?! que poss)",
    r"\b(?:obrigatóri|proibid|vedad)\w+|(?<!não )\bé (?:necessári|preciso)\w*",
    _CLAUSE + r"não\b",
    r"(?<!如)必须|必需|务必|務必|禁止|严禁|嚴禁|不得|不要|不准|不许|不可以?(?!变|见|避|知)|不允许|不应|绝不|绝对不|切勿|请勿",
    r"一律|强制(?!覆盖)|固定(?:执行|使用)|(?:只|仅)允许|只有[^。；]{1,40}才|只能|不使用|不用(?!户)|不直接|不走|不写|不执行",
    r"不混用|不引入|不提交|不修改|不依赖|不在[^。；，]{1,12}中|红线|硬门禁",
)

# In Portuguese `no` means "in the"; a rule there starts with `sem` (without).
_ENGLISH_NO = r"(?:^|[.;!–—]\s+|(?<!`)[:：]\s+|\s-\s+|\b(?:and|but)\s)no (?!one\b|longer\b|more\b|problem)(?=[\w\"`])"

_SOFT = (
    r"\bshould(?:n['’]t| not)?\b(?! (?:see|now|be able|look like|appear|output|have been)\b)",
    r"\bought to\b",
    _CLAUSE + r"(?:avoid|prefer|favou?r)\b",
    r"\bprefer(?=:)|\bpreferably\b|\b(?:is|are|be) (?:preferred|discouraged)\b",
    r"\b(?:is|are|be) (?:highly |strongly |always )?(?:recommended|encouraged)\b(?! for)",
    r"\bas a last resort\b|\b(?:is|are|remains?) responsible for\b",
    r"(?:^|[.,;]\s+|\brule,? )we (?:follow|prefer|require|expect|keep|only accept)\b",
    r"\bsoll(?:en|te|ten|st|test)?\b",
    r"\bbevorzug\w+|\bvermeide\w*|\bmöglichst\b|\bidealerweise\b|\bvorzugsweise\b|\blieber\b",
    r"\bim zweifel\b|\bempfohlen\b",
    r"\b(?:deveria|deveriam)\b|\bprefir\w+|\bpreferir\b|\bpreferencialmente\b",
    _CLAUSE + r"evit(?:e|em|ar)\b|\bprioriz(?:e|em|ar)\b|\brecomend\w+|\bsempre que poss\w+",
    r"优先(?!级)|推荐|建议|尽量|应当|应该|(?<![对响适反供相])应(?=[当该在使用保按先有为])|避免|宜(?=[用先])",
    r"(?<!文)默认(?:执行|要求|使用|给出|先)|统一(?:使用|用|放|走|写|命名|直接)|至少(?!一个)|才需要",
)

# What looks like an obligation and is none: taken out before the words are looked for.
_NO_OBLIGATION = (
    r"\b(?:always )?feel free\b|\b(?:do not|don['’]t) (?:hesitate|worry)\b|\bnever mind\b",
    r"\b(?:is|are|be)?\s*n(?:ot|ever) (?:strictly )?(?:required|mandatory|necessary|needed)\b",
    r"\bneed(?:s)? not\b|\bno need\b|\b(?:do|does)(?: not|n['’]t) (?:need|have to|require)\b",
    r"\bno\b[^.;]{0,60}\b(?:needed|required|necessary|found|yet|exist\w*)\b",
    r"\bif\b[^,.;]{0,60}\b(?:is|are) required\b|\bif (?:you|it|this|there) (?:must|should)\b",
    r"\brequired (?:reading|version|fields?|by)\b|\bno longer\b|\bthe required\b",
    r"\b(?:muss|müssen|musst) nicht\b|\bnicht (?:nötig|erforderlich|notwendig)\b",
    r"\bkeine?[mnrs]?\b[^.;]{0,40}\b(?:nötig|notwendig|erforderlich|qualitätsmerkmal)\b",
    r"\bnão (?:é necessári\w+|precisa\w*|é obrigatóri\w+)",
    r"无需|不必|不需要|无须|不强制|不要求|不会|不用担心|不能不",
    r"\b(?:these|the|all|following) (?:rules|instructions|guidelines)\b[^.;]*",
    r"\brules in this file\b[^.;]*|\bdiese regeln\b[^.;:]*",
)

_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»")
_CODE = re.compile(r"`+[^`]*`+")
_PERMISSION = re.compile(
    r"(?-i:\bMAY\b)(?! not)|\bfeel free\b|(?-i:\bOPTIONAL\b)|\b(?:darf|dürfen)\b", re.IGNORECASE
)
_NO_OBLIGATION_RE = re.compile("|".join(_NO_OBLIGATION), re.IGNORECASE)
_FORBIDDING = re.compile(
    r"\b(?:never|no|not|don['’]?t|avoid|forbidden|prohibited|disallowed|nothing|nie|niemals|nicht|"
    r"keine?[mnrs]?|verboten|untersagt|unzulässig|tabu|vermeide\w*|nunca|jamais|não|sem|proibid\w*|"
    r"vedad\w*|evit\w+)\b|n['’]t\b|[不禁勿]|避免",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(r"\b(?:cannot|can not|can['’]t|may not)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Obligations:
    """The words of a text that oblige, as they stand there, by strength."""

    hard: tuple[str, ...] = ()
    soft: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.hard or self.soft)

    @property
    def words(self) -> tuple[str, ...]:
        """Those that decide: the hard ones if there are any."""
        return self.hard or self.soft


@lru_cache(maxsize=4096)
def obligations(text: str, language: str = "en") -> Obligations:
    """The words of one text that oblige; quotations and code do not count."""
    bare = _NO_OBLIGATION_RE.sub(" … ", spoken(text))
    hard = (*_HARD_RES, _WITHOUT_RE if language == "pt" else _ENGLISH_NO_RE)
    return Obligations(_found(bare, hard), _found(bare, _SOFT_RES))


def permits(text: str) -> bool:
    """Whether a text only allows something (RFC 2119 MAY)."""
    return bool(_PERMISSION.search(spoken(text)))


def bounds(text: str) -> tuple[str, ...]:
    """Words that forbid where rules are being said, and state a fact elsewhere (cannot)."""
    return tuple(found.group(0).lower() for found in _BOUNDARY.finditer(spoken(text)))


def forbids(text: str, language: str = "en") -> bool:
    """Whether a text says what not to do."""
    said = obligations(text, language)
    return any(_FORBIDDING.search(word) for word in (*said.hard, *said.soft))


def spoken(text: str) -> str:
    """The text with code and quotations emptied, so that their words are nobody's rule."""
    return _QUOTED.sub('""', _CODE.sub("`x`", text))


def _compiled(patterns: Iterable[str]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_HARD_RES = _compiled(_HARD)
_ENGLISH_NO_RE = re.compile(_ENGLISH_NO, re.IGNORECASE)
_WITHOUT_RE = re.compile(r"^sem\b", re.IGNORECASE)
_SOFT_RES = _compiled(_SOFT)


def _found(text: str, patterns: tuple[re.Pattern[str], ...]) -> tuple[str, ...]:
    places = [(found.start(), found.group(0)) for each in patterns for found in each.finditer(text)]
    words = (word.strip(" ,;:.!()–—→-").lower() for _, word in sorted(places))
    return tuple(dict.fromkeys(word for word in words if word))
