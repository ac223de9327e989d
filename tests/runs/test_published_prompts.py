"""Prompts of papers' authors, read from files in the layout of their repositories: the texts are made up."""

from pathlib import Path

import pytest

from sgpkit.benchmark import families
from sgpkit.benchmark.sources import python_texts
from sgpkit.errors import UserError
from sgpkit.runs import prompts

COMMON = '''
import os
QUERY_TEMPLATE_MULTICHOICE = """
Choose {well}. Last line: 'Answer: $LETTER'.

{Question}

A) {A}
B) {B}
C) {C}
D) {D}
""".strip()
'''.replace("{well}", "well")
MNIST = 'QUERY_TEMPLATE = """\nSolve it.\n\n{Question}\n\nUse {no} box.\n""".strip()\n'
TURTLE = '''
lib = "unused"
library_loading = """\\nimport turtle\\nt = turtle.Turtle()\\n"""
draw = "Draw the shape."
system_prompts = {
    "cot": {"scratch": {"image_only": "Think, then draw."}, "tweak": {"code_edit": {"image+text": "Think, then edit."}}},
    "basic": {"scratch": {"image_only": "Draw."}, "tweak": {"code_edit": {"image+text": "Edit."}}},
}
user_prompts = {
    "scratch": {"image_only": draw},
    "tweak": {"code_edit": {"image+text": "This draws it:" + "\\n" + library_loading + "\\n{variables}\\n{code}\\n" + \\
        "Edit it so that it {query}"}},
}
user_prompt_final_piece = "Start so:\\n" + library_loading + "\\n" + "{variables}"
count = len(draw)
'''
ROW = {"id": "a", "code": "<svg/>", "question": "What {is} it?", "options": ["1", "2", "3", "4"], "answer": "A"}


def asked(config: str, repository: Path, row, mode: str, strategy: str):
    benchmark = families.get(config)
    setting = benchmark.prompts.settings[0]
    texts = prompts.read_texts(Path(f"published={repository}"), benchmark, mode, setting)
    assert set(texts) <= set(benchmark.prompts.texts)
    return benchmark.prompts.strategies[strategy](row, benchmark.prompts.ask(mode, setting, texts))


@pytest.fixture
def repository(tmp_path):
    (tmp_path / "common.py").write_text(COMMON)
    (tmp_path / "mnist_eval.py").write_text(MNIST)
    (tmp_path / "prompts.py").write_text(TURTLE)
    return tmp_path


def test_the_message_is_the_authors_template_filled(repository):
    template = python_texts.read(repository / "common.py")["QUERY_TEMPLATE_MULTICHOICE"]
    question = f"{ROW['code']}\n\nQuestion: {ROW['question']}"
    expected = template.format(Question=question, **dict(zip("ABCD", ROW["options"], strict=True)))
    for strategy in ("cot", "direct"):
        (message,) = asked("sgp-svg", repository, ROW, "code", strategy)
        assert message["content"] == expected
    (message,) = asked("sgp-svg", repository, {**ROW, "image": b"png"}, "image", "cot")
    assert message["content"][-1]["text"] == expected.replace("<svg/>\n\n", "")


def test_cad_has_its_hint_and_digits_their_own_template(repository):
    (message,) = asked("sgp-cad-3d", repository, {**ROW, "dialect": "deepcad"}, "code", "cot")
    assert (
        message["content"].index("<svg/>") < message["content"].index("SOL begins") < message["content"].index("A) 1")
    )
    digit = {name: value for name, value in ROW.items() if name != "options"}
    (message,) = asked("sgp-mnist", repository, digit, "code", "cot")
    assert message["content"] == "Solve it.\n\n<svg/>\n\nQuestion: What {is} it?\n\nUse {no} box."


def test_turtle_programs_are_asked_for_in_the_authors_words(repository):
    row = {"id": "t", "variables": "side = 5", "description": "", "image": b"png"}
    system, user = asked("turtle-scratch", repository, row, "image", "v-cot")
    assert system["content"] == "Think, then draw."
    assert user["content"][-1]["text"].startswith("Draw the shape.\n\nStart so:\nimport turtle")
    assert "side = 5" in user["content"][-1]["text"]
    tweak = row | {"instruction": "adds a line.", "base_code": "import turtle\nside = 5", "base_image": b"png"}
    system, user = asked("turtle-tweak", repository, tweak, "code+image+text", "basic")
    text = "This draws it:\nimport turtle\nside = 5\nEdit it so that it adds a line"
    assert (system["content"], user["content"][-1]["text"]) == ("Edit.", text)


def test_a_file_is_read_and_never_run(tmp_path):
    (tmp_path / "a.py").write_text(
        "A = 'x'\nB = A + open('/etc/passwd').read()\nC = A.strip() + 'y'\nD = {A: A}\nE = 1"
    )
    assert python_texts.read(tmp_path / "a.py") == {"A": "x", "C": "xy"}


def test_mistakes_are_messages(repository, tmp_path):
    svg, turtle = families.get("sgp-svg"), families.get("turtle-scratch")
    with pytest.raises(UserError, match="no repository is known to have prompts for vgqa-svg"):
        prompts.read_texts(Path(f"published={repository}"), families.get("vgqa-svg"), "code")
    with pytest.raises(UserError, match=r"no such folder; expected one, or ORG/NAME@REVISION"):
        prompts.read_texts(Path(f"published={tmp_path}/none/at/all"), svg, "code")
    with pytest.raises(UserError, match="no prompts for the setting 'rabbit'"):
        prompts.read_texts(Path(f"published={repository}"), turtle, "image", "rabbit")
    (repository / "common.py").write_text("QUERY_TEMPLATE_MULTICHOICE = 'Choose.'")
    with pytest.raises(UserError, match="no text QUERY_TEMPLATE_MULTICHOICE"):
        prompts.read_texts(Path(f"published={repository}"), svg, "code")
    (repository / "prompts.py").write_text("system_prompts = {}")
    with pytest.raises(UserError, match="expected TurtleBench's repository"):
        prompts.read_texts(Path(f"published={repository}"), turtle, "image", "turtle")


def test_the_origin_of_texts_is_recorded(tmp_path):
    assert prompts.origin(None, {}) == {}
    theirs = prompts.origin(Path("published=x"), {"cot": "a"})
    ours = prompts.origin(tmp_path, {"cot": "a"})
    assert (theirs["by"], ours["by"]) == ("the authors", "the user") and theirs["sha256"] == ours["sha256"]
    assert prompts.origin(tmp_path, {"cot": "b"})["sha256"] != ours["sha256"]


def test_a_repository_on_the_hub_is_read_at_its_revision(hub):
    """Only Python files are fetched; without a revision, those of main."""
    hub.create("dataset", "authors/bench")
    older = hub.commit("dataset", "authors/bench", {"common.py": COMMON.encode(), "weights.bin": b"large"})
    hub.commit("dataset", "authors/bench", {"common.py": COMMON.replace("well", "wisely").encode()})
    benchmark = families.get("sgp-svg")
    read = {
        word: prompts.read_texts(Path(f"published=authors/bench{revision}"), benchmark, "code")
        for word, revision in (("well", f"@{older.id}"), ("wisely", ""))
    }
    for word, texts in read.items():
        (message,) = benchmark.prompts.strategies["cot"](ROW, benchmark.prompts.ask("code", "", texts))
        assert message["content"].startswith(f"Choose {word}. Last line:")
    assert not any("weights.bin" in asked.path for asked in hub.requests)
    with pytest.raises(UserError, match="authors/none"):
        prompts.read_texts(Path("published=authors/none"), benchmark, "code")
