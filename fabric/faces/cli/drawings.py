"""The forms in which a drawing is printed."""

from collections.abc import Callable, Mapping
from typing import Final

from fabric.errors import WrongUse
from fabric.graph.drawing import Drawing, dot, mermaid

DRAWN: Final[Mapping[str, Callable[[Drawing], str]]] = {"mermaid": mermaid, "dot": dot}
FORMS: Final = ("text", "json", *DRAWN)


def one_form(named: str, *, as_json: bool) -> str:
    """The form that two options ask for. Raises WrongUse for one that there is not."""
    form = "json" if as_json else named
    if form not in FORMS:
        raise WrongUse(f"There is no format {form!r}.", f"Say one of {', '.join(FORMS)}.")
    return form
