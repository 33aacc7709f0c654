"""A number with its noun."""


def counted(number: int, one: str, many: str = "") -> str:
    """`1 writer`, `2 writers`; `many` where the plural is another."""
    return f"{number} {one if number == 1 else many or one + 's'}"
