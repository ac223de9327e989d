"""Encode conversations as tokens, with a mask of the learned tokens: those of the assistant's turns. A turn begins
where its prompt alone, rendered as at inference, ends. The model is therefore trained on exactly the tokens that it
must generate, including the end-of-turn token.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, first_line

from .mixing import Example
from .settings import ModelSettings, TrainingSettings

TOO_LONG = "too long"
MANY = 20_000
"""Minimum number of rows for several processes, which take time to start."""


@dataclass(frozen=True)
class Encoded:
    """Encoded data: `dataset` has `input_ids` and `completion_mask`, as TRL takes them."""

    dataset: Any
    dropped: Mapping[str, int]
    cut: int
    tokens: int
    learned: int


def tokenizer_of(model: ModelSettings, folder: Path) -> Any:
    """Return the model's tokenizer with a chat template: its own, or that in the file that the recipe names."""
    from transformers import AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(model.name, revision=model.revision or None)
    except (OSError, ValueError) as error:
        raise UserError(f"{model.name}: its tokenizer cannot be loaded ({first_line(error):.200})") from None
    if model.chat_template:
        tokenizer.chat_template = (folder / model.chat_template).read_text(encoding="utf-8")
    if not isinstance(tokenizer.chat_template, str):
        raise UserError(
            f"{model.name} has no chat template; give a file next to the recipe, such as "
            "--set model.chat_template=plain-chat.jinja"
        )
    if tokenizer.eos_token is None:
        raise UserError(f"{model.name}: its tokenizer has no end-of-sequence token, so that no answer could end")
    return tokenizer


def encode(examples: Sequence[Example], tokenizer: Any, training: TrainingSettings, workers: int = 1) -> Encoded:
    """Return the examples as tokens, with counts of dropped and cut rows. Raises UserError if no row remains."""
    import datasets
    from pyarrow import compute

    rows = datasets.Dataset.from_dict(
        {"conversation": [[turn._asdict() for turn in example.conversation] for example in examples]}
    )
    features = datasets.Features(
        {
            "input_ids": datasets.List(datasets.Value("int32")),
            "completion_mask": datasets.List(datasets.Value("int8")),
            "problem": datasets.Value("string"),
            "cut": datasets.Value("bool"),
        }
    )
    table = rows.map(
        encode_row,
        fn_kwargs={"tokenizer": tokenizer, "limit": training.max_tokens, "cut": training.too_long == "cut"},
        features=features,
        remove_columns=["conversation"],
        num_proc=workers if workers > 1 and len(examples) > MANY else None,
        load_from_cache_file=False,
        desc="tokens",
    )
    problems = table["problem"]
    dropped = Counter(problem for problem in problems if problem)
    kept = table.select([number for number, problem in enumerate(problems) if not problem])
    if not len(kept):
        reasons = "; ".join(f"{count:,} rows: {why}" for why, count in dropped.most_common(3))
        raise UserError(f"no rows left to train on ({reasons})")
    columns = kept.with_format("arrow")[:]
    tokens = compute.sum(compute.list_value_length(columns["input_ids"])).as_py()
    learned = compute.sum(compute.list_flatten(columns["completion_mask"])).as_py()
    return Encoded(kept.select_columns(["input_ids", "completion_mask"]), dropped, sum(kept["cut"]), tokens, learned)


def encode_row(row: Mapping[str, Any], tokenizer: Any, limit: int, cut: bool) -> dict[str, Any]:
    """Return a row's tokens and the mask of learned tokens, or the reason for dropping it under `problem`."""
    nothing: dict[str, Any] = {"input_ids": [], "completion_mask": [], "cut": False}
    messages = [dict(turn) for turn in row["conversation"]]
    try:
        tokens, mask = learned_tokens(messages, tokenizer)
    except Refused as refused:
        return nothing | {"problem": str(refused)}
    long = len(tokens) > limit
    if long and not (cut and any(mask[:limit])):
        return nothing | {"problem": TOO_LONG}
    return {"input_ids": tokens[:limit], "completion_mask": mask[:limit], "problem": "", "cut": long}


class Refused(ValueError):
    """The chat template cannot render this conversation."""


def learned_tokens(messages: Sequence[Mapping[str, str]], tokenizer: Any) -> tuple[list[int], list[int]]:
    """Return the tokens of a conversation, and a mask that is 1 for tokens of the assistant's answers."""
    whole = rendered(messages, tokenizer, False)
    mask = [0] * len(whole)
    for number, message in enumerate(messages):
        if message["role"] != "assistant":
            continue
        asked = rendered(messages[:number], tokenizer, True)
        upto = whole if number == len(messages) - 1 else rendered(messages[: number + 1], tokenizer, False)
        if whole[: len(asked)] != asked or whole[: len(upto)] != upto:
            # A template may omit the thinking of earlier turns, or merge the first character of an answer into the last
            # token of its prompt.
            raise Refused("with this chat template, an answer does not start where its prompt ends")
        mask[len(asked) : len(upto)] = [1] * (len(upto) - len(asked))
    return whole, mask


def rendered(messages: Sequence[Mapping[str, str]], tokenizer: Any, asking: bool) -> list[int]:
    """Return the tokens of messages by the chat template. Raises Refused if the template rejects them."""
    import jinja2

    try:
        ids = tokenizer.apply_chat_template(
            [dict(message) for message in messages], tokenize=True, add_generation_prompt=asking, return_dict=True
        )
    except (jinja2.TemplateError, ValueError) as error:
        raise Refused(f"rejected by the chat template: {first_line(error):.120}") from None
    return list(ids["input_ids"])
