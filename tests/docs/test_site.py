"""The commands and snippets of the documentation site work.

The blocks of a page run in their order, in one folder per page:

    sh                        runs, with an endpoint and a Hub on the loopback interface instead of the real ones
    python                    runs; its output must equal its comments
    text                      after an sh block: the output of that block; … stands for anything
    bash                      needs a GPU, an account or a person: only the options of its sgpkit commands are checked
    .python .norun            is compiled
    any with title="NAME"     is written to that file
"""

import html.parser
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import command_line
import openai_server
import pytest
from paths import ROOT

import sgpkit
from sgpkit.api.suites import suite

DOCS = ROOT / "docs"
PUBLIC = set(sgpkit.__all__) - {"__version__"}
OWN = ("tutorials", "how-to", "reference", "explanation")
PAGES = ["index.md", *(str(path.relative_to(DOCS)) for folder in OWN for path in sorted((DOCS / folder).glob("*.md")))]
PATIENCE = 300

QUICK = ("reference/python.md",)
"""Pages that `make test` runs."""

ENDPOINT = "http://localhost:8000/v1"


class Block(NamedTuple):
    language: str
    title: str
    text: str


def blocks(page):
    text = (DOCS / page).read_text(encoding="utf-8")
    fenced = re.findall(r"^```(.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)
    return [
        Block(info.split(" title=")[0].strip(), (re.findall('title="([^"]*)"', info) or [""])[0], code)
        for info, code in fenced
    ]


def environment(hub, folder, online):
    return hub.environment() | {
        "HF_HUB_OFFLINE": "0" if online else "1",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HF_MODULES_CACHE": str(folder / "modules"),
        "HF_EVALUATE_OFFLINE": "1",
        "XDG_CACHE_HOME": str(folder / "cache"),
        "COLUMNS": "100",
    }


def answer(body, number):
    return openai_server.Reply(body=openai_server.completion("Answer: B"))


def run_block(block, url, surroundings, folder):
    if block.language == "sh":
        script = "set -e\n" + block.text.replace(ENDPOINT, url)
        command = ["bash", "-c", script]
    else:
        command = [sys.executable, "-c", block.text]
    done = subprocess.run(
        command, cwd=folder, env=surroundings, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, f"{block.text}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    if block.language == "python":
        expected = re.findall(r"^# (.*)$", block.text, re.MULTILINE)
        assert done.stdout.splitlines() == expected
    return done.stdout


def prints(shown, output):
    """Return whether an output is as a page shows it."""
    return re.fullmatch(re.escape(shown.strip()).replace("…", r"[\s\S]*"), output.strip()) is not None


def test_an_output_is_compared_with_the_one_shown():
    assert prints("one\n…\nlast 3 %\n", "one\ntwo\nlast 3 %\n")
    assert not prints("one\n…\nlast\n", "one\ntwo\nlast 3 %\n")
    assert not prints("a.b", "aab")


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "page", [page if page in QUICK else pytest.param(page, marks=pytest.mark.slow) for page in PAGES]
)
def test_blocks_of_a_page_run(page, hub, tmp_path):
    folder = tmp_path / "page"
    folder.mkdir()
    hub.create("model", "org/MODEL")
    hub.create("dataset", "org/results")
    surroundings = environment(hub, tmp_path, "org/" in (DOCS / page).read_text(encoding="utf-8"))
    printed = None
    with openai_server.OpenAIServer(answer) as server:
        for block in blocks(page):
            if block.title:
                (folder / block.title).write_text(block.text)
            elif block.language in ("sh", "python"):
                printed = run_block(block, server.url, surroundings, folder)
                continue
            elif block.language == "text" and printed is not None:
                assert prints(block.text, printed), printed
            elif block.language == "{.python .norun}":
                compile(block.text, page, "exec")
            printed = None  # a text after another block is an example


def commands(text):
    """Return the sgpkit commands of a block that does not run."""
    joined = text.replace("\\\n", " ")
    return [shlex.split(line, comments=True)[1:] for line in joined.splitlines() if line.startswith("sgpkit ")]


NAMED = [
    (page, command)
    for page in PAGES
    for block in blocks(page)
    if block.language in ("bash", "sh") and not block.title
    for command in commands(block.text.replace("|| true", ""))
]


@pytest.mark.parametrize(("page", "command"), NAMED, ids=lambda value: value if isinstance(value, str) else "-")
def test_commands_have_the_shown_options(page, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "--family" in command:
        at = command.index("--family")
        command = command[:at] + command[at + 2 :]
    assert command_line.parsed([word.replace("…", "example.org") for word in command]) is not None


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("tutorials/")])
def test_a_tutorial_builds_the_rows_of_a_config_before_it_asks_them(page):
    built = set()
    for where, command in NAMED:
        if where != page:
            continue
        words = command[2:] if command[0] == "--family" else command
        if words[0] in ("build", "eval"):
            built |= set(words)
        elif words[0] == "run":
            assert words[1] in built, f"{page}: sgpkit {' '.join(words)}"


def test_blocks_are_of_known_kinds():
    known = {"sh", "python", "bash", "text", "{.python .norun}"}
    assert {block.language for page in PAGES for block in blocks(page) if not block.title} <= known


def loaded_suite(page, title, folder):
    (block,) = [block for block in blocks(page) if block.title == title]
    (folder / title).write_text(block.text)
    return suite.read(folder / title)


def test_suite_of_the_gpu_tutorial_loads(tmp_path):
    loaded = loaded_suite("tutorials/gpus.md", "suite.toml", tmp_path)
    assert [item.config for item in loaded.items] == ["sgp-symmetry", "vgqa-svg"]
    assert len(loaded.models) == 2


def test_suite_of_the_evaluation_page_loads(tmp_path):
    loaded = loaded_suite("how-to/evaluate.md", "mine.toml", tmp_path)
    assert [item.strategy for item in loaded.items] == ["direct", "cot"]
    assert loaded.models[0].name == "ORG/MODEL"


def test_every_gallery_is_shown():
    text = (DOCS / "reference/benchmarks.md").read_text(encoding="utf-8")
    galleries = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "builders").glob("*/gallery.*"))
    assert galleries and sorted(re.findall(r"\(\.\./\.\./(builders/[^)]+)\)", text)) == galleries


def test_the_page_of_the_api_has_every_public_name_and_nothing_private():
    text = (DOCS / "reference/python.md").read_text(encoding="utf-8")
    named = re.findall(r"^::: ([\w.]+)", text, re.MULTILINE)
    assert {name for name in named if name.count(".") == 1} == {f"sgpkit.{name}" for name in PUBLIC}
    assert not [name for name in named if name.startswith("sgpkit.api") or "._" in name]


def test_pages_load_no_external_script_or_font():
    for path in DOCS.rglob("*.md"):
        assert not re.search(r"<script|fonts\.g|googletagmanager", path.read_text(encoding="utf-8")), path


class Loaded(html.parser.HTMLParser):
    """The addresses that a browser loads for a page."""

    def __init__(self, text):
        super().__init__()
        self.addresses = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag in ("script", "img", "iframe", "source"):
            self.addresses.append(values.get("src") or "")
        if tag == "link" and values.get("rel") not in ("canonical", "next", "prev", "edit"):
            self.addresses.append(values.get("href") or "")


@pytest.mark.slow
@pytest.mark.skipif(not (ROOT / ".venv-docs" / "bin" / "mkdocs").exists(), reason="no .venv-docs: make docs")
def test_site_builds_strictly_and_loads_nothing_external(tmp_path):
    program = ROOT / ".venv-docs" / "bin" / "python"
    done = subprocess.run(
        [program, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path / "site"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) >= len(PAGES)
    for page in pages:
        fetched = Loaded(page.read_text(encoding="utf-8")).addresses
        assert not [address for address in fetched if re.match(r"(https?:)?//", address)], page
    commands_page = (tmp_path / "site" / "reference" / "commands" / "index.html").read_text()
    assert "sgpkit author draft" in commands_page
    benchmarks_page = (tmp_path / "site" / "reference" / "benchmarks" / "index.html").read_text()
    pictures = [address for address in Loaded(benchmarks_page).addresses if "galleries" in address]
    assert pictures and all((tmp_path / "site/reference/benchmarks" / address).is_file() for address in pictures)
    metrics_page = (tmp_path / "site" / "reference" / "metrics" / "index.html").read_text()
    assert "recall ignores additional elements" in metrics_page


@pytest.mark.parametrize(
    "name", sorted({match for page in PAGES for match in re.findall(r"`(submit/[\w./-]+)`", (DOCS / page).read_text())})
)
def test_named_files_of_submit_exist(name):
    assert (ROOT / name).exists()
