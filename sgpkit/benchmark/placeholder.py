"""A benchmark without rows, for engines that are opened without a run."""

from sgpkit.benchmark import BUILTIN, Benchmark, Evidence, Prompts, Rows, Source
from sgpkit.benchmark.rows import REQUIRED_COLUMNS


def make(config: str, title: str, answer_format: str, modes: tuple[str, ...] = ("text",)) -> Benchmark:
    """Return a benchmark with nothing but modes and an answer format, which is all that an engine needs."""
    return Benchmark(
        config=config,
        title=title,
        paper="none",
        answer_format=answer_format,
        rows=Rows(
            columns=dict.fromkeys(REQUIRED_COLUMNS, "string"), sources={BUILTIN: Source(lambda path, seed: iter(()))}
        ),
        prompts=Prompts(strategies={"direct": lambda row, ask: []}, modes=modes),
        evidence=Evidence(reference=lambda row: ""),
    )
