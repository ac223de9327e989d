"""The language of the code: identifiers are the words of software and of the field, docstrings are plain English."""

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from paths import ROOT

FOLDERS = ("builders", "evaluate_metrics", "sgpkit", "submit", "tests", "tools")

NAMES = {
    "found": "result, matches, or the thing's own name",
    "told": "message, summary",
    "said": "reply, output",
    "each": "the thing's own name",
    "place": "index, path, url, position",
    "places": "indices, paths, positions",
    "facts": "metadata, measurements",
    "mend": "fix",
    "mended": "fixed",
    "anew": "the word for what is done again",
    "crew": "workers",
    "bury": "handle_loss",
    "hire": "start",
    "hear": "receive",
    "outside": "annotations",
    "Outside": "ModelAnnotations",
    "Desk": "ReviewSession",
    "Found": "Result",
    "Learned": "PairMetric",
    "Measure": "MetricSpec",
    "Meter": "LoadedMetric",
    "told_apart": "version_mismatches",
    "HOPELESS": "MAX_CONSECUTIVE_FAILURES",
    "DEATHS": "MAX_RESTARTS",
}
"""Identifiers to avoid, and what to write."""

PROSE = re.compile(
    r"\b(anew|mend(?:s|ed|ing)?|telltale|told apart|tells apart|bury|buried|hired?|nobody|somebody|nursery|strangers?|"
    r"so\s+many|whatever\s+else|goes\s+on|of\s+one's\s+own|(?:is|are)\s+had|(?:stand|lie)s?\s+beside)\b",
    re.IGNORECASE,
)
"""Words to avoid in docstrings, comments and documentation."""

PAGES = (
    "README.md",
    "SECURITY.md",
    "docs/**/*.md",
    "builders/*/card.md",
    "evaluate_metrics/*/README.md",
    "hub_cards/*.md",
)
"""Pages of prose. CONTRIBUTING.md is left out: its style sheet lists the words."""

OPENINGS = re.compile(r"(What|Whether|Of|Which|How|Where|Who|That)\b")
"""Words with which no docstring may begin. It begins with a verb ("Return …") or with a complete noun phrase."""


def files(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@functools.cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def names(path: Path) -> set[tuple[str, int]]:
    """Return what a file binds: variables, parameters, functions, classes, fields and attributes that it sets."""
    bound = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add((node.id, node.lineno))
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            bound.add((node.attr, node.lineno))
        elif isinstance(node, ast.arg):
            bound.add((node.arg, node.lineno))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add((node.name, node.lineno))
        elif isinstance(node, ast.alias) and node.asname:
            bound.add((node.asname, node.lineno))
    return bound


@pytest.mark.parametrize("folder", FOLDERS)
def test_identifiers_are_conventional_words(folder):
    wrong = [
        f"{path.relative_to(ROOT)}:{line} {name}: write {NAMES[name]}"
        for path in files(folder)
        for name, line in sorted(names(path), key=lambda item: item[1])
        if name in NAMES
    ]
    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong)


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_begin_with_a_verb_or_a_noun_phrase(folder):
    wrong = []
    for path in files(folder):
        for node in ast.walk(tree(path)):
            if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                text = ast.get_docstring(node) or ""
                if OPENINGS.match(text):
                    line = getattr(node, "lineno", 1)
                    wrong.append(f"{path.relative_to(ROOT)}:{line} {text.splitlines()[0][:80]}")
    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong)


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the comments and docstrings of a file with their lines; rows and prompts may use any word."""
    for node in ast.walk(tree(path)):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.body:
            for statement in node.body:
                if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
                    yield statement.lineno, str(statement.value.value)
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


@pytest.mark.parametrize("folder", FOLDERS)
def test_prose_avoids_private_words(folder):
    wrong = [
        f"{path.relative_to(ROOT)}:{line} {match[0]}"
        for path in files(folder)
        for line, text in prose(path)
        if (match := PROSE.search(text))
    ]
    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong)


@pytest.mark.parametrize("pattern", PAGES)
def test_pages_avoid_private_words(pattern):
    pages = sorted(ROOT.glob(pattern))
    wrong = [
        f"{path.relative_to(ROOT)}:{number} {match[0]}"
        for path in pages
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (match := PROSE.search(line))
    ]
    assert pages and not wrong, "\n".join(wrong)


def test_public_functions_and_classes_of_the_core_have_docstrings():
    """Excepted is code in the interpreter of a drawing program, which has the names of the library that it replaces."""
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in files("sgpkit")
        if not path.parent.name.endswith("inside")
        for node in tree(path).body
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert not wrong, "\n".join(wrong)
