"""The file of losses, the picture of it, and the checkpoints from which a training resumes."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from sgpkit.errors import UserError
from sgpkit.training.recipes.sit import __main__ as command
from sgpkit.training.recipes.sit import checkpoints, curve, losses
from sgpkit.training.recipes.sit.losses import Step


def step(number, loss):
    return Step(number, number / 10, loss, 1e-4, 0.5, None)


def trained(folder, values):
    folder.mkdir()
    for number, loss in enumerate(values, start=1):
        losses.append(folder, step(number, loss))
    return folder


def test_losses_are_read_as_they_were_written(tmp_path):
    values = [0.1 + 0.2, 1e-17, 5.0]
    assert [item.loss for item in losses.read(trained(tmp_path / "run", values))] == values


def test_a_torn_last_line_is_passed_over_and_a_torn_one_before_is_not(tmp_path):
    folder = trained(tmp_path / "run", [3.0, 2.0])
    path = folder / losses.FILE
    whole = path.read_text()
    path.write_text(whole + '{"step": 3, "ep')
    assert len(losses.read(folder)) == 2
    path.write_text('{"step"\n' + whole)
    with pytest.raises(UserError, match="damaged in line 1"):
        losses.read(folder)


def test_steps_after_the_checkpoint_are_taken_back(tmp_path):
    folder = trained(tmp_path / "run", [4.0, 3.0, 2.0])
    with (folder / losses.FILE).open("a") as file:
        file.write('{"torn')
    losses.truncate(folder, 2)
    losses.append(folder, step(3, 1.5))
    assert [item.loss for item in losses.read(folder)] == [4.0, 3.0, 1.5]


def test_a_loss_that_is_no_number_is_not_written(tmp_path):
    folder = trained(tmp_path / "run", [4.0])
    for loss in (float("nan"), float("inf")):
        with pytest.raises(UserError, match="Try a smaller training"):
            losses.append(folder, step(2, loss))
    assert len(losses.read(folder)) == 1


def lines_of(code):
    root = ElementTree.fromstring(code)
    return [
        [tuple(map(float, pair.split(","))) for pair in line.get("points").split()]
        for line in root.iter("{http://www.w3.org/2000/svg}polyline")
    ]


def test_the_picture_shows_every_loss_at_its_height():
    values = [6.0, 4.0, 3.0, 3.5]
    raw, mean = lines_of(curve.drawing({"run": [step(number, loss) for number, loss in enumerate(values, 1)]}))
    heights = [y for _, y in raw]
    # Equal differences of losses have equal heights, and smaller losses are lower on the page.
    scale = (heights[1] - heights[0]) / (values[0] - values[1])
    assert scale > 0
    assert [round((y - heights[0]) / scale, 1) for y in heights] == [0.0, 2.0, 3.0, 2.5]
    assert raw == mean, "a short training is not smoothed"
    assert [x for x, _ in raw] == sorted({x for x, _ in raw})


def test_a_long_training_is_smoothed_and_thinned():
    """The losses are a sawtooth around a falling line, which is their mean."""
    steps = [step(number, 5 - number / 1000 + (number % 2)) for number in range(1, 3001)]
    raw, mean = lines_of(curve.drawing({"run": steps}))
    assert len(raw) == len(mean) == 600
    assert [item.loss for item in curve.smoothed([step(1, 4.0), step(2, 2.0)])] == [4.0, 2.0]
    far = curve.smoothed(steps)[2000:]
    assert all(abs(item.loss - (5.5 - (item.step - 14.5) / 1000)) < 0.001 for item in far)


def test_several_trainings_share_a_picture_and_their_names_are_no_markup(tmp_path):
    code = curve.drawing({"a<b>": [step(1, 2.0)], "c&d": [step(1, 1.0), step(2, 0.5)]})
    texts = [item.text for item in ElementTree.fromstring(code).iter("{http://www.w3.org/2000/svg}text")]
    assert {"a<b>", "c&d"} <= set(texts) and len(set(re.findall(r'stroke="(#0072B2|#D55E00)"', code))) == 2
    one, two = (trained(tmp_path / name, [3.0, 2.0]) for name in ("one", "two"))
    path = tmp_path / "new" / "both.png"
    assert command.main(["plot", str(one), str(two), "--out", str(path)]) == 0
    assert path.read_bytes().startswith(b"\x89PNG") and path.with_suffix(".svg").is_file()


@pytest.mark.parametrize("values", [[0.0], [1.0, 1.0], [-2.0, 3.0], [1e-9, 2e-9], [1e6, 5.0]])
def test_ticks_are_few_and_round(values):
    result = curve.ticks(min(0.0, *values), max(values))
    assert 1 <= len(result) <= curve.TICKS + 2 and result == sorted(set(result))
    lines_of(curve.drawing({"run": [step(number, loss) for number, loss in enumerate(values, 1)]}))


def test_a_picture_of_nothing_is_told(tmp_path, capsys):
    assert command.main(["plot", str(tmp_path)]) == 2
    assert "has no losses.jsonl; expected the folder" in capsys.readouterr().err


def checkpoint(out, number, states=1, whole=True):
    folder = checkpoints.folder_of(out, number)
    folder.mkdir(parents=True)
    for rank in range(states):
        (folder / ("rng_state.pth" if states == 1 else f"rng_state_{rank}.pth")).touch()
    if whole:
        checkpoints.mark_whole(out, number)


def test_only_whole_checkpoints_count_and_the_newest_stay(tmp_path):
    checkpoint(tmp_path, 8)
    checkpoint(tmp_path, 12)
    checkpoint(tmp_path, 4)
    checkpoint(tmp_path, 16, whole=False)
    assert checkpoints.whole(tmp_path) == [4, 8, 12]
    checkpoints.clear(tmp_path, keep=2)
    assert sorted(path.name for path in (tmp_path / "checkpoints").iterdir()) == ["checkpoint-12", "checkpoint-8"]


def test_each_process_needs_its_own_state(tmp_path):
    checkpoint(tmp_path, 4, states=2)
    checkpoint(tmp_path, 8, states=2)
    (checkpoints.folder_of(tmp_path, 8) / "rng_state_1.pth").unlink()
    assert checkpoints.whole(tmp_path, processes=2) == [4]


def test_a_folder_that_holds_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(UserError, match="exists but is not a training folder"):
        checkpoints.begin(tmp_path, {"identity": {}}, resume=True)


def test_a_training_that_ended_before_its_first_step_may_begin_otherwise(tmp_path):
    checkpoints.write_run(tmp_path, {"identity": {"training.rate": 1.0}})
    checkpoints.begin(tmp_path, {"identity": {"training.rate": 2.0}}, resume=False)
    losses.append(tmp_path, step(1, 4.0))
    with pytest.raises(UserError, match=r"contains a training already \(unfinished\)"):
        checkpoints.begin(tmp_path, {"identity": {"training.rate": 2.0}}, resume=False)
    with pytest.raises(UserError, match=r"training.rate: 1\.0 there, 2\.0 here"):
        checkpoints.begin(tmp_path, {"identity": {"training.rate": 2.0}}, resume=True)


def test_a_damaged_run_is_told(tmp_path):
    losses.append(tmp_path, step(1, 4.0))
    (tmp_path / checkpoints.RUN).write_text("{")
    with pytest.raises(UserError, match="is damaged"):
        checkpoints.begin(tmp_path, {"identity": {}}, resume=True)
