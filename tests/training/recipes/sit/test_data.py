"""From datasets in the usual forms to a mix: reading, omitted rows with reasons, and sampling."""

import hashlib
import json
from collections import Counter

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.errors import UserError
from sgpkit.training.recipes.sit import conversations, mixing, sources
from sgpkit.training.recipes.sit.conversations import Turn, Unusable, conversation
from sgpkit.training.recipes.sit.mixing import Block
from sgpkit.training.recipes.sit.settings import DataSettings

ASKED = (Turn("user", "What?"), Turn("assistant", "A cat."))


def chat(*turns):
    return [{"role": role, "content": content} for role, content in turns]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"messages": chat(*ASKED), "instruction": "not this", "output": "nor this"}, ASKED),
        ({"messages": chat(("system", "Be brief."), *ASKED)}, (Turn("system", "Be brief."), *ASKED)),
        ({"prompt": "What?", "completion": "A cat."}, ASKED),
        ({"prompt": chat(ASKED[0]), "completion": chat(ASKED[1])}, ASKED),
        ({"instruction": "What?", "output": "A cat."}, ASKED),
        ({"instruction": "What?", "input": "", "output": "A cat."}, ASKED),
        ({"instruction": "What?", "input": None, "output": "A cat."}, ASKED),
        (
            {"instruction": "What?", "input": "<svg/>", "output": "A."},
            (Turn("user", "What?\n\n<svg/>"), Turn("assistant", "A.")),
        ),
        ({"alpaca_prompt": "x", "instruction": "What?", "response": "A cat."}, ASKED),
    ],
)
def test_each_form_becomes_a_conversation(row, expected):
    assert conversation(row, conversations.form_of(list(row))) == expected


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"messages": chat(ASKED[0])}, "the last turn is not from the assistant"),
        ({"messages": []}, "the last turn is not from the assistant"),
        ({"messages": chat(ASKED[1])}, "no user turn"),
        ({"messages": "What?"}, "messages is not a list of turns"),
        ({"messages": chat(("human", "What?"), ("gpt", "A."))}, "a turn has no role of"),
        ({"messages": [{"role": "user"}]}, "content is not a text"),
        ({"instruction": "What?", "output": "  "}, "an answer is empty"),
        ({"instruction": "\n", "output": "A cat."}, "the question is empty"),
        ({"instruction": "What?", "response": None}, "response is not a text"),
    ],
)  # fmt: skip
def test_a_row_that_teaches_nothing_says_why(row, why):
    with pytest.raises(Unusable, match=why):
        conversation(row, conversations.form_of(list(row)))


def block(source, **more):
    return DataSettings(name="sit", source=str(source), **more)


ROWS = [{"instruction": f"What is {number}?", "output": f"{number}."} for number in range(5)]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """The same rows as JSON, JSONL, Parquet and a folder of Parquet."""
    folder = tmp_path_factory.mktemp("data")
    (folder / "rows.json").write_text(json.dumps(ROWS))
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    pq.write_table(pa.Table.from_pylist(ROWS), folder / "rows.parquet")
    built = folder / "built"
    (built / "sgp-sit-10k").mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(ROWS), built / "sgp-sit-10k" / "train-00000-of-00001.parquet")
    files = "  data_files:\n  - split: train\n    path: sgp-sit-10k/train-*.parquet\n"
    (built / "README.md").write_text(f"---\nconfigs:\n- config_name: sgp-sit-10k\n{files}---\n")
    return folder


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    import datasets

    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize("name", ["rows.json", "rows.jsonl", "rows.parquet", "built:sgp-sit-10k", "built"])
def test_rows_are_the_same_whatever_file_they_lie_in(workspace, name):
    read = sources.read(block(workspace / name))
    assert [number for number, _ in read.rows] == list(range(5)) and not read.unusable
    examples = mixing.mix([read])
    lines = "".join(f'[["user","What is {number}?"],["assistant","{number}."]]\n' for number in range(5))
    assert mixing.digest(examples) == hashlib.sha256(lines.encode()).hexdigest()
    assert examples[3].conversation == (Turn("user", "What is 3?"), Turn("assistant", "3."))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.jsonl", "there is no .*none.jsonl; expected FOLDER:CONFIG"),
        ("built:sgp-sit-25k", "no config 'sgp-sit-25k'; did you mean 'sgp-sit-10k'"),
        ("rows.csv", r"expected a file named \*.json, \*.jsonl, \*.parquet"),
        ("broken.jsonl", "cannot be read .*JSON parse error"),
        ("nothing.jsonl", "nothing.jsonl is empty"),
        ("other.jsonl", "has the columns text; expected those of one of these forms: messages; prompt, completion"),
        ("empty.jsonl", r"has no usable row \(2 rows: an answer is empty\)"),
    ],
)
def test_a_dataset_that_cannot_be_used_is_told(workspace, name, message):
    (workspace / "rows.csv").write_text("a,b\n")
    (workspace / "broken.jsonl").write_text('{"instruction": "What?"\n')
    (workspace / "nothing.jsonl").touch()
    (workspace / "other.jsonl").write_text('{"text": "What?"}\n')
    (workspace / "empty.jsonl").write_text('{"instruction": "What?", "output": ""}\n' * 2)
    with pytest.raises(UserError, match=message):
        sources.read(block(workspace / name))


def test_unusable_rows_are_counted(workspace):
    path = workspace / "some.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in [*ROWS, {"instruction": "What?", "output": ""}]))
    read = sources.read(block(path))
    assert len(read.rows) == 5 and read.unusable == Counter({"an answer is empty": 1})


def made(name, rows, **more):
    return Block(DataSettings(name, "x", **more), [(2 * number, ASKED) for number in range(rows)])


def numbers(examples, name):
    return [example.number for example in examples if example.block == name]


@given(st.integers(1, 60), st.integers(1, 60), st.integers(0, 3))
def test_a_smaller_draw_is_part_of_a_larger_one(few, many, seed):
    few, many = sorted((few, many))
    small, large = (mixing.mix([made("a", 60, count=count, seed=seed)]) for count in (few, many))
    assert len(small) == few and set(small) <= set(large)
    assert numbers(large, "a") == sorted(set(numbers(large, "a"))), "each once, in the dataset's order"


def test_another_seed_draws_other_rows():
    draws = {tuple(numbers(mixing.mix([made("a", 100, count=10, seed=seed)]), "a")) for seed in range(5)}
    assert len(draws) == 5
    assert mixing.mix([made("a", 100, count=10)]) == mixing.mix([made("a", 100, count=10)])


@given(st.integers(20, 200), st.integers(20, 200), st.sampled_from([0.1, 0.25, 0.5, 0.6, 0.9]))
def test_shares_are_of_the_mix(first, second, share):
    """The mix has the maximum number of rows: one block is used up, and the shares are the requested ones up to
    rounding."""
    blocks = [made("a", first, share=share), made("b", second, share=1 - share)]
    taken = Counter(example.block for example in mixing.mix(blocks))
    assert abs(taken["a"] - share * taken.total()) <= 1
    assert taken["a"] == first or taken["b"] == second
    assert taken["a"] <= first and taken["b"] <= second


def test_a_block_that_gives_nothing_is_told():
    with pytest.raises(UserError, match=r"'a' gets no row: its share of 0.01"):
        mixing.mix([made("a", 50, share=0.01), made("b", 50, share=0.99)])
    with pytest.raises(UserError, match="'a' has 50 usable rows; its count is 51"):
        mixing.mix([made("a", 50, count=51)])


def test_the_facts_of_a_mix():
    blocks = [made("a", 3), made("b", 4, count=2)]
    one, two = mixing.describe(blocks, mixing.mix(blocks))
    assert (one["rows"], one["taken"], two["rows"], two["taken"]) == (3, 3, 4, 2)
    assert one["sha256"] != two["sha256"] and len(one["sha256"]) == 64
