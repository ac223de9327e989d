"""Rows for training, separate from test rows, and rewards and environments by a benchmark's scorer."""

import itertools
from random import Random

import pytest

from sgpkit import user_cache
from sgpkit.benchmark import Score, Source, families
from sgpkit.errors import UserError
from sgpkit.status import Status
from sgpkit.training import environments

GEOMETRY = "ssvg-geometry-svg"


def first(config, count, **options):
    return list(itertools.islice(environments.stream(config, **options), count))


def test_training_rows_are_of_no_drawing_that_is_tested():
    held = [row for split, row in families.get(GEOMETRY).rows.sources["builtin"].read("", 0) if split == "test"]
    rows = first(GEOMETRY, 12)
    clusters = {row["cluster"].partition("/")[2] for row in rows}
    assert not clusters & {row["cluster"] for row in held}
    assert not {row["code"] for row in rows} & {row["code"] for row in held}
    assert len({row["id"] for row in rows}) == len({row["code"] for row in rows}) == 12


@pytest.mark.parametrize("config", ["gen-composition", "vectorgym-text"])
def test_each_split_has_fresh_rows_also_where_clusters_have_the_names_of_published_ones(config):
    """Rows of VectorGym are drawn when they are finished, so that they differ before only by their seed."""
    benchmark = families.get(config)
    texts = [
        {str(environments.prompt(benchmark, row, None, None, None)) for row in first(config, 5, split=split)}
        for split in ("train", "validation", "test")
    ]
    assert [len(own) for own in texts] == [5, 5, 5]
    assert len(set.union(*texts)) == 15


@pytest.mark.slow
def test_a_stream_repeats_itself_and_seeds_and_splits_differ():
    codes = [row["code"] for row in first(GEOMETRY, 6)]
    assert codes == [row["code"] for row in first(GEOMETRY, 6)]
    assert not set(codes) & {row["code"] for row in first(GEOMETRY, 6, seed=1)}
    assert not set(codes) & {row["code"] for row in first(GEOMETRY, 6, split="test")}


def test_splits_of_a_generator_of_few_forms_share_no_drawing(monkeypatch):
    """For any seed it makes most of 200 drawings. No two splits may share one, under any question."""

    def source(path, seed):
        random = Random(seed)
        for number in range(150):
            code, question = f"<svg>{random.randrange(200)}</svg>", f"{random.randrange(3)}?"
            for split in ("train", "validation", "test"):
                yield split, {"id": f"{split}-{number}", "cluster": str(number), "code": code, "question": question}

    toy = families.get(GEOMETRY).replacing(sources={"builtin": Source(source)}, finish=None, finish_in_folder=None, counts={"train": 150, "validation": 150, "test": 150})  # fmt: skip
    monkeypatch.setattr(environments.families, "get", lambda config: toy)
    monkeypatch.setattr(environments, "published", lambda benchmark: (set(), set()))
    streams = {
        split: {row["code"] for row in first("toy", 60, split=split)} for split in ("train", "validation", "test")
    }
    assert all(len(codes) > 20 for codes in streams.values())
    for one, other in itertools.combinations(streams.values(), 2):
        assert not one & other


def test_what_is_held_out_is_made_once_and_kept_until_the_code_changes(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(user_cache, "code_key", lambda: "one")
    benchmark = families.get(GEOMETRY)
    rows = [("test", {"id": "1", "cluster": "a", "code": "A"}), ("train", {"id": "2", "cluster": "b", "code": "B"})]
    made = []

    def source(path, seed):
        made.append(seed)
        return iter(rows)

    toy = benchmark.replacing(sources={"builtin": Source(source)})
    held = environments.published(toy)
    assert held == ({"a"}, {environments.content(rows[0][1])}) == environments.published(toy)
    assert made == [0]
    monkeypatch.setattr(user_cache, "code_key", lambda: "two")
    (tmp_path / "sgpkit" / "held-out" / f"{GEOMETRY}.json").write_text('{"key": "two"')
    assert environments.published(toy) == held
    assert made == [0, 0]


def test_a_config_without_generators_is_refused():
    with pytest.raises(UserError, match="has no builtin source"):
        first("datikz", 1)
    with pytest.raises(UserError, match="a training config"):
        environments.reward("sgp-sit-10k")


def test_a_row_with_a_picture_comes_back_as_it_was():
    row = {"id": "1", "image": b"\x89PNG\xff", "options": ["a", "b"], "answer": "A"}
    benchmark = families.get("sgp-svg")
    back = environments.unpacked(environments.packed(benchmark, row, "image"))
    assert back == row | {"mode": "image", "setting": ""}


@pytest.mark.sandbox
def test_a_reward_is_the_configs_score_and_rows_carry_what_it_needs():
    rows = environments.rows(GEOMETRY, limit=3)
    assert rows.column_names.count("prompt") == 1 and rows[0]["prompt"][-1]["role"] == "user"
    reward = environments.reward(GEOMETRY)
    answers = [f"```svg\n{rows[0]['code']}\n```", "no idea", rows[1]["code"]]
    assert reward(rows["prompt"], answers, row=rows["row"], code=rows["code"]) == [1.0, 0.0, 0.0]
    messages = [[{"role": "assistant", "content": answers[0]}]] * 3
    assert reward(rows["prompt"], messages, row=rows["row"])[0] == 1.0
    assert environments.reward(GEOMETRY, "recall")(rows["prompt"], answers, row=rows["row"])[0] == 1.0


def test_parts_of_a_score_are_rewarded_by_scoring_a_batch_once(monkeypatch):
    batches = []

    def score(rows, completions):
        batches.append([row["answer"] + completion.text for row, completion in zip(rows, completions, strict=True)])
        return [Score(len(one.text) / 4, {"half": len(one.text) / 8}) for one in completions]

    counting = families.get("sgp-svg").replacing(score=score)
    monkeypatch.setattr(families, "get", lambda config: counting)
    whole, half = environments.rewards("sgp-svg", [None, "half"])
    one, other = (environments.packed(counting, {"answer": name}) for name in "12")
    for rows in ([one, one], [other, one]):
        assert whole(["", ""], ["AB", "ABC"], row=rows) == [0.5, 0.75]
        assert half(["", ""], ["AB", "ABC"], row=rows) == [0.25, 0.375]
    assert half([""], ["A"], row=[one]) == [0.125]
    assert batches == [["1AB", "1ABC"], ["2AB", "1ABC"], ["1A"]]


def test_a_fault_of_ours_is_no_reward(monkeypatch):
    faulty = families.get("sgp-svg").replacing(
        score=lambda rows, texts: [
            Score(0.0, status=Status.INFRA_ERROR, reason="down") if text.text == "?" else Score(0.5) for text in texts
        ]
    )
    monkeypatch.setattr(families, "get", lambda config: faulty)
    row = environments.packed(faulty, {"id": "1"})
    assert environments.reward("sgp-svg")(["", ""], ["?", "A"], row=[row, row]) == [None, 0.5]
    environment = environments.factory("sgp-svg", attempts=1)()
    environment.reset(row=row)
    for _ in range(2):
        assert "submit it again" in environment.submit("?")
        assert environment.get_reward() is None
    assert environment.submit("A").startswith("ok") and environment.get_reward() == 0.5
    with pytest.raises(ValueError, match="no attempts left"):
        environment.submit("A")


@pytest.mark.sandbox
def test_an_environment_judges_attempts_and_forgets_them():
    import inspect

    row = first(GEOMETRY, 1)[0]
    environment = environments.factory(GEOMETRY, attempts=2)()
    public = {name for name, _ in inspect.getmembers(environment, callable) if not name.startswith("_")}
    assert public == {"reset", "submit", "get_reward"}  # every other one would be a tool
    packed = environments.packed(families.get(GEOMETRY), row)
    environment.reset(row=packed, prompt=[])
    assert environment.get_reward() == 0.0
    answer = environment.submit("no idea")
    assert "no_answer" in answer and row["code"] not in answer
    assert environment.submit(row["code"]).startswith("ok") and environment.get_reward() == 1.0
    with pytest.raises(ValueError, match="no attempts left"):
        environment.submit(row["code"])
    environment.reset(row=packed)
    assert environment.get_reward() == 0.0
