"""What is wrong with a document, in a few words."""

from pydantic import ValidationError


def first_problem(error: ValidationError) -> str:
    """The first problem of a validation, as `place: what`, without a full stop at its end."""
    first = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    what = first["msg"].removeprefix("Value error, ").removesuffix(".")
    return f"{place}: {what}" if place else what
