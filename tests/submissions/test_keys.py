"""No key is published: a submission that contains one is refused before its folder is made."""

import base64

import pytest
import toy
from submissions import BENCHMARKS, Guesser, asked

from sgpkit import engines
from sgpkit.benchmark import Completion, families
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package

pytestmark = pytest.mark.process

MINE = "wJalrXUtnFEMI-K7MDENG-bPxRfiCY"


class Leaking(Guesser):
    """An engine that answers like `Guesser`, and adds a text to one answer and to one thought."""

    def __init__(self, text="", thinking=""):
        super().__init__()
        self.text, self.thinking = text, thinking

    def generate(self, requests):
        for index, completion in super().generate(requests):
            leaks = index == 5
            yield (
                index,
                Completion(
                    completion.text + self.text * leaks, thinking=self.thinking * leaks, prompt_tokens=1, latency=1.0
                ),
            )


@pytest.fixture
def pack(tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", BENCHMARKS.__getitem__)
    monkeypatch.setenv("MY_TEST_API_KEY", MINE)
    build.build(toy.PLAIN, tmp_path / "data", workers=1)

    def packing(**leaks):
        monkeypatch.setattr(engines, "open_engine", lambda *arguments: Leaking(**leaks))
        return package.package(ScoredRun.open(asked(tmp_path)), tmp_path / "submissions")

    return packing


@pytest.mark.parametrize("where", ["text", "thinking"])
@pytest.mark.parametrize(
    ("leak", "message"),
    [
        (f" {MINE}", "MY_TEST_API_KEY"),
        (base64.b64encode(f"Bearer {MINE}".encode()).decode(), "MY_TEST_API_KEY"),
        ("".join(f"%{byte:02x}" for byte in MINE.encode()), "MY_TEST_API_KEY"),
        ("\n".join(MINE), "MY_TEST_API_KEY"),
        (" sk-proj-" + "aB3_" * 10, "sk-proj"),
        (" hf_" + "aB3x" * 9, "hf_aB3x"),
        (" AKIAQWERTYUIOP234567", "AKIAQWE"),
    ],
)
def test_a_key_is_refused(pack, tmp_path, where, leak, message):
    with pytest.raises(UserError, match=message) as caught:
        pack(**{where: leak})
    assert "responses.parquet" in str(caught.value) and MINE not in str(caught.value)
    assert "aB3_aB3_" not in str(caught.value)
    assert not [path for path in (tmp_path / "submissions").rglob("*") if path.is_file()]


def test_what_only_resembles_a_key_is_none(pack):
    drawn = "<g class='sk-folding-cube-with-long-name'/> data:image/png;base64," + "AKIAQWERTYUIOP234567aB3x/hf" * 20
    assert pack(text=drawn, thinking="hf_short sk-1234").folder.is_dir()
