"""What looks like a secret, and what only looks odd."""

import pytest

from fabric.machine.secret_scanner import DetectSecretsScanner

KEY = "AKIA" + "QWERTYUIOPASDFGH"
PASSWORD = "password = '" + "hunter2hunter2" + "'"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(f"use {KEY} there", ["AWS Access Key, line 1"], id="a key"),
        pytest.param(f"a\nb\n{PASSWORD}", ["Secret Keyword, line 3"], id="a password, by its line"),
        pytest.param(
            f"{KEY}\n{PASSWORD}", ["AWS Access Key, line 1", "Secret Keyword, line 2"], id="two"
        ),
        pytest.param(
            "-----BEGIN RSA PRIVATE " + "KEY-----", ["Private Key, line 1"], id="a key file"
        ),
    ],
)
def test_a_secret_is_told_by_kind_and_line_and_never_shown(text: str, found: list[str]) -> None:
    assert DetectSecretsScanner().scan(text) == found


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("Every write goes through the service layer.", id="plain words"),
        pytest.param("sha256:" + "0f" * 32, id="a digest"),
        pytest.param("See commit 9fceb02d0ae598e95dc970b74767f19372d61af8.", id="a commit"),
        pytest.param("password = '<your password>'", id="a placeholder"),
        pytest.param(f"{PASSWORD}  # pragma: allowlist secret", id="what its author let pass"),
    ],
)
def test_what_is_no_secret_is_let_pass(text: str) -> None:
    assert DetectSecretsScanner().scan(text) == []


def test_scanners_do_not_disturb_one_another() -> None:
    first, second = DetectSecretsScanner(), DetectSecretsScanner()
    assert first.scan(KEY)
    assert second.scan(PASSWORD)
    assert first.scan(f"{KEY}\n{PASSWORD}") == second.scan(f"{KEY}\n{PASSWORD}")
