"""What the headings, tags and lead-ins above a piece say about it."""

import re
from typing import Literal

from fabric.models.frozen import dataclass, replace
from fabric.rules_files.candidate import Strength
from fabric.rules_files.obligations import obligations

# ruff: noqa: RUF001  -- typographic quotes and full-width marks are meant

Kind = Literal["rules", "guide", "plain", "howto", "facts", "off"]
"""rules: every item is one · guide: an instruction is one, in numbered lists too, and so is a terse
item · plain: an instruction is one · howto, facts: only with words that oblige · off: nothing is."""

_NO_RULES = re.compile(
    r"^(?:(?:good |bad |more )?examples?|beispiele?|exemplos?|示例|例子|sample)\b|\be\.g\.|z\. ?b\."
    r"|^(?:accept when|acceptance criteria|out of scope)\b|^entfällt\b|\bnot needed\b"
    r"|\b(?:is|are) (?:allowed|optional)\b|\b(?:optional|erlaubt|opcional)\b|不适用|^可选",
    re.IGNORECASE,
)
_MERELY_CAN = re.compile(r"\b(?:may|might|can|could|kann|können|pode|podem)\b", re.IGNORECASE)
_DOING = re.compile(
    r"^(?:step \d+\W+)?(?:\d+\W+)?(?:adding|building|creating|deploying|developing|fixing|"
    r"generating|installing|making|migrating|running|setting up|updating|upgrading)\b",
    re.IGNORECASE,
)
_RULES = re.compile(
    r"\b(?:rules?|constraints?|anti-?patterns?|pitfalls?|guardrails?|invariants?|prohibit\w*|"
    r"forbidden|never|always|must|do not|non-negotiables?|boundaries|polic(?:y|ies)|"
    r"(?<!^)requirements|avoid|mandates?|failure patterns?|definition of done|do['’]?s and)\b"
    r"|\bdon['’]?ts?\b|^do\W*$|^(?:very )?(?:critical|important)\W*$"
    r"|regeln?\b|\b(?:verbote\w*|muss|soll|nie|niemals|immer|vermeide\w*|vorgaben|richtlinien|"
    r"grundsätze|leitplanken|anforderungen|was ich (?:nie )?\w+)\b"
    r"|\b(?:regras?|proibid\w+|obrigatóri\w+|nunca|sempre|restrições|diretrizes|políticas|evitar)\b"
    r"|规则|规定|约束|禁止|必须|不要|注意事项|红线|强制|准则|守则|要求|原则|底线|铁律",
    re.IGNORECASE,
)
_GUIDE = re.compile(
    r"\b(?:guidelines?|conventions?|standards?|principles?|practices|style|expectations|discipline|"
    r"hygiene|habits|agreements|code of conduct|code organi[sz]ation|philosophy|test-first|rituals?)\b"
    r"|konventionen\b|\w*prinzipien\b|-stil\b|\b(?:arbeitsweise|leitlinien)\b"
    r"|\b(?:convenç\w+|padr(?:ão|ões)|estilo|boas práticas|princípios)\b"
    r"|规范|约定|风格|协议|治理|基线|标准|最佳实践|持久化|追踪",
    re.IGNORECASE,
)
_HOWTO = re.compile(
    r"\b(?:set-?up|installation|install|prerequisites|getting started|quick ?start|usage|how to|"
    r"commands?|debugging|troubleshooting|tips|tutorial|walkthrough|reporting|feature requests?|"
    r"bug reports?|questions|support|common tasks|when to use|release process|onboarding|"
    r"checklist|then do)\b"
    r"|\b(?:einrichtung|befehle|anleitung|schritte)\b|\bdann:?$|\b(?:instalação|comandos|passos)\b"
    r"|安装|快速开始|命令|步骤|使用方法|如何|部署|构建",
    re.IGNORECASE,
)
_FACTS = re.compile(
    r"^(?:key |main |core )?features\b|\b(?:overview|structure|layout|director(?:y|ies)|(?:tech(?:nology)?|tech) stack|"
    r"purpose|audience|background|consequences|roadmap|phases|glossary|links|see also|"
    r"key sections|table of contents|components?|history|license|file system|issue types|"
    r"priorities|labels|key (?:files|fields|methods|canonical \w+)|reused|adapted|why \w+)\b"
    r"|^(?:\W|\d)*(?:context|contents|resources|references?|about|architecture|stack|requirements)\W*$"
    r"|\b(?:überblick|projektstruktur|technologie-?stack|zielgruppe|hintergrund|wer ich bin)\b"
    r"|\b(?:visão geral|estrutura|funcionalidades|tecnologias)\b"
    r"|概述|简介|项目结构|目录|技术栈|背景|功能|链接",
    re.IGNORECASE,
)
_STEPS = re.compile(
    r"\b(?:workflow|process|procedure|triage|completion|steps|lifecycle|phases|sequence|"
    r"follow this order|landing|ablauf|vorgehen|fluxo|in this order)\b|流程|阶段",
    re.IGNORECASE,
)
_FORCED = re.compile(
    r"\((?:required|mandatory|pflicht|obrigatório|必须)\)|^mandatory\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Ground:
    """What stands above a piece: the kind of place, the strength it lends, and by which words.

    `steps` says that numbered items here are steps of a procedure, `lead` is the nearest lead-in.
    """

    kind: Kind = "plain"
    strength: Strength | None = None
    by: str = ""
    steps: bool = False
    lead: str = ""

    def under(self, heading: str) -> "Ground":
        """This ground below one more heading."""
        kind = _kind(heading)
        steps = bool(_STEPS.search(heading)) or _DOING.match(heading) is not None
        if kind == "guide" and self.kind == "rules":
            kind = None
        forgets = kind is None and self.kind == "guide"
        told = self._told(kind, heading, steps=steps or (self.steps and not kind))
        plain = replace(told, kind="plain", by=told.by if told.by != self.by else "")
        return replace(plain if forgets else told, lead="")

    def led_by(self, lead: str) -> "Ground":
        """This ground under the paragraph, item or tag that leads in."""
        kind = _kind(lead) if len(lead) <= 160 else None
        if _MERELY_CAN.search(lead) and not obligations(lead):
            kind = "off"
        steps = self.steps and kind not in {"rules", "guide"}
        told = self._told(kind, lead, steps=steps or bool(_STEPS.search(lead)))
        return replace(told, lead=lead)

    def _told(self, kind: Kind | None, words: str, *, steps: bool) -> "Ground":
        strength = _strength(words, kind)
        return Ground(
            kind=kind or self.kind,
            strength=strength or self.strength,
            by=words if kind or strength else self.by,
            steps=steps,
            lead=self.lead,
        )


def ground_of(path: tuple[str, ...], tags: tuple[str, ...], *, titled: bool) -> Ground:
    """The ground below these headings and tags.

    `titled` says that the first heading is the document's title: it speaks for the text right
    under it, not for the sections.
    """
    ground = Ground()
    for at, heading in enumerate(path):
        above = Ground() if titled and at == 1 else ground
        ground = above.under(heading)
    for tag in tags:
        ground = ground.led_by(tag)
    return ground


def _kind(words: str) -> Kind | None:
    """The kind of place that a heading or lead-in opens, if its words say one."""
    bare = words.strip(" *_:：")
    if _NO_RULES.search(bare):
        return "off"
    if _DOING.match(bare):
        return "howto"
    tests: tuple[tuple[re.Pattern[str], Kind], ...] = (
        (_RULES, "rules"),
        (_HOWTO, "howto"),
        (_FACTS, "facts"),
        (_GUIDE, "guide"),
    )
    return next((kind for pattern, kind in tests if pattern.search(bare)), None)


def _strength(words: str, kind: Kind | None) -> Strength | None:
    said = obligations(words)
    if said.hard or _FORCED.search(words):
        return "hard"
    if said.soft:
        return "soft"
    return (
        "hard"
        if kind == "rules" and re.search(r"critical|强制|definition of done", words, re.IGNORECASE)
        else None
    )
