"""What each host gets on standard output, held by shape and not only by being JSON."""

import json

import pytest

from fabric.hosts.catalog import HOSTS
from fabric.hosts.envelopes import ENVELOPES, utf16_units

AWKWARD = 'Rules: "quoted" \\ back\n\ttab, é, 漢, 😀, \u2028, \x1b[31m, <id> & \x00'


@pytest.mark.parametrize("host", ["claude", "codex", "gemini"])
def test_the_context_sits_inside_the_envelope_and_nothing_else_does(host: str) -> None:
    assert json.loads(ENVELOPES[host].wrap(AWKWARD)) == {
        "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": AWKWARD}
    }


def test_cursor_takes_the_context_on_top() -> None:
    assert json.loads(ENVELOPES["cursor"].wrap(AWKWARD)) == {"additional_context": AWKWARD}


@pytest.mark.parametrize("host", sorted(ENVELOPES))
def test_the_answer_is_one_line_of_ascii(host: str) -> None:
    answer = ENVELOPES[host].wrap(AWKWARD)
    assert answer.isascii()
    assert len(answer.splitlines()) == 1


@pytest.mark.parametrize(
    ("host", "nothing"),
    [
        pytest.param("claude", "", id="claude: no output"),
        pytest.param("codex", "", id="codex: no output"),
        pytest.param("gemini", "{}", id="gemini: an empty object, or it reads stderr"),
        pytest.param("cursor", "{}", id="cursor: an empty object"),
    ],
)
@pytest.mark.parametrize("text", ["", " \n"])
def test_nothing_to_say_has_the_hosts_own_form(host: str, nothing: str, text: str) -> None:
    assert ENVELOPES[host].wrap(text) == nothing


def test_another_event_that_takes_context_is_answered_under_its_own_name() -> None:
    answer = json.loads(ENVELOPES["claude"].wrap("x", "SubagentStart"))
    assert answer["hookSpecificOutput"]["hookEventName"] == "SubagentStart"


def test_an_event_that_takes_no_context_is_answered_as_the_start() -> None:
    answer = json.loads(ENVELOPES["codex"].wrap("x", "PreCompact"))
    assert answer["hookSpecificOutput"]["hookEventName"] == "SessionStart"


@pytest.mark.parametrize(
    ("host", "fits", "too_long"),
    [
        pytest.param("claude", "é" * 10_000, "é" * 10_001, id="claude counts characters"),
        pytest.param("claude", "😀" * 5_000, "😀" * 5_001, id="claude counts a pair as two"),
        pytest.param("codex", "é" * 5_000, "é" * 5_001, id="codex counts bytes"),
    ],
)
def test_the_cap_is_measured_as_the_host_does(host: str, fits: str, too_long: str) -> None:
    cap = ENVELOPES[host].cap
    assert cap is not None
    assert cap.fits(fits)
    assert not cap.fits(too_long)


@pytest.mark.parametrize("host", ["gemini", "cursor"])
def test_a_host_without_a_known_cap_has_none(host: str) -> None:
    assert ENVELOPES[host].cap is None


def test_a_lone_surrogate_is_no_crash() -> None:
    assert utf16_units("\ud800") == 1
    assert json.loads(ENVELOPES["claude"].wrap("\ud800"))


def test_every_host_that_is_called_has_an_envelope_of_its_name() -> None:
    called = {name: host.envelope for name, host in HOSTS.items() if host.envelope}
    assert called == dict(ENVELOPES)
