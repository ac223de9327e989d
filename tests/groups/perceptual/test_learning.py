"""Learning in miniature, on a tiny Llama of random weights."""

import itertools
import json
import math

import pytest
import tiny_llama
import torch
import unpacked_gguf

from sgpkit.benchmark import families
from tools.learning import ARMS, __main__, asking, material, table

pytestmark = pytest.mark.perceptual

PROMPTS = ("Which?\n<svg a/>\nA or B?", "Which?\n<svg a/>\nRed or blue?", "Other")


def question(text):
    return material.Question({}, [{"role": "user", "content": text}], ("Answer: A", "Answer: B", "Answer: C"), 1)


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A model with two adapters, one of which changes it."""
    import peft
    from transformers import AutoModelForCausalLM

    folder = tmp_path_factory.mktemp("learning")
    base = tiny_llama.save_llama(folder / "llama")
    for name, zero in (("after", False), ("control", True)):
        config = peft.LoraConfig(r=4, target_modules=["q_proj", "up_proj"], init_lora_weights=zero)
        torch.manual_seed(1)
        peft.get_peft_model(AutoModelForCausalLM.from_pretrained(base), config).save_pretrained(folder / name)
    return asking.Model(base, {"after": folder / "after", "control": folder / "control"})


def alone(model, text):
    """The probabilities of the letters, from one pass over the whole text without a cache."""
    prompt = model.tokenizer.apply_chat_template(
        [{"role": "user", "content": text}], tokenize=False, add_generation_prompt=True
    )
    ids = model.tokenizer(prompt + "Answer: ", add_special_tokens=False, return_tensors="pt").input_ids
    whole = model.model(ids).logits[0, -1].float().softmax(0)
    letters = whole[[model.tokenizer.convert_tokens_to_ids(letter) for letter in "ABC"]]
    return (letters / letters.sum()).tolist()


def test_likelihoods_do_not_depend_on_earlier_questions(model):
    with model.arm("before"):
        together = model.likelihoods([question(text) for text in (*PROMPTS, PROMPTS[0], PROMPTS[0])])
        expected = [alone(model, text) for text in (*PROMPTS, PROMPTS[0], PROMPTS[0])]
    for likelihoods, probabilities in zip(together, expected, strict=True):
        assert [math.exp(value) for value in likelihoods] == pytest.approx(probabilities, abs=0.02)


def test_shared_tokens_are_read_once(model):
    def read(*texts):
        before = model.tokens
        with model.arm("before"):
            model.likelihoods([question(text) for text in texts])
        return model.tokens - before

    assert read(PROMPTS[0], PROMPTS[1]) < read(PROMPTS[0]) + read(PROMPTS[1]) - len("Which?\n<svg a/>")
    assert read(PROMPTS[0], PROMPTS[0]) == read(PROMPTS[0]) + 1


def test_each_arm_uses_its_own_adapter(model):
    likelihoods = {}
    for arm in ARMS:
        with model.arm(arm):
            likelihoods[arm] = model.likelihoods([question(PROMPTS[0])])[0]
    assert likelihoods["control"] == likelihoods["before"] != likelihoods["after"]


def test_loss_is_that_of_the_answer(model):
    conversation = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "A red circle."}]
    text = model.tokenizer.apply_chat_template(conversation, tokenize=False)
    ids = model.tokenizer(text, add_special_tokens=False, return_tensors="pt").input_ids
    answer = ids.shape[1] - len(
        model.tokenizer.apply_chat_template(conversation[:1], add_generation_prompt=True)["input_ids"]
    )
    labels = ids.clone()
    labels[:, :-answer] = -100
    with model.arm("after"):
        expected = float(model.model(ids, labels=labels).loss)
        assert model.loss(conversation) == pytest.approx(expected, rel=0.02)


def test_a_whole_run_writes_record_and_page(tmp_path, monkeypatch):
    page, record = tmp_path / "page.md", tmp_path / "record.json"
    page.write_text(f"above\n{table.BEGIN}\n{table.END}\nbelow\n")
    monkeypatch.setattr(table, "PAGE", page)
    monkeypatch.setattr(table, "RECORD", record)
    monkeypatch.setattr(unpacked_gguf, "unpack", lambda path, folder: tiny_llama.save_llama(folder))
    monkeypatch.setattr(__main__, "UNSEEN", 3)
    for name in ("LONGEST", "LONGEST_PROMPT"):  # of bytes, not of tokens
        monkeypatch.setattr(material, name, 3000)
    __main__.main(["--minutes", "0.1"])
    written = json.loads(record.read_text())
    assert written["training"]["after"]["conversations"] == written["training"]["control"]["conversations"] >= 4
    assert list(written["configs"]) == list(material.CONFIGS)
    assert page.read_text() == table.page(page.read_text(), written)
    assert page.read_text().startswith("above\n") and page.read_text().endswith("below\n")


def test_control_has_no_drawings_and_is_as_long():
    def count(messages):
        return sum(len(one["content"]) for one in messages) // 3

    for messages in itertools.islice(material.functions(count), 40):
        assert "svg" not in messages[0]["content"].lower()
        assert material.SHORTEST_CONTROL <= count(messages) <= material.LONGEST
        assert messages[1]["content"] not in messages[0]["content"]


def test_questions_are_short_and_keep_their_keys():
    benchmark = families.get("sgp-mnist")
    rows = list(itertools.islice(material.builtin_rows(benchmark), 3))
    for (one,), row in zip(material.questions(benchmark, rows, lambda messages: 1), rows, strict=True):
        assert one.answers[one.key] == f"Answer: {row['answer']}"
    assert not list(material.questions(benchmark, rows, lambda messages: material.LONGEST_PROMPT + 1))
