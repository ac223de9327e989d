"""The outer form of CAD texts: read, refused with a position, written back without a change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import cad
from sgpkit.graphics.cad.dialects import text as cad_text
from sgpkit.graphics.cad.dialects.text import Command
from sgpkit.status import Rejected, Status

WASHER = (
    "SOL;Circle:(176,128,48);SOL;Circle:(176,128,20);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
)
BLOCK = "Plane:(0,0,0,1,0,0,0,1,0);Profile;Loop;Line:(0,0,4,0);Line:(4,0,4,3);Line:(4,3,0,3);Line:(0,3,0,0);Extrude:(NewBody,OneSide,2);End"
FRAME = "Line1:(0,0,4,0);Line2:(4,0,4,3);Horizontal:(Line1);Coincident:(Line1.end,Line2.start);Length:(Line1,4);End"
TEXTS = {"deepcad": WASHER, "fusion360": BLOCK, "sketchgraphs": FRAME}

numbers = st.one_of(
    st.integers(-(10**9), 10**9),
    st.floats(-1e9, 1e9, allow_nan=False).map(lambda value: cad_text.rounded(value, 9)),
)
words = st.from_regex(r"[A-Za-z][A-Za-z0-9_.-]{0,8}", fullmatch=True).filter(
    lambda word: word.lower() not in ("nan", "inf", "infinity")
)
commands = st.builds(
    Command,
    st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True),
    st.lists(st.one_of(numbers, words, st.lists(numbers, max_size=4).map(tuple)), max_size=6).map(tuple),
)


@given(st.lists(commands, min_size=1, max_size=12))
def test_what_is_written_is_read_back(written: list[Command]) -> None:
    text = cad_text.write(written)
    assert list(cad_text.read(text)) == written
    assert cad_text.write(cad_text.read(text)) == text


@pytest.mark.parametrize("value", [0.1, 1e-7, 123456.789, -0.5, 3, 1 / 3])
def test_numbers_are_decimals_that_read_back(value: float) -> None:
    written = cad_text.number_written(value)
    assert "e" not in written and float(written) == value


@pytest.mark.parametrize("dialect", cad.DIALECTS)
def test_spaces_and_a_last_semicolon_do_not_matter(dialect: str) -> None:
    text = TEXTS[dialect]
    model = cad.parse(text, dialect)
    assert model.text() == text
    assert cad.parse(" " + text.replace(";", " ;\n ").replace(",", ", ") + ";\n", dialect) == model
    assert cad.parse(text.encode(), dialect) == model


@pytest.mark.parametrize("dialect", cad.DIALECTS)
@pytest.mark.parametrize(
    ("change", "status", "message"),
    [
        (lambda text: text[: len(text) // 2], Status.PARSE_ERROR, "command"),
        (lambda text: text.rpartition(";")[0], Status.PARSE_ERROR, "cut off"),
        (lambda text: text.replace("4", "nan").replace("176", "nan"), Status.PARSE_ERROR, "nan is not a finite number"),
        (lambda text: text.replace("(4", "(1e400").replace("(176", "(1e400"), Status.TOO_LARGE, "out of range"),
        (lambda text: text.replace("(4", "(1e40").replace("(176", "(1e40"), Status.TOO_LARGE, "out of range"),
        (lambda text: "Spiral:(1,2);" + text, Status.PARSE_ERROR, "command 1 (Spiral): unknown command"),
        (lambda text: text + ";" + text, Status.PARSE_ERROR, "nothing may follow"),
        (lambda text: text + ";" * 100_000, Status.TOO_LARGE, "100,00"),
        (lambda text: "", Status.PARSE_ERROR, "no commands"),
        (lambda text: "I cannot do that.", Status.PARSE_ERROR, "command 1"),
        (lambda text: "{" + text, Status.PARSE_ERROR, "line 1 column 2"),
        (lambda text: '{"entities": {', Status.PARSE_ERROR, "cut off"),
        (lambda text: "[" * 100_000, Status.TOO_LARGE, "nested"),
        (lambda text: "[]", Status.PARSE_ERROR, ""),
        (lambda text: "{}", Status.PARSE_ERROR, "is missing"),
        (lambda text: "x" * 3_000_000, Status.TOO_LARGE, "3,000,000"),
    ],
)
def test_bad_texts_have_their_status_and_place(dialect: str, change, status: Status, message: str) -> None:
    with pytest.raises(Rejected) as refused:
        cad.parse(change(TEXTS[dialect]), dialect)
    assert (refused.value.status, message in refused.value.reason) == (status, True), refused.value.reason


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Line:(1,2", "command 1"),
        ("Line:([1,2)", "command 1 (Line)"),
        ("Line:(1,,2)", "expected a number, got ''"),
        ("Line:(1,[2,x])", "expected a number, got 'x'"),
        ("Line:(0x10,2)", "expected a number"),
        (";;", "command 1"),
    ],
)
def test_broken_commands(text: str, message: str) -> None:
    with pytest.raises(Rejected, match=r".") as refused:
        cad_text.read(text)
    assert refused.value.status is Status.PARSE_ERROR and message in refused.value.reason


def test_reasons_are_short_and_printable() -> None:
    with pytest.raises(Rejected) as refused:
        cad.parse("Line:(" + "9\x1b[31m" * 5000 + ")", "deepcad")
    assert len(refused.value.reason) < 300 and "\x1b" not in refused.value.reason


def test_a_dialect_or_side_that_is_none() -> None:
    with pytest.raises(ValueError, match="expected one of deepcad, fusion360, sketchgraphs"):
        cad.parse(WASHER, "step")
    with pytest.raises(ValueError, match="front, back"):
        cad.parse(WASHER, "deepcad").view("top")  # type: ignore[arg-type]


@pytest.mark.parametrize("dialect", cad.DIALECTS)
def test_hints_name_every_command(dialect: str) -> None:
    hint = cad.syntax_hint(dialect)
    for command in cad_text.read(TEXTS[dialect]):
        assert command.name.rstrip("0123456789") in hint


def test_models_are_equal_where_their_texts_are() -> None:
    model = cad.parse(WASHER, "deepcad")
    assert {model, cad.parse(WASHER, "deepcad")} == {model} and model != cad.parse(BLOCK, "fusion360")
    with pytest.raises(Rejected):
        model.sketch()
    with pytest.raises(Rejected):
        cad.parse(FRAME, "sketchgraphs").part()
