"""Running totals of counts, tokens and times of responses."""

from collections.abc import Iterable
from typing import Any

import polars as pl

from sgpkit.runs.responses import TOKENS, Response

ENDED = ("stop", "length")
"""Finish reasons of responses without an error."""


class Spent:
    """The sums of tokens and the latencies of the responses that were added."""

    def __init__(self, responses: Iterable[Response] = ()) -> None:
        self.count = 0
        self.tokens = dict.fromkeys(TOKENS, 0)
        self.thought = 0.0
        self.latencies: list[pl.Series] = []
        self.add(responses)

    def add(self, responses: Iterable[Response]) -> None:
        """Add responses. Thinking tokens are estimated from the share of characters."""
        latencies = []
        for response in responses:
            completion = response.completion
            self.count += 1
            for name in TOKENS:
                self.tokens[name] += getattr(completion, name) or 0
            latencies.append(completion.latency)
            if completion.thinking and completion.completion_tokens:
                characters = len(completion.thinking) + len(completion.text)
                self.thought += completion.completion_tokens * len(completion.thinking) / characters
        self.latencies.append(pl.Series(latencies, dtype=pl.Float64).drop_nulls())

    def usage(self) -> dict[str, Any]:
        """Return the sums of tokens and the quantiles of latency."""
        latencies = pl.concat(self.latencies)
        return {
            **self.tokens,
            "thinking_tokens": round(self.thought),
            "latency_p50": latencies.quantile(0.5, "linear"),
            "latency_p95": latencies.quantile(0.95, "linear"),
        }


class Totals:
    """Counts of the responses that can be scored, summed over tables that contain all samples of each of their
    rows. `contradicted` are those with an error and a finish reason other than an error.
    """

    def __init__(self) -> None:
        self.count = self.attempts = self.contradicted = 0
        self.finish_reasons: set[str] = set()
        self.several = False
        self.alike = True

    def add(self, table: pl.DataFrame) -> None:
        """Add a table of responses."""
        self.count += table.height
        self.attempts += int(table["attempts"].sum())
        self.finish_reasons |= set(table["finish_reason"])
        ended = pl.col("finish_reason").is_in(ENDED)
        self.contradicted += table.filter(ended & (pl.col("error") != "")).height
        if table.height and table["sample"].max():
            self.several = True
            texts = table.group_by("id").agg(pl.col("completion").n_unique())["completion"]
            self.alike &= texts.max() == 1

    def repeated(self, temperature: object) -> str:
        """Return a remark if samples were drawn at a positive temperature but are equal in every row; else ""."""
        if not self.several or not temperature or not self.alike:
            return ""
        return "all samples of a row have the same text, in every row"
