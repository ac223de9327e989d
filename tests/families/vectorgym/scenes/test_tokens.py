"""The length of programs in tokens."""

import sys
from types import SimpleNamespace

import pytest

from sgpkit.errors import UserError
from sgpkit.families.vectorgym.content.scenes.tokens import loaded, tokens


class Letters:
    """A tokenizer with the package's two interfaces, and one token per letter."""

    opened = ()

    @classmethod
    def from_file(cls, path):
        cls.opened += (("file", path),)
        return cls()

    @classmethod
    def from_pretrained(cls, name):
        if name == "nobody/nothing":
            raise ValueError("404 not found")
        cls.opened += (("hub", name),)
        return cls()

    def encode(self, text):
        return SimpleNamespace(ids=list(text))


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    loaded.cache_clear()
    monkeypatch.setitem(sys.modules, "tokenizers", SimpleNamespace(Tokenizer=Letters))
    monkeypatch.setattr(Letters, "opened", ())


@pytest.mark.parametrize(
    ("text", "count"),
    [("", 0), ("123", 1), ("1234.5", 4), ("<svg>", 3), ("fill", 1), (' fill="red"', 4), ("\n    ", 1)],
)
def test_estimate(text, count):
    assert tokens(text) == count == tokens(text, "estimate")


def test_a_tokenizer_by_its_name_counts_instead():
    assert tokens("<svg/>", "org/letters") == 6
    assert tokens("<svg>", "org/letters") == 5
    assert Letters.opened == (("hub", "org/letters"),)


def test_a_tokenizer_by_its_path(tmp_path):
    (tmp_path / "tokenizer.json").write_text("{}")
    assert tokens("abc", str(tmp_path)) == 3
    assert Letters.opened == (("file", str(tmp_path / "tokenizer.json")),)


def test_a_folder_without_a_tokenizer(tmp_path):
    with pytest.raises(UserError, match=r"expected a folder with tokenizer\.json"):
        tokens("abc", str(tmp_path))


def test_an_unknown_tokenizer():
    with pytest.raises(UserError, match="no tokenizer could be read from 'nobody/nothing': 404"):
        tokens("abc", "nobody/nothing")


def test_without_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(UserError, match="pip install tokenizers"):
        tokens("abc", "org/letters")
