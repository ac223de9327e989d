"""The example at the beginning of each help page works as printed, in one folder, in a plausible order.

Replacements stand in for things that tests do not have: a baseline for a model on GPUs, a server and a Hub on the
loopback interface for public ones, few rows for all rows. Examples that need a person or a model's weights, or that
another test runs, are only parsed by their commands.
"""

import shlex
from pathlib import Path

import command_line
import openai_server
import polars as pl
import pytest
from huggingface_hub import HfApi

from sgpkit.cli.base.commands import Group, load
from sgpkit.cli.main import PROGRAM, main


def examples() -> dict[str, str]:
    """Return the example of every command, by the words that call the command."""
    listed = {}
    for name, location in PROGRAM.members.items():
        command = load(location)
        if isinstance(command, Group):
            listed |= {f"{name} {member}": load(where).example for member, where in command.members.items()}
        else:
            listed[name] = command.example
    return listed


EXAMPLES = examples()
GROUPS = {name: load(location) for name, location in PROGRAM.members.items() if isinstance(load(location), Group)}

READ = {
    "dataset calibrate": "runs of several models that differ",
    "dataset probe": "a minute of learning: how-to/authoring.md runs it",
    "family check": "a minute: tests/cli/test_family.py runs it",
    "metrics court": "minutes: tests/cli/test_court.py runs it with few pairs",
    "family gallery": "it writes into a family's folder: tests/quality/test_gallery.py runs it",
    "annotate agreement": "verdicts of a person",
    "annotate judge": "a model that sees, and marks",
    "annotate measure": "weights of a model that sees",
    "author review": "a person at a page",
    "author study": "a person at a page",
}
"""Examples that are parsed and not run, with the reason."""

FEW = ["--limit", "4", "--workers", "1"]
ENDPOINT = ("--base-url", "https://…", "http://localhost:8000/v1")


def typed(call: str) -> list[list[str]]:
    """Return the words of an example's sgpkit commands, without the first."""
    parts = [shlex.split(part) for part in EXAMPLES[call].split("&&")]
    return [words[1:] for words in parts if words[0] == "sgpkit"]


@pytest.mark.parametrize("call", EXAMPLES)
def test_an_example_calls_its_command_with_options_that_there_are(call):
    (words,) = typed(call)
    assert words[: len(call.split())] == call.split()
    assert command_line.parsed([word.replace("…", "example.org") for word in words]) is not None


@pytest.mark.parametrize("group", GROUPS)
def test_the_example_of_a_group_is_that_of_a_command_in_it(group):
    assert GROUPS[group].example in {text for call, text in EXAMPLES.items() if call.startswith(f"{group} ")}


def answer(body, number):
    """A model that answers every question with B, and every request to a judge with a mark."""
    return openai_server.Reply(body=openai_server.completion('Answer: B\n{"score": 3}'))


class Story:
    """Examples typed one after another in a folder."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.calls: set[str] = set()

    def prepare(self, line: str) -> None:
        assert main(shlex.split(line)) == 0, line

    def example(self, call: str, *added: str, swap: dict[str, str] | None = None, status: int = 0) -> None:
        """Type the example of a command, with words swapped and added; it has to end with `status`."""
        self.calls.add(call)
        (words,) = typed(call)
        swapped = {"ORG/": "org/", **dict.fromkeys(ENDPOINT[1:], self.url), **(swap or {})}
        for old, new in swapped.items():
            words = [word.replace(old, new) for word in words]
        assert main([*words, *added]) == status, words


@pytest.mark.slow
@pytest.mark.sandbox
def test_the_examples_of_the_help_pages_run(hub, tmp_path, monkeypatch):
    folder = tmp_path / "typed"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    hub.create("model", "org/MODEL")
    hub.create("dataset", "org/results")
    with openai_server.OpenAIServer(answer) as server:
        story = Story(server.url)
        data(story)
        runs(story)
        over_the_hub(story)
        of_ones_own(story)
    assert story.calls | set(READ) == set(EXAMPLES), "an example is neither run nor named in READ"
    assert not story.calls & set(READ)


def data(story: Story) -> None:
    story.example("list")
    story.example("build", *FEW)
    story.prepare(f"build sgp-svg sgp-sit-10k {' '.join(FEW)}")
    story.example("dataset card")
    assert Path("sgp-bench/README.md").is_file()
    story.example("dataset copies")
    story.example("dataset round", "--limit", "4")


def runs(story: Story) -> None:
    story.example("run", swap={"vllm": "baseline", "org/MODEL": "constant"})
    story.example("score")
    for name in ("other", "a", "b"):
        story.prepare(f"run sgp-svg --engine baseline --model random --seed {len(name)} --out runs/{name}")
        story.prepare(f"score runs/{name}")
    story.prepare("run ssvg-molecule-svg --engine baseline --model random --out runs/random")
    story.prepare("score runs/random")
    story.example("show")
    story.example("report")
    story.example("compare")
    story.example("tables")
    assert Path("out/report.html").is_file() and Path("compared.html").is_file()
    story.prepare("build sgp-svg-invariance --limit 8 --workers 1")
    for name in ("published", "fresh"):
        story.prepare(f"run sgp-svg-invariance --engine baseline --model constant --out runs/{name}")
        story.prepare(f"score runs/{name}")
    story.example("contamination")
    story.example("eval", "--rows", "4", "--yes", swap={"core": "sgp-svg"})
    story.example("annotate extract")
    story.prepare("score runs/mine")
    story.example("export lm-eval")
    story.example("export lighteval")
    story.example("export eee")
    story.example("export verifiers")
    story.example("export harbor", "--limit", "2")
    story.example("export openenv")
    story.example("export hub-benchmark")


def over_the_hub(story: Story) -> None:
    story.example("push")
    story.example("dataset diff")
    identifier = pl.read_parquet("sgp-bench/sgp-svg/test-*.parquet")["id"][0]
    story.prepare("run sgp-svg --data org/sgp-bench@v1.0.0 --engine baseline --model constant --out runs/public")
    story.prepare("score runs/public")
    story.example("submit", swap={"runs/mine": "runs/public"})
    story.example("verify")
    story.example("results check-prs")
    HfApi().merge_pull_request("org/results", 1, repo_type="dataset")
    story.example("leaderboard")
    assert Path("site/index.html").is_file()
    kept = HfApi().list_repo_files("org/results", repo_type="dataset")
    submission = next(name.rpartition("/")[0] for name in kept if name.endswith("manifest.json"))
    story.example("results retract", swap={"submissions/sgp-svg/NAME": submission})
    story.example("dataset errata", swap={"ID": identifier})
    story.example("metrics install")
    story.example("metrics push")


def of_ones_own(story: Story) -> None:
    story.example("family new")
    story.example("family errors")
    Path("icons").mkdir()
    Path("icons/one.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="5" height="5"/></svg>'
    )
    story.example("author draft")
