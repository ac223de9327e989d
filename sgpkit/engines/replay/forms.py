"""Convert lines of completions in other formats: `id` with `response`, and the sample logs of lm-eval
(`--log_samples`).

lm-eval writes a line per document and filter; `resps` holds the raw completions of the one request, before filters.
https://github.com/EleutherAI/lm-evaluation-harness/blob/main/lm_eval/evaluator.py
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sgpkit.errors import UserError


class Forms:
    """The items in the lines of one file. For an lm-eval log with several filters, only the first filter is used."""

    def __init__(self) -> None:
        self.filter: object = None

    def items(self, position: str, line: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Yield the items of a line: itself, if it has another form. Raises UserError for a line of lm-eval without
        completions."""
        if "completion" in line:
            yield line
        elif "response" in line:
            yield {"completion": line["response"]} | {name: line[name] for name in line if name != "response"}
        elif isinstance(document := line.get("doc"), Mapping) and "resps" in line:
            yield from self.logged(position, document, line)
        else:
            yield line

    def logged(
        self, position: str, document: Mapping[str, Any], line: Mapping[str, Any]
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the completions in a line of lm-eval's."""
        self.filter = line.get("filter") if self.filter is None else self.filter
        if line.get("filter") != self.filter:
            return
        replies = line["resps"]
        texts = replies[0] if isinstance(replies, list) and len(replies) == 1 else None
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise UserError(
                f"{position}: a log of lm-eval without generated text; expected one request of generate_until"
            )
        for sample, text in enumerate(texts):
            yield {"id": document.get("id"), "sample": sample, "completion": text}
