"""Training covers only the tokens of answers and their ends, by the model's chat template."""

from pathlib import Path

import pytest
import tiny_llama
import tiny_models
from transformers import AutoTokenizer

from sgpkit.errors import UserError
from sgpkit.training.recipes.sit import encoding, settings
from sgpkit.training.recipes.sit.conversations import Turn
from sgpkit.training.recipes.sit.mixing import Example
from sgpkit.training.recipes.sit.settings import TrainingSettings

pytestmark = pytest.mark.perceptual

PLAIN = Path(settings.__file__).with_name("plain-chat.jinja").read_text()
STRICT = (
    "{% for message in messages %}{% if message['role'] == 'system' %}{{ raise_exception('no system here') }}{% endif %}"
    "<|im_start|>{{ message['content'] }}<|im_end|>{% endfor %}{% if add_generation_prompt %}<|im_start|>{% endif %}"
)
FORGETFUL = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}:"
    "{{ message['content'] if loop.last or message['role'] == 'user' else 'forgotten' }}<|im_end|>{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant:{% endif %}"
)
TRAINING = TrainingSettings(rate=1.0, batch=1, batch_per_device=1, max_tokens=200)


@pytest.fixture(scope="module")
def tokenizers(tmp_path_factory):
    def made(name, template):
        folder = tmp_path_factory.mktemp(name)
        tiny_models.save_tokenizer(folder, template)
        return AutoTokenizer.from_pretrained(folder)

    return {
        name: made(name, template)
        for name, template in {
            "chat": tiny_models.TEMPLATE, "plain": PLAIN, "strict": STRICT, "forgetful": FORGETFUL
        }.items()
    }  # fmt: skip


def example(*turns):
    return Example("sit", 0, tuple(Turn(*turn) for turn in turns))


def learned(tokenizer, *turns):
    """Return the learned text, in pieces."""
    row = encoding.encode([example(*turns)], tokenizer, TRAINING).dataset[0]
    pieces, before = [], 0
    for token, mark in zip(row["input_ids"], row["completion_mask"], strict=True):
        if mark and not before:
            pieces.append([])
        if mark:
            pieces[-1].append(token)
        before = mark
    return [tokenizer.decode(piece) for piece in pieces]


def test_only_answers_are_learned_with_their_ends(tokenizers):
    turns = (("system", "Be brief."), ("user", "Hi"), ("assistant", "Hello."), ("user", "Bye"), ("assistant", "Ciao."))
    assert learned(tokenizers["chat"], *turns) == ["Hello.<|im_end|>\n", "Ciao.<|im_end|>\n"]
    assert learned(tokenizers["plain"], *turns) == ["Hello.<|im_end|>", "Ciao.<|im_end|>"]


def test_the_plain_template_renders_as_it_should(tokenizers):
    messages = [{"role": "user", "content": " Hi "}, {"role": "assistant", "content": "Hello."}]
    whole = tokenizers["plain"].apply_chat_template(messages, tokenize=False)
    assert whole == "<|endoftext|>### User:\nHi\n\n### Assistant:\nHello.<|im_end|>"
    asked = tokenizers["plain"].apply_chat_template(messages[:1], tokenize=False, add_generation_prompt=True)
    assert whole.startswith(asked) and asked.endswith("### Assistant:\n")


@pytest.mark.parametrize("template", ["chat", "plain"])
def test_trl_would_learn_the_same(tokenizers, template, tmp_path):
    """TRL's own conversion of a prompt and a completion to tokens and labels gives the same."""
    import datasets
    from transformers import AutoModelForCausalLM
    from trl import SFTConfig, SFTTrainer

    rows = tiny_llama.drawings(6)
    conversations = datasets.Dataset.from_list(
        [{"prompt": row["messages"][:1], "completion": row["messages"][1:]} for row in rows]
    )
    model = AutoModelForCausalLM.from_pretrained(tiny_llama.save_llama(tmp_path / "llama"))
    arguments = SFTConfig(output_dir=str(tmp_path / "out"), use_cpu=True, bf16=False, max_length=None, report_to="none")
    theirs = SFTTrainer(
        model=model, args=arguments, train_dataset=conversations, processing_class=tokenizers[template]
    ).train_dataset
    mine = encoding.encode(
        [example(*((turn["role"], turn["content"]) for turn in row["messages"])) for row in rows],
        tokenizers[template],
        TRAINING,
    ).dataset
    assert [row["input_ids"] for row in mine] == [row["input_ids"] for row in theirs]
    labels = [
        [token if mark else -100 for token, mark in zip(row["input_ids"], row["completion_mask"], strict=True)]
        for row in mine
    ]
    assert labels == [row["labels"] for row in theirs]


def test_rows_that_are_too_long_are_left_out_or_cut_and_counted(tokenizers):
    rows = [
        example(("user", "Hi"), ("assistant", "x" * 10)),
        example(("user", "Hi"), ("assistant", "x" * 900)),
        example(("user", "Hi" * 300), ("assistant", "x")),
    ]
    dropped = encoding.encode(rows, tokenizers["chat"], TRAINING)
    assert (len(dropped.dataset), dropped.dropped, dropped.cut) == (1, {"too long": 2}, 0)
    assert (dropped.tokens, dropped.learned) == (len(dropped.dataset[0]["input_ids"]), 12)
    cut = encoding.encode(rows, tokenizers["chat"], TrainingSettings(1.0, 1, 1, max_tokens=200, too_long="cut"))
    assert (len(cut.dataset), cut.dropped, cut.cut) == (2, {"too long": 1}, 1), "of the last no answer would be left"
    assert len(cut.dataset[1]["input_ids"]) == 200


def test_what_a_template_refuses_is_counted(tokenizers):
    rows = [
        example(("system", "Be brief."), ("user", "Hi"), ("assistant", "Hello.")),
        example(("user", "Hi"), ("assistant", "Hello.")),
    ]
    encoded = encoding.encode(rows, tokenizers["strict"], TRAINING)
    assert encoded.dropped == {"rejected by the chat template: no system here": 1} and len(encoded.dataset) == 1
    with pytest.raises(UserError, match=r"no rows left to train on .* no system here"):
        encoding.encode(rows[:1], tokenizers["strict"], TRAINING)


def test_a_template_that_rewrites_earlier_turns_teaches_single_turns_only(tokenizers):
    rows = [
        example(("user", "Hi"), ("assistant", "Hello.")),
        example(("user", "Hi"), ("assistant", "Hello."), ("user", "Bye"), ("assistant", "Ciao.")),
    ]
    encoded = encoding.encode(rows, tokenizers["forgetful"], TRAINING)
    assert encoded.dropped == {"with this chat template, an answer does not start where its prompt ends": 1}
    assert len(encoded.dataset) == 1
