"""Small files, small functions: what the house asks of its own code."""

import pytest

from tests.house.sources import at, functions_in, python_files, told, tree_of

MOST_LINES_IN_A_FILE = 400
MOST_LINES_IN_A_FUNCTION = 60
ROOMS = ("fabric", "tests", "tools", "benchmarks")


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_is_longer_than_a_person_reads_at_once(room: str) -> None:
    long = [
        f"{at(path)} has {lines} lines"
        for path in python_files(room)
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES_IN_A_FILE
    ]
    assert not long, told(long)


@pytest.mark.parametrize("room", ROOMS)
def test_no_function_is_longer_than_a_screen(room: str) -> None:
    long = [
        f"{at(path, function.lineno)} {function.name} has {lines} lines"
        for path in python_files(room)
        for function in functions_in(tree_of(path))
        if (lines := (function.end_lineno or 0) - function.lineno + 1) > MOST_LINES_IN_A_FUNCTION
    ]
    assert not long, told(long)


def test_the_measure_sees_the_package_and_the_tests() -> None:
    assert python_files("fabric")
    assert python_files("tests")
