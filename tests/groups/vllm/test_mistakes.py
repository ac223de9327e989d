"""Mistakes that can be detected before the weights are loaded are reported then, in one line."""

import shutil

import pytest
import tiny_models
import toy

from sgpkit.engines import Setup
from sgpkit.engines.vllm.settings import settings_of
from sgpkit.errors import UserError

pytestmark = pytest.mark.vllm


def read(model, sampling=None, engine_args=None, **options):
    from sgpkit.engines.vllm.model import read_model

    given = {"engine_args": engine_args or {}, **options}
    return read_model(settings_of(Setup(str(model), toy.PLAIN, sampling=sampling or {}, options=given)))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"engine_args": {"max_modl_len": 3}}, "vLLM has no such argument; did you mean 'max_model_len'"),
        ({"engine_args": {"max_model_len": "long"}}, "--engine-arg max_model_len='long': expected int"),
        ({"engine_args": {"dtype": "float33"}}, "expected Literal"),
        ({"engine_args": {"data_parallel_size": 0}}, "data_parallel_size"),
        ({"engine_args": {"data_parallel_size": "two"}}, "--engine-arg data_parallel_size='two': expected int"),
        ({"engine_args": {"hf_token": "hf_x"}}, "HF_TOKEN"),
        ({"engine_args": {"quantization": "no-such"}}, "no-such"),
        ({"sampling_args": {"topk": 3}}, "--sampling-arg topk: vLLM has no such argument; did you mean 'top_k'"),
        ({"sampling_args": {"top_k": "x"}}, "--sampling-arg top_k='x': expected int"),
        ({"sampling_args": {"n": 4}}, "n is set by --n"),
        ({"sampling_args": {"top_p": 7.0}}, "top_p"),
        ({"chat_template_args": {"enable_thinkin": True}}, "--chat-template-arg enable_thinkin: the chat template"),
        ({"context": 1_000_000}, "--context exceeds the context length of the model"),
        ({"context": 64, "sampling": {"max_tokens": 64}}, "64 completion tokens leave no space for a prompt"),
        ({"lora": "/no/such/adapter"}, "--lora /no/such/adapter: no such folder"),
    ],
)
def test_arguments(model, given, message):
    with pytest.raises(UserError, match=r".*") as caught:
        read(model, **given)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 600


def test_a_name_that_is_no_model():
    with pytest.raises(UserError, match="model no-one/no-model not found"):
        read("no-one/no-model")


def test_a_folder_that_is_no_model(tmp_path):
    with pytest.raises(UserError, match=r"has no config\.json"):
        read(tmp_path)


def test_a_model_of_no_known_kind(model, tmp_path):
    shutil.copytree(model, tmp_path / "odd")
    config = tmp_path / "odd" / "config.json"
    config.write_text(config.read_text().replace("qwen2", "quux").replace("Qwen2", "Quux"))
    with pytest.raises(UserError, match="this vLLM cannot run"):
        read(tmp_path / "odd")


def test_without_a_template_there_is_a_way_to_ask(tmp_path):
    bare = tiny_models.save_model(tmp_path / "bare", template=None)
    with pytest.raises(UserError, match="has no chat template; give --chat-template FILE, or --complete"):
        read(bare)
    assert read(bare, complete=True).template is None
    written = tmp_path / "template.jinja"
    written.write_text("{% for message in messages %}{{ message['content'] }}\n{% endfor %}")
    assert read(bare, chat_template=written).template == written.read_text()


def test_the_identity_holds_what_changes_answers_and_nothing_else(model, tmp_path):
    def identity(folder=model, **options):
        return read(folder, **options).identity()

    same = identity()
    assert identity(engine_args={"max_num_seqs": 3, "gpu_memory_utilization": 0.5, "dtype": same["dtype"]}) == same
    assert same["seed"] == 0 and identity(sampling={"temperature": 0.0, "seed": 3})["seed"] is None
    moved = tmp_path / "elsewhere" / "tiny"
    shutil.copytree(model, moved)
    assert identity(moved) == same, "a folder may move"
    for options in (
        {"engine_args": {"dtype": "float32"}},
        {"sampling": {"temperature": 0.0}},
        {"sampling_args": {"top_k": 3}},
        {"context": 512},
        {"chat_template_args": {"enable_thinking": True}},
        {"complete": True},
    ):
        assert identity(**options) != same, options
    trained = tiny_models.save_model(tmp_path / "trained" / "tiny", seed=1)
    assert identity(trained)["revision"] != same["revision"]


def test_parameters_are_counted_for_the_estimate(model):
    from transformers import AutoModelForCausalLM

    measurements = read(model).properties()
    weights = AutoModelForCausalLM.from_pretrained(model).state_dict()
    assert measurements.parameters == sum(
        item.numel() for name, item in weights.items() if name != "lm_head.weight"
    ) + (weights["lm_head.weight"].numel() * ("lm_head.weight" in saved(model)))
    assert measurements.context == 1024 and measurements.exact and not measurements.images


def saved(model) -> set[str]:
    from safetensors import safe_open

    with safe_open(model / "model.safetensors", "pt") as file:
        return set(file.keys())


def test_sampling_of_the_model_itself_can_be_left_out(model):
    assert read(model).identity()["parameters"]["repetition_penalty"] == 1.05
    assert "repetition_penalty" not in read(model, engine_args={"generation_config": "vllm"}).parameters()
    assert read(model, sampling_args={"repetition_penalty": 1.2}).parameters()["repetition_penalty"] == 1.2
