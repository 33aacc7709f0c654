"""Opening a store by its URL: the right words for a wrong one, and no password in any of them."""

from importlib import import_module
from pathlib import Path

import pytest

from fabric.errors import StoreUnavailable, WrongUse
from fabric.store.catalog import BACKENDS, open_store
from fabric.store.urls import without_password
from tests.store.beads import WRITER

UNKNOWN = [
    pytest.param("sqlit:///a.db", "Did you mean sqlite:///FILE?", id="a slip of the finger"),
    pytest.param("JSONL:a", "Did you mean jsonl:FILE?", id="capitals"),
    pytest.param("issues.jsonl", "Did you mean jsonl:issues.jsonl?", id="a plain export"),
    pytest.param("a/fabric.db", "Did you mean sqlite:///a/fabric.db?", id="a plain database"),
    pytest.param("postgres://h/x", "Stores: sqlite:///FILE", id="nothing near"),
    pytest.param("", "Stores: sqlite:///FILE", id="nothing at all"),
]


@pytest.mark.parametrize(("url", "remedy"), UNKNOWN)
def test_an_unknown_store_is_refused_with_the_nearest_that_there_is(url: str, remedy: str) -> None:
    with pytest.raises(WrongUse) as caught:
        open_store(url, writer_id=WRITER)
    assert remedy in caught.value.remedy


PASSWORDS = [
    ("mysql://ada:hunter2@host:3306/db", "mysql://ada@host:3306/db"),
    ("dolt://ada:hun@ter/2@host/db", "dolt://ada@host/db"),
    ("dolt://ada@host/db?password=hunter2&x=1", "dolt://ada@host/db?password=...&x=1"),
    ("dolt://host/db", "dolt://host/db"),
    ("sqlite:////home/a:b@c/fabric.db", "sqlite:////home/a:b@c/fabric.db"),
    ("jsonl:a:b@c", "jsonl:a:b@c"),
]


@pytest.mark.parametrize(("url", "shown"), PASSWORDS)
def test_a_password_is_never_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_an_error_about_a_url_does_not_show_its_password() -> None:
    with pytest.raises(WrongUse) as caught:
        open_store("mysqll://ada:hunter2@host/db", writer_id=WRITER)
    assert "hunter2" not in f"{caught.value.what} {caught.value.remedy}"
    assert "ada@host" in caught.value.what


def test_every_backend_can_be_opened() -> None:
    for backend in BACKENDS.values():
        assert callable(import_module(backend.module).open_backend)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("jsonl:-", "Standard input"),
        ("jsonl:", "Standard input"),
        ("jsonl:none.jsonl", "is not there"),
        ("jsonl:.", "is a folder"),
    ],
)
def test_a_file_that_cannot_be_read_is_said_so(url: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=says) as caught:
        open_store(url, writer_id=WRITER, folder=tmp_path)
    assert caught.value.remedy


def test_a_memory_store_has_no_place() -> None:
    with pytest.raises(WrongUse):
        open_store("memory:x", writer_id=WRITER)
