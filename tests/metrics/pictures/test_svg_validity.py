"""Validity of drawings: parsing, rendering, and the violations with their positions."""

import base64
import io

import pytest
from PIL import Image

from sgpkit.baselines.adversarial import svg as adversarial_svg
from sgpkit.graphics import svg
from sgpkit.metrics.pictures import svg_validity
from sgpkit.metrics.pictures.svg_validity import NAMED, PARTS, score
from sgpkit.status import Status
from sgpkit.values import Completion

pytestmark = pytest.mark.sandbox

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"'
GOOD = f'{HEAD}><circle cx="20" cy="20" r="12" fill="#d04020"/></svg>'
stream = io.BytesIO()
Image.new("RGB", (2, 2), "red").save(stream, "PNG")
DATA = "data:image/png;base64," + base64.b64encode(stream.getvalue()).decode()

# completion: status, parses, renders, shows, clean, visible
CASES = {
    "good": (GOOD, "ok", 1, 1, 1, 1, 1),
    "in a fence, after thinking": (f"<think>{HEAD}</think>Here:\n```svg\n{GOOD}\n```", "ok", 1, 1, 1, 1, 1),
    "unknown attribute": (GOOD.replace("fill", "colour"), "ok", 1, 1, 1, 0, 1),
    "empty sheet": (f"{HEAD}/>", "ok", 1, 1, 0, 1, 0),
    "only white": (GOOD.replace("#d04020", "white"), "ok", 1, 1, 1, 1, 0),
    "all but transparent": (GOOD.replace("<circle", '<circle opacity="0.001"'), "ok", 1, 1, 0, 1, 0),
    "too small at first": (GOOD.replace('r="12"', 'r="0.05"'), "ok", 1, 1, 0, 1, 1),
    "no namespace": ('<svg viewBox="0 0 9 9"><rect width="5" height="5"/></svg>', "ok", 1, 1, 1, 0, 1),
    "not well formed": (f"{HEAD}><g></svg>", "parse_error", 0, 0, 0, 0, 0),
    "cut": (GOOD[:-15], "parse_error", 0, 0, 0, 0, 0),
    "prose": ("A circle.", "no_answer", 0, 0, 0, 0, 0),
    "empty": ("", "no_answer", 0, 0, 0, 0, 0),
    "no text": (None, "no_answer", 0, 0, 0, 0, 0),
    "script": (f"{HEAD}><script>1</script></svg>", "unsafe", 0, 0, 0, 0, 0),
    "entity": (f"<!DOCTYPE svg [<!ENTITY a 'b'>]>{GOOD}", "unsafe", 0, 0, 0, 0, 0),
    "a file": (f'{HEAD}><image href="file:///etc/passwd" width="9" height="9"/></svg>', "unsafe", 0, 0, 0, 0, 0),
    "deep": (HEAD + ">" + "<g>" * 5_000 + "</g>" * 5_000 + "</svg>", "too_large", 0, 0, 0, 0, 0),
    "a picture in disguise": (f'{HEAD}><image href="{DATA}" width="9" height="9"/></svg>', "no_answer", 1, 0, 0, 0, 0),
    "a viewBox without area": (f"{HEAD.replace('40 40', '0 40')}><rect/></svg>", "parse_error", 1, 0, 0, 0, 0),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_a_drawing(case):
    completion, status, *expected = case
    (result,) = score([completion])
    assert result.score.status == status
    assert [result.score.parts[name] for name in PARTS[1:]] == expected
    assert result.score.value == result.score.parts["visible"]
    assert result.score.parts["violations"] == len(result.violations)
    assert result.score.reason


def test_every_violation_has_its_place():
    code = f'{HEAD}>\n<circle r="x" colour="red"/>\n<path d="M0 0 L5"/><crcle/>\n<use href="#gone"/></svg>'
    (result,) = score([f"```svg\n{code}\n```"])
    assert list(result.violations) == svg.validate(code)
    texts = list(map(str, result.violations))
    assert [text.split(" ", 1)[0] for text in texts] == ["2:1", "2:1", "3:1", "3:20", "4:1"]
    assert "/svg/circle[1]@colour: unknown attribute" in " ".join(texts)
    assert result.score.reason.startswith(
        "it renders, but shows nothing; 5 violations of the specification: 2:1 /svg/circle[1]"
    )
    assert result.score.reason.endswith(f"; and {5 - NAMED} more")


def test_what_stops_the_reading_stands_beside_what_was_found_before_it():
    (result,) = score([f'{HEAD}><circle r="x"/><g></svg>'])
    assert [violation.location.path for violation in result.violations] == ["/svg/circle[1]", "/"]
    assert result.score.status is Status.PARSE_ERROR


def test_all_stay_at_their_places():
    scores = score([case[0] for case in CASES.values()])
    assert [item.score.status for item in scores] == [case[1] for case in CASES.values()]


def test_a_completion_that_the_token_limit_cut_is_told_apart():
    (result,) = score([Completion(GOOD[:-15], "length")])
    assert result.score.status is Status.TRUNCATED
    assert not result.violations


@pytest.mark.parametrize("way", adversarial_svg.HIDINGS)
def test_a_drawing_that_is_hidden_is_not_valid(way):
    (result,) = score([adversarial_svg.hide(way, GOOD)])
    assert (result.score.value, result.score.parts["renders"]) == (0.0, 1.0)
    assert "shows nothing" in result.score.reason


def test_what_benchmarks_count_as_valid_is_still_counted():
    result = svg_validity.result([GOOD, CASES["empty sheet"][0], "a circle"])
    assert result["validity"] == pytest.approx(2 / 3)
    assert result["visible_rate"] == pytest.approx(1 / 3)
    assert result["scores"] == result["visible"] == [1.0, 0.0, 0.0]


def test_what_the_picture_shows_is_the_same_without_reading_the_specification():
    answers = [case[0] for case in CASES.values()]
    whole, alone = score(answers), score(answers, painted_only=True)
    for first, second in zip(whole, alone, strict=True):
        assert (second.score.value, second.score.status) == (first.score.value, first.score.status)
        assert second.score.parts == {name: first.score.parts[name] for name in svg_validity.SEEN}
        assert not second.violations
