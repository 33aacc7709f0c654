"""A guess at the domain of a rule, and the word it rests on."""

import re
from collections.abc import Iterable, Sequence

from fabric.models.domain import Domain
from fabric.rules_files.obligations import spoken
from fabric.rules_files.signs import CJK

# What people write about when they mean one of the common domains; the caller's own names and
# titles are looked for as well.
_TOPICS = {
    "arch": "architecture architectural architektur arquitetura layer layers boundary boundaries "
    "module modules dependency dependencies import imports interface api service database storage "
    "schema segment driver schicht modul 架构 模块 依赖 接口 数据库 持久化",
    "ux": "ux ui design frontend accessibility wcag component components icon icons emoji layout "
    "copy label labels visual responsive screen screens keyboard button buttons user-facing "
    "oberfläche animationen navigation spacing typography whitespace interaktion 界面 前端 交互",
    "workflow": "workflow commit commits branch branches push pull merge review issue issues bead "
    "beads ticket pr prs changelog session agent agents worktree plan task tasks git tarefa "
    "ablauf 提交 分支 计划 评审 决策 流程",
    "testing": "test tests testing coverage fixture fixtures mock mocks regression pytest tdd "
    "teste testes 测试 覆盖率",
    "security": "security secret secrets credential credentials token tokens password owasp pii "
    "sanitize auth sicherheit segurança 安全 凭据",
    "errors": "error errors exception exceptions retry timeout fail failure fehler 异常 重试 超时",
    "docs": "documentation docs readme docstring docstrings comment comments dokumentation 文档",
    "style": "style naming format formatting lint linter type types hints snake_case stil 风格 命名",
    "ops": "deploy deployment docker container ci release infrastructure podman 部署 容器",
}
_ALSO = {
    "architecture": "arch",
    "ui": "ux",
    "design": "ux",
    "frontend": "ux",
    "process": "workflow",
    "git": "workflow",
    "test": "testing",
    "tests": "testing",
    "quality": "testing",
    "qa": "testing",
    "sec": "security",
    "reliability": "errors",
    "documentation": "docs",
    "code-style": "style",
    "infra": "ops",
    "devops": "ops",
}
_WORD = re.compile(r"[\w-]+")


def guess_domain(rule: str, headings: Sequence[str], domains: Iterable[Domain]) -> tuple[str, str]:
    """The short name of the likeliest domain and why, or "" and why not.

    A word in the nearest heading counts three times, one in a heading above it twice. Of equals the
    first by name is taken.
    """
    places = [(3, f"heading “{headings[-1]}”", headings[-1])] if headings else []
    places += [(2, f"heading “{heading}”", heading) for heading in headings[1:-1]]
    places.append((1, "its words", spoken(rule)))
    best, found = 0, ("", "no word points at a known domain")
    for domain in sorted(domains, key=lambda each: each.short_name):
        score, reason = _score(places, _words_of(domain))
        if score > best:
            best, found = score, (domain.short_name, reason)
    return found


def _words_of(domain: Domain) -> frozenset[str]:
    """The words that point at a domain, lower case."""
    short = domain.short_name.casefold()
    known = _TOPICS.get(_ALSO.get(short, short), "")
    own = _WORD.findall(f"{short} {domain.title.casefold()}")
    return frozenset([*known.split(), *(word for word in own if len(word) > 1 and word != "and")])


def _score(places: Sequence[tuple[int, str, str]], words: frozenset[str]) -> tuple[int, str]:
    total, reason = 0, ""
    for weight, where, text in places:
        hits = [word for word in _tokens(text, words) if word in words]
        total += weight * min(len(hits), 3)
        if hits and not reason:
            reason = f"“{hits[0]}” in {where}"
    return total, reason


def _tokens(text: str, words: frozenset[str]) -> list[str]:
    lower = text.casefold()
    chinese = [word for word in sorted(words) if CJK.search(word) and word in lower]
    return list(dict.fromkeys([*_WORD.findall(lower), *chinese]))
