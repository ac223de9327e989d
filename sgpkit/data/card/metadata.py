"""The YAML keys of a dataset card that `build` does not write: licences, sizes, task types, origin of the rows.

The Hub's lists of allowed values: https://github.com/huggingface/hub-docs/blob/main/datasetcard.md
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sgpkit.benchmark import Benchmark
from sgpkit.graphics import formats

BUILTIN = "builtin"

LICENSES = {
    "apache-2.0": "apache-2.0",
    "bsd-3-clause": "bsd-3-clause",
    "cc0-1.0": "cc0-1.0",
    "cc-by-4.0": "cc-by-4.0",
    "cc-by-sa-4.0": "cc-by-sa-4.0",
    "cc-by-nc-4.0": "cc-by-nc-4.0",
    "cc-by-nc-sa-4.0": "cc-by-nc-sa-4.0",
    "mit": "mit",
    "ofl-1.1": "ofl-1.1",
}
"""The Hub's identifiers by SPDX identifiers in lower case. Any other licence is "other" there, and is named in the
body.
"""

SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)

TAGS = ("benchmark", "symbolic-graphics-programs", "vector-graphics")


def metadata(
    name: str, benchmarks: Sequence[Benchmark], rows: int, sources: Iterable[tuple[str, str]]
) -> Mapping[str, Any]:
    """Return the keys of the head that describe the dataset. `sources` are the pairs of source and licence that
    rows have."""
    pairs = list(sources)
    tasks = sorted({task for benchmark in benchmarks for task in task_categories(benchmark)})
    modalities = sorted(set(filter(None, map(modality, benchmarks))))
    values: dict[str, Any] = {
        "pretty_name": name,
        "language": ["en"],
        "license": licenses(license for _, license in pairs),
        "size_categories": [size_category(rows)],
        "task_categories": tasks,
        "source_datasets": sorted({"original" if source == BUILTIN else "extended" for source, _ in pairs}),
        "annotations_creators": sorted({"machine-generated" if origin == BUILTIN else "found" for origin, _ in pairs}),
        "tags": [*TAGS, *modalities],
    }
    if values["license"] == ["other"]:
        values |= {"license_name": "see-the-sources", "license_link": "README.md"}
    return values


def modality(benchmark: Benchmark) -> str:
    """Return the tag for the language of a config's answers, "" for answers that are not drawings."""
    if benchmark.answer_format == "turtle":
        return "turtle-graphics"
    return formats.get(benchmark.answer_format).modality if formats.has(benchmark.answer_format) else ""


def licenses(written: Iterable[str]) -> list[str]:
    """Return the Hub's names of licences, "other" for those that it does not know."""
    return sorted({LICENSES.get(license.strip().lower(), "other") for license in written})


def size_category(rows: int) -> str:
    """Return the Hub's name for a number of rows."""
    return next((name for limit, name in SIZES if rows < limit), "n>10M")


def task_categories(benchmark: Benchmark) -> list[str]:
    """Return the Hub's names for the task: questions about a picture or a program, or a program to be written."""
    seen = any("image" in mode for mode in benchmark.prompts.modes)
    if benchmark.answer_format == "choice":
        return ["multiple-choice", *(["visual-question-answering"] if seen else [])]
    return ["text-generation", *(["image-to-text"] if seen else [])]
