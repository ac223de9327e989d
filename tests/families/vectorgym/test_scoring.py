"""Scores of completions: aligned with their rows after any failure, with their additional figures."""

import io
import json
import random

import pytest
from PIL import Image

from sgpkit.benchmark import Completion, families
from sgpkit.families.vectorgym import baselines, scoring
from sgpkit.families.vectorgym.content import sketches
from sgpkit.graphics import raster, svg
from sgpkit.status import Rejected, Status

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" fill="#fff8e7"/>'


def drawing(color, radius=30):
    return f'{HEAD}<circle cx="50" cy="50" r="{radius}" fill="{color}"/></svg>'


def picture(code):
    return raster.png(raster.paint(code, 512))


def row(name, color="#cc3322", kind="face"):
    code = drawing(color)
    target = code.replace("</svg>", '<rect x="10" y="70" width="30" height="20" fill="#2244cc"/></svg>')
    return {
        "id": name,
        "cluster": name,
        "kind": kind,
        "code": code,
        "image": picture(code),
        "sketch": sketches.draw(code, random.Random(0), "tablet", False),
        "sketch_kind": "tablet, black-white",
        "instruction": "Put a blue box below on the left.",
        "target": target,
        "unchanged": scoring.compared([target], [Completion(code)])[0].parts["ssim"],
        "description_hex": f"A disc in red ({color}).",
        "description_names": "A disc in red.",
        "caption": f"A red disc in the middle of the {kind} of {name} on a cream ground.",
    }


ROWS = [row("a"), row("b", "#22aa44"), row("c", "#3355dd", "chart"), row("d", "#888888")]
BAD = {
    "empty": Completion(""),
    "prose": Completion("I would draw a disc."),
    "truncated": Completion(f"```svg\n{drawing('#cc3322')[:90]}", "length"),
    "hostile": Completion(f'{HEAD}<image href="file:///etc/passwd" width="9" height="9"/></svg>'),
    "disguised": Completion(f'{HEAD}<image href="data:image/png;base64,iVBORw0KGgo=" width="100" height="100"/></svg>'),
}


@pytest.mark.process
@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("task", ["sketch", "edit", "text"])
def test_a_failure_has_the_worst_of_everything_and_moves_nothing(task, bad):
    benchmark = families.get(f"vectorgym-{task}")
    answers = [Completion(benchmark.evidence.reference(this_row)) for this_row in ROWS]
    answers[1] = BAD[bad]
    scores = benchmark.scoring.score(ROWS, answers)
    assert [score.value for score in scores] == [1.0, 0.0, 1.0, 1.0]
    assert scores[1].status is not Status.OK and scores[1].reason
    assert (scores[1].parts["ssim"], scores[1].parts["mse"]) == (0.0, 1.0)
    assert benchmark.compiles(answers) == [True, False, True, True]
    result = benchmark.scoring.summary(ROWS, scores)
    assert result["drawn"].value == 0.75
    assert result["ssim of what is drawn"].value == 1.0


def test_answers_swapped_between_rows_score_less():
    answers = [Completion(ROWS[1]["code"]), Completion(ROWS[0]["code"])]
    assert all(score.value < 1 for score in scoring.score(ROWS[:2], answers))


def test_violations_and_length_stand_beside():
    code = ROWS[0]["code"].replace("</svg>", '<circle r="two"/></svg>')
    plain, faulty = scoring.score([ROWS[0]] * 2, [Completion(ROWS[0]["code"]), Completion(code)])
    assert (plain.parts["violations"], plain.parts["byte_ratio"]) == (0.0, 1.0)
    assert faulty.parts["violations"] >= 1 and faulty.parts["byte_ratio"] == len(code) / len(ROWS[0]["code"])
    assert faulty.value == 1.0


@pytest.mark.parametrize("task", ["text", "edit", "sketch"])
def test_the_quality_of_a_program_is_next_to_what_it_draws(task):
    """Needless elements and digits change neither the drawing nor its score. The drawing has five numbers."""
    row = ROWS[0] | {"target": ROWS[0]["code"]}
    long = row["code"].replace('<circle cx="50"', '<g/><g/><g/><circle cx="50.0000001"')
    score = {"text": scoring.score, "edit": scoring.edit, "sketch": scoring.sketch}[task]
    plain, wordy, none = score([row] * 3, [*map(Completion, (row["code"], long)), BAD["prose"]])
    assert (plain.parts["element_ratio"], plain.parts["too_precise"]) == (1.0, 0.0)
    assert wordy.parts["element_ratio"] == 2.0 and wordy.parts["too_precise"] == pytest.approx(1 / 5)
    assert not {"element_ratio", "too_precise", "violations", "byte_ratio"} & {*none.parts}


def test_an_edit_is_held_against_leaving_things_as_they_were():
    answers = [ROWS[0]["target"], ROWS[1]["code"], drawing("#000000", 45), ""]
    scores = scoring.edit(ROWS, [Completion(answer) for answer in answers])
    assert [score.parts["nearer"] for score in scores] == [1.0, 0.0, 0.0, 0.0]
    result = scoring.edit_summary(ROWS, scores)
    assert result["nearer than unchanged"].value == 0.25
    floor = result["floor: unchanged drawing"].value
    echoed = scoring.edit(ROWS, [Completion(this_row["code"]) for this_row in ROWS])
    assert 0 < floor < 1 and floor == pytest.approx(sum(score.parts["ssim"] for score in echoed) / 4)
    assert [score.value for score in scores] == [1.0, 0.0, 0.0, 0.0]
    assert [score.value for score in echoed] == [score.parts["similarity"] for score in echoed] == [0.0] * 4
    assert scores[0].parts["similarity"] == scores[0].parts["ssim"] == scores[0].parts["exact"] == 1.0


def test_captions_are_scored_one_by_one_and_all_together():
    sacrebleu = pytest.importorskip("sacrebleu")
    answers = [ROWS[0]["caption"], "", f"**Caption:** {ROWS[2]['caption']}", "A red disc lies on a table."]
    scores = scoring.caption(ROWS, [Completion(answer) for answer in answers])
    assert [score.status for score in scores] == [Status.OK, Status.NO_ANSWER, Status.OK, Status.OK]
    assert (scores[0].value, scores[1].value, scores[2].value) == (1.0, 0.0, 1.0) and 0 < scores[3].value < 1
    result = scoring.caption_summary(ROWS, scores)
    read = [ROWS[0]["caption"], "", ROWS[2]["caption"], answers[3]]
    expected = [this_row["caption"] for this_row in ROWS]
    assert result["corpus BLEU"] == pytest.approx(sacrebleu.corpus_bleu(read, [expected]).score)
    assert result["corpus chrF++"] == pytest.approx(sacrebleu.corpus_chrf(read, [expected], word_order=2).score)
    assert result["answered"].value == 0.75


def test_summaries_of_nothing_are_empty():
    assert scoring.drawing_summary([], []) == scoring.edit_summary([], []) == {}
    assert scoring.caption_summary([], []) == {}


# --- judges and learned measures --------------------------------------------------------------------------------------


def shown(message):
    return [part["image"] for part in message["content"] if part["type"] == "image"]


def text_of(message):
    content = message["content"]
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


@pytest.mark.process
@pytest.mark.parametrize("rubric", ["task", "unified"])
@pytest.mark.parametrize("task", ["sketch", "edit", "text"])
def test_a_judge_sees_what_the_model_saw_and_never_the_target(task, rubric):
    benchmark = families.get(f"vectorgym-{task}")
    judge = benchmark.scoring.judges[rubric]
    answer = drawing("#774411", 20)
    rows = [this_row | {"mode": "names"} for this_row in ROWS]
    answers = [Completion(answer), Completion("no drawing"), Completion(answer), Completion(answer)]
    asked = judge.ask(rows, answers, judge.texts)
    assert isinstance(asked[1], Rejected)
    (message,) = asked[0]
    given = {"sketch": [ROWS[0]["sketch"]], "edit": [ROWS[0]["image"]], "text": []}[task]
    assert pixels(shown(message)) == pixels([*given, picture(answer)])
    assert not set(map(pixel_hash, shown(message))) & {pixel_hash(picture(ROWS[0]["target"]))}
    words = text_of(message)
    if task == "edit":
        assert ROWS[0]["instruction"] in words
    if task == "text":
        assert ROWS[0]["description_names"] in words and "#cc3322" not in words
    assert ROWS[0]["caption"] not in words and "2244cc" not in words
    reply = "It is fair.\nscore: 7"
    assert judge.read(reply) == 7.0 and (judge.low, judge.high) in ((1.0, 10.0), (0.0, 10.0))


@pytest.mark.process
def test_the_judge_of_a_described_drawing_reads_the_description_that_was_asked():
    benchmark = families.get("vectorgym-text")
    judge = benchmark.scoring.judges["task"]
    (asked,) = judge.ask([ROWS[0] | {"mode": "hex"}], [Completion(ROWS[0]["code"])], judge.texts)
    assert "#cc3322" in text_of(asked[0])


def test_the_judge_of_captions_gets_both_and_marks_to_a_hundred():
    judge = families.get("vectorgym-caption").scoring.judges["caption"]
    asked = judge.ask(ROWS[:2], [Completion("A disc, red."), Completion("")], judge.texts)
    assert ROWS[0]["caption"] in text_of(asked[0][0]) and "A disc, red." in text_of(asked[0][0])
    assert isinstance(asked[1], Rejected)
    assert judge.read("score: 4") == 80.0 and (judge.low, judge.high) == (0.0, 100.0)


def pixels(images):
    return list(map(pixel_hash, images))


def pixel_hash(png):
    image = Image.open(io.BytesIO(png)).convert("RGB")
    return hash(image.tobytes())


def test_learned_measures_are_held_against_the_right_thing():
    from sgpkit.metrics import learned

    references = {
        task: families.get(f"vectorgym-{task}").scoring.learned for task in ("sketch", "edit", "text", "caption")
    }
    for task, measures in references.items():
        for name, of in measures.items():
            reference = of(ROWS[0])
            drawn = learned.spec(name).reference == "drawing"
            assert reference.startswith("<svg") is drawn, (task, name)
    assert references["edit"]["dino"](ROWS[0]) == ROWS[0]["target"]
    assert references["sketch"]["lpips"](ROWS[0]) == ROWS[0]["code"]
    assert references["text"]["clip"](ROWS[0]) == "A disc in red."
    assert references["caption"]["embedding"](ROWS[0]) == ROWS[0]["caption"]


# --- baselines --------------------------------------------------------------------------------------------------------


@pytest.mark.process
def test_baselines_answer_every_row_with_something_that_is_read():
    for task in ("sketch", "edit", "text"):
        benchmark = families.get(f"vectorgym-{task}")
        for name, baseline in benchmark.evidence.baselines.items():
            scores = benchmark.scoring.score(ROWS, [Completion(answer) for answer in baseline.answer(ROWS)])
            assert [score.status for score in scores] == [Status.OK] * 4, (task, name)
            assert all(score.value < 1 for score in scores), (task, name)


def test_the_same_kind_is_another_drawing_of_the_kind():
    assert baselines.same_kind(ROWS, "code") == [ROWS[1]["code"], ROWS[3]["code"], ROWS[3]["code"], ROWS[0]["code"]]
    twins = [ROWS[0], ROWS[0] | {"id": "a-2"}, ROWS[1]]
    assert baselines.same_kind(twins, "id")[:2] == ["b", "b"], "never the row's own drawing"
    assert baselines.same_kind(ROWS[:1], "caption") == [""]


@pytest.mark.parametrize("medium", sketches.MEDIA)
def test_a_trace_follows_the_sketch(medium):
    pytest.importorskip("contourpy")
    code = drawing("#222222", 38)
    traced = baselines.traced(sketches.draw(code, random.Random(1), medium, False))
    shapes = svg.shapes(traced)
    assert len(shapes) == 1 and len(traced) < 100_000
    ink = raster.paint(traced, 128).min(axis=2) < 128
    assert 0.005 < ink.mean() < 0.2


@pytest.mark.process
@pytest.mark.realdata
def test_real_drawings_score_full_marks_and_a_blank_sheet_less(fixtures_path):
    """Real drawings in various forms get the same scores as builtin ones."""
    records = json.loads((fixtures_path / "svgenius" / "text_svg_easy.json").read_text(encoding="utf-8"))[:6]
    rows = [ROWS[0] | {"code": record["answer"], "id": str(position)} for position, record in enumerate(records)]
    right = scoring.score(rows, [Completion(this_row["code"]) for this_row in rows])
    assert [score.value for score in right] == [1.0] * len(rows)
    blank = scoring.score(rows, [Completion(baselines.BLANK)] * len(rows))
    assert all(score.value == 0.0 for score in blank)


def test_a_program_is_no_caption():
    scores = scoring.caption(
        ROWS[:3],
        [
            Completion(ROWS[0]["code"]),
            Completion(f"```svg\n{ROWS[1]['code'][:60]}", "length"),
            Completion(f"```svg\n{ROWS[2]['code']}\n```\n{ROWS[2]['caption']}"),
        ],
    )
    assert [score.value for score in scores] == [0.0, 0.0, 1.0]
    assert [score.status for score in scores] == [Status.NO_ANSWER, Status.NO_ANSWER, Status.OK]
