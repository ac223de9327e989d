"""The engine gives the same answers as a direct call of vLLM, row by row, for any neighbouring rows."""

import io
import json
import os
import re
import signal
from dataclasses import replace

import pytest
import tiny_models
import toy

from sgpkit.benchmark import messages
from sgpkit.engines import Request, Setup, keep_models, measure, open_engine, seed_of
from sgpkit.engines.vllm.model import joined

pytestmark = pytest.mark.vllm

ARGS = {"dtype": "float32", "enforce_eager": True, "max_model_len": 512, "max_num_seqs": 32}
GREEDY = {"temperature": 0.0, "max_tokens": 24}
SAMPLED = {"temperature": 0.8, "top_p": 0.95, "max_tokens": 24, "seed": 5}


def requests(count: int = 12, samples: int = 1) -> list[Request]:
    return [
        Request(
            {"id": f"row-{number}", "options": ["yes", "no"]},
            sample,
            0,
            messages(f"Question {number}? " + "x" * 7 * number),
        )
        for number in range(count)
        for sample in range(samples)
    ]


def setup_of(model, sampling=GREEDY, engine_args=ARGS, **options) -> Setup:
    return Setup(str(model), toy.PLAIN, sampling=sampling, options={"engine_args": dict(engine_args), **options})


@pytest.fixture(scope="module")
def asked(request):
    """A function that asks a setup. It keeps the engine while the setup stays the same."""
    kept = {}

    def ask(setup: Setup, asked: list[Request]):
        name = repr(setup)
        if name not in kept:
            close()
            kept[name] = (setup, open_engine("vllm", setup))
        answers = list(kept[name][1].generate(asked))
        assert sorted(index for index, _ in answers) == list(range(len(asked)))
        return [completion for _, completion in sorted(answers, key=lambda pair: pair[0])]

    def close() -> None:
        for _, engine in kept.values():
            engine.close()
        kept.clear()

    ask.engine, ask.close = lambda: next(iter(kept.values()))[1], close
    yield ask
    close()


@pytest.fixture(scope="module")
def direct(model):
    from vllm import LLM

    return LLM(str(model), **ARGS)


def test_greedy_answers_are_those_of_llm_chat(model, asked, direct):
    from vllm import SamplingParams

    batch = requests()
    answers = asked(setup_of(model), batch)
    params = SamplingParams(temperature=0.0, max_tokens=24, repetition_penalty=1.05)
    expected = direct.chat([request.messages for request in batch], params, use_tqdm=False)
    assert [answer.text for answer in answers] == [output.outputs[0].text for output in expected]
    assert [answer.prompt_tokens for answer in answers] == [len(output.prompt_token_ids) for output in expected]
    assert [answer.completion_tokens for answer in answers] == [len(output.outputs[0].token_ids) for output in expected]
    assert {answer.finish_reason for answer in answers} <= {"stop", "length"}
    assert all(answer.latency > 0 and answer.cached_tokens is not None for answer in answers)
    counted = measure("vllm", setup_of(model)).count
    assert [counted(request.messages) for request in batch] == [answer.prompt_tokens for answer in answers]
    parameters = asked.engine().identity()["parameters"]
    assert parameters["repetition_penalty"] == 1.05, "what generation_config.json sets is in force, and told"


def test_a_prompt_that_does_not_fit_and_one_that_cannot_be_asked_hurt_no_other(model, asked):
    good = requests(4)
    too_long = Request({"id": "long"}, 0, 0, messages("x" * 600))
    much_too_long = Request({"id": "longer"}, 0, 0, messages("x" * 100_000))
    image = Request({"id": "image"}, 0, 0, [{"role": "user", "content": [{"type": "image", "image": png()}]}])
    answers = asked(setup_of(model), [good[0], too_long, good[1], image, good[2], much_too_long, good[3]])
    assert [answer.finish_reason for answer in answers[1::2]] == ["too_large", "error", "too_large"]
    assert "619 prompt tokens; the context of 512" in answers[1].error
    assert "100,019 prompt tokens" in answers[5].error
    assert answers[0::2] == [
        replace(answer, latency=other.latency, cached_tokens=other.cached_tokens)
        for answer, other in zip(asked(setup_of(model), good), answers[0::2], strict=True)
    ]


def test_a_completion_that_the_context_cuts_off_says_so(model, asked):
    answer = asked(setup_of(model), [Request({"id": "tight"}, 0, 0, messages("x" * (510 - 19)))])[0]
    assert (answer.finish_reason, answer.prompt_tokens, answer.completion_tokens) == ("length", 510, 2)
    assert "context of 512" in answer.error


def test_samples_have_seeds_of_their_own_that_no_neighbour_changes(model, asked, direct):
    from vllm import SamplingParams

    batch = requests(6, samples=3)
    setup = setup_of(model, SAMPLED)
    answers = asked(setup, batch)
    assert len({answer.text for answer in answers}) == len(batch)
    turned = asked(setup, batch[::-1])[::-1]
    alone = asked(setup, batch[7:8])
    assert [answer.text for answer in turned] == [answer.text for answer in answers]
    assert alone[0].text == answers[7].text
    params = [
        SamplingParams(temperature=0.8, top_p=0.95, max_tokens=24, repetition_penalty=1.05, seed=seed_of(5, request))
        for request in batch
    ]
    expected = direct.chat([request.messages for request in batch], params, use_tqdm=False)
    assert [answer.text for answer in answers] == [output.outputs[0].text for output in expected]
    assert asked(setup, [batch[0]._replace(attempt=1)])[0].text != answers[0].text


def test_without_seeds_samples_differ_at_each_call_and_the_identity_says_so(model, asked):
    batch = requests(6, samples=3)
    sampling = {name: value for name, value in SAMPLED.items() if name != "seed"}
    first = [answer.text for answer in asked(setup_of(model, sampling), batch)]
    assert [answer.text for answer in asked(setup_of(model, sampling), batch)] == first, "seeds of the rows are kept"
    assert asked.engine().identity().get("unseeded") is None
    unseeded = setup_of(model, sampling, unseeded=True)
    before, after = ([answer.text for answer in asked(unseeded, batch)] for _ in range(2))
    assert len(set(before)) == len(batch) and before != after
    identity = asked.engine().identity()
    assert identity["unseeded"] is True and identity["seed"] is None


def test_a_process_that_is_killed_is_started_again(model, asked):
    setup = setup_of(model, SAMPLED)
    before = asked(setup, requests(4))
    engine = asked.engine()
    answers = engine.generate(requests(4))
    os.kill(engine.slots[0].process.child.pid, signal.SIGKILL)
    assert [answer.text for _, answer in sorted(answers, key=lambda pair: pair[0])] == [one.text for one in before]
    assert engine.statistics()["restarts"] == 1


def test_two_processes_answer_as_one(model, asked):
    one = asked(setup_of(model, SAMPLED), requests(10, samples=2))
    two = asked(setup_of(model, SAMPLED, gpus=2), requests(10, samples=2))
    assert [answer.text for answer in two] == [answer.text for answer in one]
    assert asked.engine().statistics()["processes"] == 2


def test_a_shared_prefix_is_read_once(model, asked):
    batch = [request._replace(messages=messages("y" * 400)) for request in requests(1, samples=4)]
    setup = setup_of(model, SAMPLED | {"max_tokens": 2}, ARGS | {"max_num_seqs": 1})
    answers = asked(setup, batch)
    assert answers[0].cached_tokens == 0 and min(answer.cached_tokens for answer in answers[1:]) >= 256
    assert 0.4 < asked.engine().statistics()["cached_share"] < 0.75


def test_only_letters_of_the_row_are_said_with_choice(model, asked):
    answers = asked(setup_of(model, SAMPLED, choice=True), requests(8))
    assert {answer.text for answer in answers} <= {"A", "B"}
    assert all(answer.finish_reason == "stop" for answer in answers)
    assert asked.engine().identity()["choice"] is True


def test_only_matching_texts_are_said_with_a_regular_expression(model, asked):
    answers = asked(setup_of(model, SAMPLED, regex="(AB|BA){3}[.]"), requests(8))
    assert all(re.fullmatch("(AB|BA){3}[.]", answer.text) for answer in answers)
    assert len({answer.text for answer in answers}) > 1
    assert asked.engine().identity()["structured"] == {"regex": "(AB|BA){3}[.]"}


def test_only_json_of_the_schema_is_said_with_a_schema(model, asked, tmp_path):
    path = tmp_path / "schema.json"
    sides = {"type": "array", "items": {"enum": [3, 4]}, "minItems": 1, "maxItems": 2}
    schema = {"type": "object", "properties": {"sides": sides}, "required": ["sides"], "additionalProperties": False}
    path.write_text(json.dumps(schema))
    answers = asked(setup_of(model, SAMPLED | {"max_tokens": 64}, json_schema=path), requests(8))
    complete = [json.loads(answer.text) for answer in answers if answer.finish_reason == "stop"]
    assert complete
    assert all(set(answer) == {"sides"} and set(answer["sides"]) <= {3, 4} for answer in complete)


def test_thinking_that_the_template_opens_is_not_taken_for_an_answer(model, asked):
    setup = setup_of(model, chat_template_args={"enable_thinking": True})
    answers = asked(setup, requests(2))
    assert all(answer.text.startswith("<think>\n") and answer.thinking == "" for answer in answers)
    assert answers[0].prompt_tokens == measure("vllm", setup).count(requests(1)[0].messages)
    assert asked.engine().identity()["template_args"] == {"enable_thinking": True}


def test_a_parser_of_vllms_keeps_the_thinking_apart(asked, tmp_path):
    """Its tags are unknown without a parser."""
    tags = "<mm:think>", "</mm:think>"
    speaks = tiny_models.save_speaking_model(tmp_path / "speaks", (tags[0], *"Or A?", tags[1], *"B."), tags)
    plain = asked(setup_of(speaks), requests(2))
    assert [(answer.thinking, answer.text) for answer in plain] == [("", f"{tags[0]}Or A?{tags[1]}B.")] * 2
    parsed = asked(setup_of(speaks, engine_args=ARGS | {"reasoning_parser": "minimax_m3"}), requests(2))
    assert [(answer.thinking, answer.text) for answer in parsed] == [("Or A?", "B.")] * 2
    assert all(answer.finish_reason == "stop" for answer in parsed)


def test_plain_completion_adds_no_template(model, asked, direct):
    from vllm import SamplingParams

    batch = requests(3)
    answers = asked(setup_of(model, GREEDY | {"stop": ["\n"]}, complete=True), batch)
    params = SamplingParams(temperature=0.0, max_tokens=24, repetition_penalty=1.05, stop=["\n"])
    expected = direct.generate([joined(request.messages) for request in batch], params, use_tqdm=False)
    assert [answer.text for answer in answers] == [output.outputs[0].text for output in expected]
    assert [answer.prompt_tokens for answer in answers] == [len(request.messages[0]["content"]) for request in batch]
    assert asked.engine().identity()["template"] == "hf"


def test_an_adapter_changes_the_answers_and_the_identity(model, asked, tmp_path):
    plain = asked(setup_of(model), requests(3))
    identity = asked.engine().identity()
    adapter = tiny_models.save_adapter(tmp_path / "adapter")
    adapted = asked(setup_of(model, lora=str(adapter)), requests(3))
    assert [answer.text for answer in adapted] != [answer.text for answer in plain]
    assert asked.engine().identity() != identity
    assert asked.engine().identity()["adapter"]


def test_adapters_of_a_sweep_share_one_loaded_model(model, asked, tmp_path):
    """Each answers as it does alone, in any order, and with the cached prompts of others."""
    folders = [tiny_models.save_adapter(tmp_path / f"rank-{rank}", rank) for rank in (4, 16)]
    alone = [[answer.text for answer in asked(setup_of(model, lora=str(one)), requests(3))] for one in folders]
    asked.close()
    adapters = tuple(map(str, folders))
    answers, processes, identities = [], set(), []
    with keep_models():
        for lora in (*adapters, adapters[0]):
            engine = open_engine("vllm", setup_of(model, lora=lora, adapters=adapters))
            completions = dict(engine.generate(requests(3)))
            answers.append([completions[index].text for index in range(3)])
            processes.add(engine.slots[0].process.child.pid)
            identities.append(engine.identity())
            engine.close()
    assert answers == [alone[0], alone[1], alone[0]]
    assert len(processes) == 1
    assert identities[0] == identities[2] != identities[1]


def png() -> bytes:
    from PIL import Image

    buffer = io.BytesIO()
    Image.new("RGB", (32, 24), "red").save(buffer, "PNG")
    return buffer.getvalue()
