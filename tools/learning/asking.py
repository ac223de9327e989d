"""Likelihoods by a model: of each answer to a question, and of an unseen description of a drawing.

Questions about one drawing share the tokens of its program, which are read once.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Messages
from tools.learning.material import Question


class Model:
    """A model with two adapters, which answers as it is or with one of them."""

    def __init__(self, folder: Path, adapters: dict[str, Path]) -> None:
        import torch
        from peft import PeftModel
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self.tokenizer: Any = AutoTokenizer.from_pretrained(folder)
        model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.bfloat16)
        for name, path in adapters.items():
            if isinstance(model, PeftModel):
                model.load_adapter(path, adapter_name=name)
            else:
                model = PeftModel.from_pretrained(model, path, adapter_name=name)
        self.model = model.eval()
        self.adapters = adapters
        self.tokens = 0
        """The number of tokens that were read."""

    @contextmanager
    def arm(self, name: str) -> Iterator[None]:
        """Use an adapter by its name; any other name uses none."""
        import torch

        with torch.inference_mode():
            if name in self.adapters:
                self.model.set_adapter(name)
                yield
            else:
                with self.model.disable_adapter():
                    yield

    def likelihoods(self, questions: Sequence[Question]) -> list[list[float]]:
        """Return the log-likelihood of each answer to each question, among its answers."""
        from transformers import DynamicCache

        cache = DynamicCache()
        before: list[int] = []
        result = []
        for question in questions:
            ids, ends = self.encode(question)
            same = next(
                (index for index, pair in enumerate(zip(ids, before, strict=False)) if len(set(pair)) > 1), None
            )
            start = min(len(before), len(ids) - 1) if same is None else min(same, len(ids) - 1)
            if start < len(before):
                cache.crop(start - len(before))
            logits = self.read(ids[start:], 1, past_key_values=cache)[-1]
            result.append(logits[ends].log_softmax(0).tolist())
            before = ids
        return result

    def encode(self, question: Question) -> tuple[list[int], list[int]]:
        """Return the tokens of a question and of the beginning that its answers share, and the next token of each."""
        prompt = self.tokenizer.apply_chat_template(
            question.messages, tokenize=True, add_generation_prompt=True, return_dict=True
        )["input_ids"]
        answers = [self.tokenizer(text, add_special_tokens=False).input_ids for text in question.answers]
        shared = next(index for index, tokens in enumerate(zip(*answers, strict=True)) if len(set(tokens)) > 1)
        return [*prompt, *answers[0][:shared]], [answer[shared] for answer in answers]

    def loss(self, conversation: Messages) -> float:
        """Return the mean loss of the tokens of the assistant's answer, which ends the conversation."""
        from sgpkit.training.recipes.sit.encoding import learned_tokens

        ids, mask = learned_tokens(conversation, self.tokenizer)
        learned = len(ids) - mask.index(1)
        logits = self.read(ids, learned + 1)[:-1].log_softmax(-1)
        return -float(sum(line[token] for line, token in zip(logits, ids[-learned:], strict=True))) / learned

    def read(self, ids: Sequence[int], last: int, **how: Any) -> Any:
        """Return the logits after each of the last tokens."""
        import torch

        self.tokens += len(ids)
        return self.model(input_ids=torch.tensor([ids]), logits_to_keep=last, **how).logits[0].float()
