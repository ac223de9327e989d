"""Symbolic instruction tuning with TRL and PEFT, on a tiny Llama of random weights."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import tiny_llama
import tiny_models
import torch
from safetensors.torch import load_file

from sgpkit.engines.vllm import model as vllm_model
from sgpkit.errors import UserError
from sgpkit.training.recipes.sit import checkpoints, losses, merging, settings, training

pytestmark = pytest.mark.perceptual

ROWS = 36
DIED_AT = 7
RECIPE = """
[model]
name = "{model}"
precision = "fp32"
[adapter]
method = "lora"
lora = {{ rank = 8, dropout = 0.1 }}
oft = {{ block_size = 8 }}
boft = {{ block_size = 8, butterfly_factors = 1 }}
[training]
rate = 0.02
batch = 4
batch_per_device = 2
epochs = 2
max_tokens = 256
activation_checkpointing = false
save_every = 4
[[data]]
name = "sit"
source = "{data}"
"""


@pytest.fixture(scope="module", autouse=True)
def one_thread():
    """Use one thread like the processes below: such a small model is slower with more, and sums keep their order."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """A folder with a recipe, its model and its data."""
    folder = tmp_path_factory.mktemp("recipes")
    os.environ["TORCH_EXTENSIONS_DIR"] = str(folder)  # where PEFT tries to compile for BOFT
    model = tiny_llama.save_llama(folder / "llama")
    data = tiny_llama.save_drawings(folder / "rows.jsonl", ROWS)
    (folder / "recipe.toml").write_text(RECIPE.format(model=model, data=data))
    return folder


def train(position, out, *changes, resume=False):
    read = settings.read(position / "recipe.toml", changes)
    return training.train(read, position, position / out, resume)


@pytest.fixture(scope="module")
def undisturbed(workspace):
    return train(workspace, "undisturbed")


def files(folder: Path):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def same_training(one: Path, other: Path):
    assert losses.read(one) == losses.read(other)
    assert files(one / "adapter") == files(other / "adapter")
    return True


def test_the_loss_falls(workspace, undisturbed):
    steps = losses.read(workspace / "undisturbed")
    assert [step.step for step in steps] == list(range(1, 19)) and undisturbed["steps"] == 18
    assert sum(step.loss for step in steps[-3:]) < 0.6 * sum(step.loss for step in steps[:3])
    assert steps[-1].accuracy > 0.4 > 0.1 > steps[0].accuracy
    assert (workspace / "undisturbed" / "losses.png").read_bytes().startswith(b"\x89PNG")


def run(position, out, *arguments, launcher=(), **environment):
    """Run the command line in a separate process."""
    script = Path(tiny_llama.__file__).with_name("recipe_process.py")
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, *launcher, script, "train", position / "recipe.toml", "--out", position / out, *arguments],
        env=os.environ | paths | environment,
        capture_output=True,
        text=True,
    )


def test_a_training_that_was_killed_goes_on_as_if_it_had_not_been(workspace, undisturbed):
    process = run(workspace, "killed", DIE_AT=str(DIED_AT))
    assert process.returncode == -signal.SIGKILL, process.stderr
    assert len(losses.read(workspace / "killed")) == DIED_AT - 1 and checkpoints.whole(workspace / "killed") == [4]
    with pytest.raises(UserError, match=r"contains a training already \(unfinished\); use --resume"):
        train(workspace, "killed")
    train(workspace, "killed", resume=True)
    assert same_training(workspace / "killed", workspace / "undisturbed")


def test_two_processes_learn_what_one_does(workspace):
    """Processes are started like those of torchrun, each with half of each step's rows. One process adds up two halves
    instead."""
    plain = ["adapter.lora.dropout=0.0", "training.epochs=1", "training.save_every=5"]
    changes = [word for change in plain for word in ("--set", change)]
    together = run(workspace, "together", *changes, launcher=("-m", "torch.distributed.run", "--nproc-per-node", "2"))
    assert together.returncode == 0, together.stderr
    train(workspace, "alone", *plain)
    pairs = zip(losses.read(workspace / "together"), losses.read(workspace / "alone"), strict=True)
    assert all(one.loss == pytest.approx(other.loss, rel=1e-5) for one, other in pairs)
    assert checkpoints.whole(workspace / "together", processes=2) == [5, 9]


def test_a_checkpoint_that_was_being_written_is_passed_over(workspace, undisturbed, monkeypatch):
    """The second epoch has begun by then, and the previous checkpoint is of the first epoch."""
    mark = checkpoints.mark_whole

    def cut(out, step):
        if step == 12:
            (checkpoints.folder_of(out, step) / "optimizer.pt").write_bytes(b"torn")
            raise KeyboardInterrupt
        mark(out, step)

    monkeypatch.setattr(checkpoints, "mark_whole", cut)
    with pytest.raises(KeyboardInterrupt):
        train(workspace, "cut")
    monkeypatch.undo()
    assert checkpoints.whole(workspace / "cut") == [4, 8]
    train(workspace, "cut", resume=True)
    assert same_training(workspace / "cut", workspace / "undisturbed")
    assert checkpoints.whole(workspace / "cut") == [16, 18], "the torn one is gone, and two stay"


def test_a_finished_training_is_left_as_it_is(workspace, undisturbed):
    before = (workspace / "undisturbed" / "adapter" / "sit.json").stat().st_mtime_ns
    assert train(workspace, "undisturbed", resume=True) == json.loads(
        (workspace / "undisturbed" / "run.json").read_text()
    )
    assert (workspace / "undisturbed" / "adapter" / "sit.json").stat().st_mtime_ns == before
    with pytest.raises(UserError, match=r"contains a training already \(whole\)"):
        train(workspace, "undisturbed")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("training.rate=0.01", "training.rate: 0.02 there, 0.01 here"),
        ("adapter.lora.rank=4", "adapter.lora.rank: 8 there, 4 here"),
        ("data.sit.count=30", "data: '"),
    ],
)
def test_a_checkpoint_of_another_recipe_is_refused(workspace, undisturbed, change, message):
    with pytest.raises(UserError, match="was started with different settings") as error:
        train(workspace, "undisturbed", change, resume=True)
    assert message in str(error.value)


def test_what_does_not_change_the_result_may_change(workspace, undisturbed):
    train(workspace, "undisturbed", "training.save_every=7", "adapter.oft.block_size=16", resume=True)


@pytest.mark.parametrize("method", ["lora", "oft", "boft"])
def test_an_adapter_merges_into_its_model(workspace, undisturbed, method):
    out = "undisturbed" if method == "lora" else f"trained-{method}"
    if method != "lora":
        train(workspace, out, f"adapter.method={method}", "training.epochs=1", "adapter.oft.neumann_terms=0")
        steps = losses.read(workspace / out)
        assert steps[-1].loss < 0.9 * steps[0].loss
    measured = merging.merge(workspace / out / "adapter", workspace / f"merged-{method}")
    assert measured["logits_off"] < 1e-4 and measured["method"] == method.upper()
    assert answers_as_with_its_adapter(workspace / f"merged-{method}", workspace / "llama", workspace / out / "adapter")
    base, merged = (load_file(workspace / name / "model.safetensors") for name in ("llama", f"merged-{method}"))
    trained = {name for name in base if not torch.equal(base[name], merged[name])}
    assert trained == {name for name in base if "_proj" in name}
    for name in sorted(trained):
        if method == "lora":
            assert torch.linalg.matrix_rank(merged[name] - base[name], rtol=1e-4) <= 8
        else:
            # Orthogonal: the neurons of a layer rotate together. (BOFT also learns the length of each.)
            torch.testing.assert_close(angles(merged[name]), angles(base[name]), atol=1e-5, rtol=0)


def answers_as_with_its_adapter(merged, base, adapter):
    """Return whether both answer the same, as read from disk by the libraries alone."""
    from peft import PeftModel
    from transformers import AutoModelForCausalLM

    tokens = torch.arange(40, 80).reshape(1, -1)
    with torch.no_grad():
        plain = AutoModelForCausalLM.from_pretrained(base)
        untrained = plain(tokens).logits
        wanted = PeftModel.from_pretrained(plain, adapter).eval()(tokens).logits
        result = AutoModelForCausalLM.from_pretrained(merged)(tokens).logits
    assert not torch.allclose(wanted, untrained, atol=0.1)
    return torch.allclose(result, wanted, atol=1e-4)


def angles(weight):
    directions = torch.nn.functional.normalize(weight)
    return directions @ directions.T


def test_a_merge_that_would_change_answers_is_refused(workspace, undisturbed, monkeypatch):
    monkeypatch.setattr(merging, "distance", lambda wanted, result: 0.02)
    with pytest.raises(UserError, match=r"by 2\.0% of their spread"):
        merging.merge(workspace / "undisturbed" / "adapter", workspace / "changed")
    assert not (workspace / "changed").exists()


def test_sgpkit_run_takes_the_adapter(workspace, undisturbed):
    adapter = vllm_model.find_adapter(str(workspace / "undisturbed" / "adapter"))
    assert vllm_model.adapter_rank(adapter) == 8
    known = tiny_models.save_adapter(workspace / "known")
    names = [set(load_file(folder / "adapter_model.safetensors")) for folder in (known, adapter)]
    assert names[0] < names[1], "layers are named as in the adapter that the tests of vLLM load"
    measurements = json.loads((adapter / "sit.json").read_text())
    assert (
        measurements["settings"]["training"]["rate"] == 0.02 and measurements["versions"]["torch"] == torch.__version__
    )
    assert (
        measurements["data"][0]["sha256"] == undisturbed["data"][0]["sha256"]
        and "loss" in (adapter / "README.md").read_text()
    )


def test_a_model_without_a_chat_template_gets_the_recipes(workspace, undisturbed, tmp_path):
    bare = tiny_llama.save_llama(tmp_path / "bare", template=None)
    with pytest.raises(UserError, match="has no chat template; give a file next to the recipe"):
        train(workspace, "bare", f"model.name={bare}")
    template = Path(settings.__file__).with_name("plain-chat.jinja")
    (workspace / "plain-chat.jinja").write_text(template.read_text())
    train(workspace, "bare", f"model.name={bare}", "model.chat_template=plain-chat.jinja", "data.sit.count=8")
    assert (workspace / "bare" / "adapter" / "chat_template.jinja").read_text() == template.read_text()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("adapter.modules=['q_proj', 'w_proj']", "no linear layer named 'w_proj' .* it has down_proj, gate_proj"),
        ("adapter.oft.block_size=24", "blocks of 24 do not fill q_proj, whose input is 32 wide"),
        ("model.name=/nowhere/llama", "/nowhere/llama: its tokenizer cannot be loaded"),
    ],
)
def test_mistakes_are_told_before_anything_is_trained(workspace, change, message):
    with pytest.raises(UserError, match=message):
        train(workspace, f"mistake-{abs(hash(change))}", "adapter.method=oft", change)


def test_boft_that_would_be_oft_is_refused(workspace):
    if torch.cuda.is_available():
        pytest.skip("its extension may compile here")
    with pytest.raises(UserError, match="made 1 butterfly factor instead of 2"):
        train(workspace, "butterfly", "adapter.method=boft", "adapter.boft.butterfly_factors=2")


def test_a_loss_that_is_no_number_stops_the_training(workspace):
    with pytest.raises(UserError, match=r"the loss of step .* is nan"):
        train(workspace, "nan", "training.rate=1e30", "training.warmup=0")
