"""Rewards for pictures and captions: aligned with the completions, with partial credit, and without exceptions."""

import pytest

from sgpkit.errors import UserError
from sgpkit.metrics.captions import caption_quality
from sgpkit.metrics.pictures import svg_similarity
from sgpkit.sandbox.untrusted import worker_processes, workers
from sgpkit.training import rewards

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"'
CIRCLE = f'{HEAD}><circle cx="20" cy="20" r="12" fill="#d04020"/></svg>'
LARGER = CIRCLE.replace('r="12"', 'r="14"')
WHITE = CIRCLE.replace("#d04020", "white")
ODD = CIRCLE.replace("fill", "colour")


@pytest.mark.sandbox
def test_drawings_are_rewarded_by_how_they_look():
    answers = [CIRCLE, "no idea", LARGER, f"{HEAD}><script>1</script></svg>"]
    result = rewards.svg_similarity()(["?"] * 4, answers, code=[CIRCLE] * 4)
    assert result == [verdict.value for verdict in svg_similarity.score(answers, [CIRCLE] * 4)]
    assert result[0] == 1.0 and 0.3 < result[2] < 1 and result[1] == result[3] == 0.0
    both = rewards.svg_similarity(part="ssim_transparent")
    assert both.__name__ == "svg_similarity_ssim_transparent"
    assert both(["?"] * 2, [CIRCLE, LARGER], code=[CIRCLE] * 2)[0] == 1.0


@pytest.mark.sandbox
def test_what_is_expected_may_stand_in_another_column_and_a_broken_one_is_left_out(caplog):
    reward = rewards.svg_similarity(column="target")
    assert reward(["?"] * 3, [CIRCLE] * 3, target=[CIRCLE, "not a drawing", LARGER], code=["x"] * 3)[:2] == [1.0, None]
    assert "reference 0" in caplog.text
    assert reward(["?"], [CIRCLE], code=[CIRCLE]) == [None]


@pytest.mark.sandbox
def test_edits_are_rewarded_and_leaving_things_as_they_are_is_not():
    columns = {
        "code": [CIRCLE] * 4,
        "target": [CIRCLE.replace("#d04020", "#2040d0")] * 4,
        "changes": [None, "", "[]", ""],
    }
    answers = [columns["target"][0], CIRCLE, WHITE, "no idea"]
    assert rewards.svg_edit()(["?"] * 4, answers, **columns) == [1.0, 0.0, 0.0, 0.0]
    assert rewards.svg_edit(part="kept")(["?"] * 4, answers, **columns)[:2] == [1.0, 1.0]
    assert rewards.svg_edit()(["?"], answers[:1], code=[CIRCLE]) == [None], "without a target"


@pytest.mark.sandbox
def test_the_form_of_a_sketch_is_rewarded_in_any_color_if_the_sketch_has_none():
    blue = CIRCLE.replace("#d04020", "#2040d0")
    plain, colored = (rewards.sketch_similarity(sketch=sketch) for sketch in ("black-and-white", "color"))
    assert plain(["?"] * 3, [blue, WHITE, "no idea"], code=[CIRCLE] * 3) == [pytest.approx(1.0), 0.0, 0.0]
    assert colored(["?"] * 2, [blue, CIRCLE], code=[CIRCLE] * 2) == [pytest.approx(0.5, abs=0.1), 1.0]
    assert rewards.sketch_similarity(part="edges")(["?"], [blue], code=[CIRCLE]) == [pytest.approx(1.0)]
    with pytest.raises(UserError, match="unknown sketch 'charcoal'"):
        rewards.sketch_similarity(sketch="charcoal")


@pytest.mark.sandbox
def test_validity_needs_nothing_but_the_completion():
    answers = [[{"role": "assistant", "content": f"```svg\n{CIRCLE}\n```"}], ODD, CIRCLE[:-9], ""]
    assert rewards.svg_validity()(["?"] * 4, answers) == [1.0, 1.0, 0.0, 0.0]
    assert rewards.svg_validity()(["?"], [WHITE]) == [0.0]
    assert rewards.svg_validity(part="renders")(["?"], [WHITE]) == [1.0]
    assert rewards.svg_validity(part="clean")(["?"] * 4, answers) == [1.0, 0.0, 0.0, 0.0]


def test_captions_are_rewarded_by_their_words():
    answers, captions = ["A red circle.", "", "A red circle on a blue square."], ["A red circle."] * 3
    result = rewards.caption_quality()(["?"] * 3, answers, caption=captions)
    assert result == [verdict.value for verdict in caption_quality.score(answers, captions).scores]
    assert result[0] == 1.0 > result[2] > result[1] == 0.0
    assert rewards.caption_quality(part="chrf")(["?"], ["A red circle."], caption=captions[:1]) == [pytest.approx(100)]


@pytest.mark.sandbox
def test_programs_are_rewarded_for_being_short():
    longer = CIRCLE.replace("<circle", f'<g id="{"x" * 200}"/><circle')
    full, less, none = rewards.code_quality()(["?"] * 3, [CIRCLE, longer, "no idea"], code=[CIRCLE] * 3)
    assert full == 1.0 > less > none == 0.0
    assert rewards.code_quality(part="byte_ratio")(["?"], [CIRCLE], code=[CIRCLE]) == [1.0]


@pytest.mark.sandbox
def test_what_a_caption_names_is_rewarded():
    captions = ["A red circle.", "A green circle.", "A red circle."]
    drawn = CIRCLE.replace("#d04020", "red")
    assert rewards.structural_recall()(["?"] * 3, [drawn, drawn, ""], caption=captions) == [1.0, 0.0, 0.0]
    named = rewards.structural_recall(column="named")
    assert named(["?"] * 2, [drawn] * 2, named=[['["color", "red"]'], ['["color", "green"]']]) == [1.0, 0.0]


def test_an_unknown_part_is_told_at_the_start():
    for make in (
        rewards.svg_similarity,
        rewards.svg_validity,
        rewards.svg_edit,
        rewards.sketch_similarity,
        rewards.caption_quality,
        rewards.code_quality,
    ):
        with pytest.raises(UserError, match="unknown part 'beauty'"):
            make(part="beauty")


@pytest.mark.sandbox
def test_workers_that_compare_pictures_are_kept_from_one_step_to_the_next(monkeypatch):
    monkeypatch.setenv("SGPKIT_WORKERS", "1")
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    workers.close()
    reward, seen = rewards.svg_similarity(), []
    for step in range(4):
        answers = [CIRCLE.replace('r="12"', f'r="{8 + step}.{number:03}"') for number in range(50)]
        assert min(reward(["?"] * 50, answers, code=[LARGER.replace("14", f"1{step}.5")] * 50)) > 0.2
        seen.append([worker.process for worker in worker_processes._TEMPLATES[0].idle])
    assert len(seen[0]) == 1 and seen == seen[:1] * 4, "each new one would start a sandbox"
