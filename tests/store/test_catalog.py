"""Opening a store by its URL: the right words for a wrong one, and no password in any of them."""

from importlib import import_module
from pathlib import Path

import pytest

from fabric.errors import StoreUnavailable, WrongUse
from fabric.models.change_set import ChangeSet
from fabric.store.catalog import BACKENDS, open_store
from fabric.store.dolt.address import parse_address
from fabric.store.urls import without_password
from tests.store.beads import WRITER, draft

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


NO_SERVERS = ["dolt://[::1/db", "dolt://]/db", "dolt://..:1/db", f"dolt://{'a' * 300}:1/db"]


@pytest.mark.parametrize("url", NO_SERVERS, ids=["half a bracket", "a bracket", "dots", "long"])
def test_a_url_with_a_host_that_can_be_none_is_refused(url: str) -> None:
    with pytest.raises(WrongUse, match="names no Dolt server"):
        open_store(url, writer_id=WRITER)


@pytest.mark.parametrize(
    "url", ["dolt://root@[::1]:3307/db", "dolt://a%2Fb@host:3307/db?project=a%2Fb%26c"]
)
def test_an_address_is_named_so_that_it_can_be_read_again(url: str) -> None:
    assert parse_address(url).url == url
    assert parse_address(parse_address(url).url) == parse_address(url)


@pytest.mark.parametrize("scheme", ["jsonl:", "sqlite:///"])
def test_a_name_that_no_file_can_have_is_told(scheme: str) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be looked at"):
        open_store(scheme + "a" * 300, writer_id=WRITER)


def test_a_store_in_memory_asks_for_its_writer_with_the_first_write() -> None:
    asked: list[str] = []

    def tell() -> str:
        asked.append("asked")
        return "desk-9"

    store = open_store("memory:", writer_id=tell)
    assert list(store.all_beads()) == []
    assert asked == []
    entry = store.apply(ChangeSet(), draft("note"))
    assert entry is not None
    assert (entry.writer, asked) == ("desk-9", ["asked"])
