"""The options that word a memory, said once for every verb that takes them."""

from typing import Annotated

import typer

DomainText = Annotated[str, typer.Option("--domain", help="Domain, as `arch`.")]
StrengthText = Annotated[str, typer.Option("--strength", help="hard or soft.")]
RuleText = Annotated[str, typer.Option("--rule", help="The rule, in a sentence.")]
TitleText = Annotated[str, typer.Option("--title", help="Short statement; else the rule.")]
ScopeText = Annotated[str, typer.Option("--scope", help="Where it holds.")]
OutOfScopeText = Annotated[str, typer.Option("--out-of-scope", help="Where it does not.")]
RationaleText = Annotated[str, typer.Option("--rationale", help="Why.")]
FailureText = Annotated[str, typer.Option("--failure-mode", help="What breaks without it.")]
AlternativesText = Annotated[str, typer.Option("--alternatives", help="What was weighed.")]
CheckList = Annotated[
    list[str] | None, typer.Option("--check", help='"Given …, when …, then …"; repeatable.')
]
VerifyList = Annotated[
    list[str] | None,
    typer.Option("--verify", help="Command, or `manual: what a person does`; repeatable."),
]
OwnerText = Annotated[str, typer.Option("--owner", help="Who answers for it; else team.")]
EffectiveText = Annotated[str, typer.Option("--effective", help="Since when; else today.")]
PathList = Annotated[
    list[str] | None, typer.Option("--path", help="Glob of paths it binds; repeatable.")
]
LabelList = Annotated[
    list[str] | None, typer.Option("--label", help="Label of work it binds; repeatable.")
]
TypeList = Annotated[
    list[str] | None, typer.Option("--issue-type", help="Type of work it binds; repeatable.")
]
EvidenceList = Annotated[
    list[str] | None, typer.Option("--evidence", help="Bead id or link; repeatable.")
]
ReviewText = Annotated[str, typer.Option("--review-by", help="Date to look at it again.")]
AppealText = Annotated[str, typer.Option("--appeal", help="Why a rejected rule is asked again.")]
ReplacesText = Annotated[str, typer.Option("--replaces", help="Memory it will replace.")]
