"""Each way of cheating is detected and named, even if all other values that the toolkit computes are adapted."""

import json
import math

import polars as pl
import pytest
import toy
import toy_drawing
from submissions import Guesser, caught, edit_manifest, edit_responses, scored_honestly, settle, submitted, verified
from verify_workflow import BOTH_WAYS

from sgpkit import engines
from sgpkit.cli import main
from sgpkit.data import build, errata
from sgpkit.errors import UserError
from sgpkit.runs import data
from sgpkit.runs.scoring import errata_figures, score
from sgpkit.submissions import manifest, submission

pytestmark = pytest.mark.process

# --- cheats -----------------------------------------------------------------------------------------------------------


@BOTH_WAYS
def test_edited_scores_are_caught_wherever_they_stand(home):
    folder = submitted(home)
    scores = json.loads((folder / "scores.json").read_text())
    honest = scores["value"]
    (folder / "scores.json").write_text(json.dumps(scores | {"value": 0.99}))
    assert "scores.json differs from the manifest" in caught(home, folder, "files")
    settle(folder)
    assert f"value: 0.99 in scores.json, but {honest!r} from the responses" in caught(home, folder, "scores")
    (folder / "scores.json").write_text(json.dumps(scores | {"value": math.nextafter(honest, 1)}))
    settle(folder)
    assert "value: " in caught(home, folder, "scores"), "the last digit counts"
    (folder / "scores.json").write_text(json.dumps(scores))
    settle(folder)
    assert verified(home, folder).verified
    edit_manifest(folder, score={"value": 0.99})
    assert f"score.value: 0.99 in manifest.json, but {honest!r} from the responses" in caught(home, folder, "manifest")
    edit_manifest(folder, score={"value": honest}, statuses={"ok": 11, "no_answer": 1})
    assert "statuses" in caught(home, folder, "manifest")


@BOTH_WAYS
@pytest.mark.parametrize(
    "groups",
    [
        {"model": {"id": "a-better-model"}},
        {"model": {"dtype": "float32"}},
        {"sampling": {"seed": 4}},
        {"dataset": {"rows": 1000}},
        {"usage": {"completion_tokens": 1}},
        {"usage": {"latency_p95": 0.001}},
        {"prompt": {"sha256": "0" * 64}},
        {"verification": "run again"},
        {"unrankable": ["it is too good"]},
        {"statuses": {"refused": 0}},
    ],
)
def test_every_field_that_follows_from_the_rest_is_computed_again(home, groups):
    folder = submitted(home)
    edit_manifest(folder, **groups)
    assert next(iter(groups)) in caught(home, folder, "manifest")


@BOTH_WAYS
@pytest.mark.parametrize("group", ["data", "model", "prompt"])
def test_a_group_of_scores_of_another_type_is_a_difference(home, group):
    folder = submitted(home)
    scores = json.loads((folder / "scores.json").read_text())
    for value in ("text", None, [], 7):
        scores["provenance"][group] = value
        (folder / "scores.json").write_text(json.dumps(scores))
        settle(folder)
        assert "provenance" in caught(home, folder, "scores")


@BOTH_WAYS
@pytest.mark.parametrize(
    "name", ["gpt-4\u043e", "gpt\u200b-4o", "gpt-4o ", "gpt-4o\u202e", "gpt-4o\u0332", "ｇｐｔ-4o"]
)
def test_a_name_that_is_not_in_its_one_form_is_caught(home, monkeypatch, name):
    monkeypatch.setattr(engines, "open_engine", lambda *_: Guesser(name))
    assert f"model.id {name!a} " in caught(home, submitted(home), "name")


@BOTH_WAYS
def test_a_name_that_looks_like_one_of_the_others_is_caught(home, monkeypatch, capsys):
    first = submitted(home)
    monkeypatch.setattr(engines, "open_engine", lambda *_: Guesser("Guesser-7b"))
    copy = submitted(home, name="other")
    check = ["verify", str(copy), "--data", str(home / "data"), "--among"]
    assert main.main([*check, str(home / "submissions")]) == 1
    output = capsys.readouterr().out
    assert f"the model's name 'Guesser-7b' looks like 'guesser-7b' of toy/{first.name}" in output
    assert main.main([*check, str(copy)]) == 0, "a submission does not imitate itself"


@BOTH_WAYS
def test_errata_of_the_submitters_own_are_caught(home):
    folder = submitted(home)
    result = verified(home, folder)
    wrong = sorted(result.run.responses.filter(pl.col("value") < 1)["id"].to_list())[:2]
    assert wrong
    own = score.finite(errata_figures.without([], wrong, result.run.responses))
    scores = json.loads((folder / "scores.json").read_text())
    (folder / "scores.json").write_text(json.dumps(scores | own))
    settle(folder)
    assert "names 2 rows as errata that the errata of the dataset do not name" in caught(home, folder, "errata")
    for row in wrong:
        errata.note(home / "data", errata.Erratum("toy", row, "v1.1.0", "withdrawn", "No answer is right."))
    assert verified(home, folder).verified


CLAIMED = {
    *(f"engine.{name}" for name in ("version", "parallelism")),
    *(f"usage.{name}" for name in ("requests", "seconds", "gpu_hours", "cost", "currency")),
    *("model.tokenizer", "submitter", "date", "dataset.repo"),
}
"""Values of a manifest that are believed if they are possible, since nothing else records them. The repository of rows
is known only for rows on the Hub. The engine's name is also in the provenance of scores.json, so that it cannot differ in the manifest alone."""


LIKELY = {"date": "2020-02-29", "dataset.commit": "a" * 40, "dataset.repo": "official/toys"}
"""Possible values; others of their kind are refused."""


def leaves(value, path=()):
    if isinstance(value, dict) and value:
        for name, item in value.items():
            yield from leaves(item, (*path, name))
    else:
        yield path, value


@pytest.mark.slow
def test_whatever_is_not_claimed_is_computed(home):
    folder = submitted(home, n=2)
    path = folder / manifest.FILE
    honest = json.loads(path.read_text())
    believed = set()
    for position, value in leaves(honest):
        changed = json.loads(json.dumps(honest))
        inside = changed
        for name in position[:-1]:
            inside = inside[name]
        number = isinstance(value, int | float)
        other = value * 2 + 1 if number else f"{value or ''}x" if not isinstance(value, list | dict) else ["x"]
        inside[position[-1]] = LIKELY.get(".".join(position), other)
        path.write_text(json.dumps(changed))
        try:
            if verified(home, folder).verified:
                believed.add(".".join(position))
        except (UserError, KeyError):
            continue  # a value of another kind, a config that does not exist
    assert {name for name in believed if not name.startswith("toolkit.")} == CLAIMED


@BOTH_WAYS
@pytest.mark.parametrize(
    ("groups", "kind", "words"),
    [
        ({"usage": {"cost": -5}}, "manifest", "usage.cost: -5 is negative"),
        ({"usage": {"gpu_hours": -1.0}}, "manifest", "usage.gpu_hours: -1.0 is negative"),
        ({"usage": {"seconds": -3}}, "manifest", "usage.seconds: -3 is negative"),
        ({"usage": {"requests": 0}}, "manifest", "usage.requests is 0, but there were 12 attempts"),
        ({"usage": {"currency": "USD\u202e"}}, "name", "usage.currency 'USD\\u202e' contains U+202E"),
        ({"usage": {"currency": "x" * 500}}, "name", "has 500 characters"),
        ({"engine": {"version": "vllm\x1b[31m"}}, "name", "engine.version 'vllm\\x1b[31m' contains U+001B"),
        ({"date": "9999-99-99"}, "manifest", "date: expected a date such as 2026-01-31, found '9999-99-99'"),
        ({"date": "20260131"}, "manifest", "date: expected a date such as 2026-01-31, found '20260131'"),
        ({"dataset": {"commit": "not a commit"}}, "data", "is not a commit of a dataset on the Hub"),
        ({"dataset": {"commit": "a" * 40}}, "data", "is not a commit of a dataset on the Hub"),
    ],
)
def test_claims_that_cannot_be(home, groups, kind, words):
    folder = submitted(home)
    edit_manifest(folder, **groups)
    assert words in caught(home, folder, kind)


def renamed(folder, name):
    """Replace the engine's name in all places."""
    edit_manifest(folder, engine={"name": name})
    scores = json.loads((folder / "scores.json").read_text())
    scores["provenance"]["model"]["engine"] = name
    (folder / "scores.json").write_text(json.dumps(scores))
    settle(folder)


@BOTH_WAYS
@pytest.mark.parametrize("engine", ["endpoint", "replay", "best-engine"])
def test_another_engine_than_the_identity_is_of(home, engine):
    folder = submitted(home)
    renamed(folder, engine)
    assert "engine.name: " in caught(home, folder, "manifest")


@BOTH_WAYS
def test_a_rule_under_the_name_of_an_engine_that_asks_models(home, monkeypatch):
    monkeypatch.setattr(Guesser, "identity", lambda engine: {"model": "constant"})
    monkeypatch.setattr(engines, "answering_engine", lambda *_: "baseline")
    folder = submitted(home)
    assert "a baseline is never ranked" in verified(home, folder).remarks
    renamed(folder, "vllm")
    assert "which the keys cover, is not one of vllm: it has no dtype" in caught(home, folder, "manifest")


def test_rows_of_a_folder_speak_for_no_repo(home, capsys):
    folder = submitted(home)
    edit_manifest(folder, dataset={"repo": "official/toys", "commit": "a" * 40})
    result = verified(home, folder)
    assert result.verified
    named = "official/toys@aaaaaaaaaaaa, which the manifest names, was not checked"
    assert f"the rows were read from the folder data; {named}" in result.remarks
    scores = json.loads((folder / "scores.json").read_text())
    scores["provenance"]["data"] |= {"source": "other/toys", "commit": "b" * 40}
    scores["provenance"]["toolkit"] |= {"sgpkit": "9.9", "python": "3.99"}
    (folder / "scores.json").write_text(json.dumps(scores))
    settle(folder)
    remarks = "\n".join(verified(home, folder).remarks)
    assert "scores.json says that the rows were those of other/toys@bbbbbbbbbbbb, the manifest names others" in remarks
    assert "scores.json was written by sgpkit 9.9; scores.json was written by python 3.99" in remarks


@BOTH_WAYS
@pytest.mark.parametrize("name", ["scores.json", "retracted.json"])
def test_a_file_of_which_readers_would_see_different_values(home, name):
    folder = submitted(home)
    path = folder / name
    text = path.read_text() if path.exists() else '{"reason": "a mistake"}'
    path.write_text('{"value": 0.99, "reason": "none", "value": 0.98, ' + text.lstrip()[1:])
    settle(folder)
    assert f"{name} is not JSON: 'value' occurs twice in an object" in caught(home, folder, "submission")


@BOTH_WAYS
def test_an_error_beside_an_answer(home):
    folder = submitted(home)
    edit_responses(folder, lambda table: table.with_columns(error=pl.lit("the server died")))
    assert "12 responses are answers but also have an error" in caught(home, folder, "rows")


@BOTH_WAYS
def test_replies_that_no_turn_had(home):
    folder = submitted(home)
    invented = pl.lit(["The answer is A."], pl.List(pl.String))
    for column, value, words in (
        ("turns", invented, "column turns has other replies"),
        ("earlier", pl.lit("{not json"), "column earlier has more than the turns"),
    ):
        path = folder / "responses.parquet"
        honest = path.read_bytes()
        edit_responses(folder, lambda table, column=column, value=value: table.with_columns(value.alias(column)))
        message = caught(home, folder, "submission")
        assert words in message and message.endswith("). Package the run again: sgpkit submit RUN")
        path.write_bytes(honest)
        settle(folder)
    assert verified(home, folder).verified


def test_another_models_name_in_identity_and_all_does_not_fit_the_keys(home):
    folder = submitted(home)
    identity = submission.read(folder).manifest.engine.identity
    edit_manifest(folder, model={"id": "a-better-model"}, engine={"identity": {**identity, "model": "a-better-model"}})
    assert "responses do not match their keys, 12 in all: its row, its prompt, the identity of the model" in caught(
        home, folder, "keys"
    )


@BOTH_WAYS
def test_missing_rows(home):
    folder = submitted(home)
    edit_responses(folder, lambda table: table.filter(pl.col("completion") == "A"))
    result = verified(home, folder)
    left = result.run.responses.height
    assert f"{12 - left} responses are missing" in caught(home, folder, "rows")
    assert f"{12 - left} responses are missing" in result.unrankable
    scored_honestly(home, folder)
    assert "are missing" in caught(home, folder, "rows")


@BOTH_WAYS
def test_duplicated_rows(home):
    folder = submitted(home)
    edit_responses(folder, lambda table: pl.concat([table, table.head(2)]))
    assert "2 responses are duplicates" in caught(home, folder, "rows")


@BOTH_WAYS
def test_foreign_rows(home):
    folder = submitted(home)
    edit_responses(folder, lambda table: pl.concat([table, table.head(1).with_columns(pl.lit("row-99").alias("id"))]))
    assert "1 responses are to rows that were not asked" in caught(home, folder, "rows")


@BOTH_WAYS
def test_rows_in_another_order(home):
    folder = submitted(home)
    edit_responses(folder, lambda table: table.reverse())
    assert "not in the order of the rows" in caught(home, folder, "rows")


@BOTH_WAYS
def test_uncounted_responses_that_belong_to_nothing(home):
    folder = submitted(home)
    stray = pl.col("keys").list.eval(pl.element() + "x")
    edit_responses(
        folder,
        lambda table: pl.concat([table, table.head(3).with_columns(stray, pl.lit(False).alias("counted"))]),
    )
    assert "3 discarded responses do not belong to any attempt" in caught(home, folder, "rows")


@BOTH_WAYS
def test_a_response_under_another_rows_key(home):
    folder = submitted(home)
    first, second, *rest = pl.read_parquet(folder / "responses.parquet")["keys"].to_list()
    edit_responses(folder, lambda table: table.with_columns(pl.Series("keys", [second, first, *rest])))
    assert "it is the response to row row-1, sample 0" in caught(home, folder, "keys")


@BOTH_WAYS
def test_an_edited_reply_in_the_middle_of_a_conversation(home):
    folder = submitted(home, strategy="twice")
    edit_responses(
        folder,
        lambda table: table.with_columns(
            pl.Series("turns", [["B"] if turns == ["A"] else turns for turns in table["turns"].to_list()])
        ),
    )
    assert "its later turns do not follow from its earlier ones" in caught(home, folder, "keys")


@BOTH_WAYS
def test_changed_prompts(home):
    prompts = home / "prompts"
    prompts.mkdir()
    (prompts / "question.txt").write_text("Hint: even is A. {question}\n")
    folder = submitted(home, prompts=prompts)
    result = verified(home, folder)
    assert result.verified
    assert "asked with custom prompt texts: question" in result.remarks
    edit_manifest(folder, prompt={"texts": {}})
    assert "12 in all: its row, its prompt" in caught(home, folder, "keys")
    assert "prompt.sha256" in caught(home, folder, "manifest")


@BOTH_WAYS
@pytest.mark.parametrize("text", ["{question:>999999999}", "{question.__class__}", "{row}", "{question!r}", "{"])
def test_a_text_that_would_make_the_verifier_work_is_refused(home, text):
    folder = submitted(home)
    edit_manifest(folder, prompt={"texts": {"question": text}})
    assert "text question: " in caught(home, folder, "submission")


@BOTH_WAYS
def test_changed_strategy_sampling_or_limit(home):
    for name, group, values in (
        ("one", "sampling", {"parameters": {"temperature": 0.0}}),
        ("two", "prompt", {"strategy": "twice"}),
        ("three", "dataset", {"limit": 3}),
    ):
        folder = submitted(home, name=name)
        edit_manifest(folder, **{group: values})
        caught(home, folder, "rows" if group == "dataset" else "keys")
    edit_manifest(folder, prompt={"strategy": "telepathy"})
    assert "unknown strategy 'telepathy'" in caught(home, folder, "submission")


@BOTH_WAYS
def test_another_revision_of_the_data(home):
    folder = submitted(home)
    build.build(toy.PLAIN, home / "data", seed=1)
    assert "a different revision of the data" in caught(home, folder, "data")
    edit_manifest(folder, dataset={"sha256": data.load(str(home / "data"), toy.PLAIN).digest})
    assert "responses do not match their keys" in caught(home, folder, "keys")


# --- best of n, presented as one sample -------------------------------------------------------------------------------


@BOTH_WAYS
def test_the_best_sample_of_several_under_the_name_of_the_first(home):
    folder = submitted(home, n=3)
    right = {row["id"]: row["answer"] for row in data.load(str(home / "data"), toy.PLAIN).rows}

    def best(table):
        table = table.with_columns(
            pl.Series("fits", [right[row] == text for row, text in table.select("id", "completion").iter_rows()])
        )
        chosen = table.sort("fits", descending=True, maintain_order=True).unique(
            "id", keep="first", maintain_order=True
        )
        order = {row: position for position, row in enumerate(right)}
        chosen = chosen.sort(pl.col("id").replace_strict(order)).drop("fits")
        return chosen.with_columns(pl.lit(0, pl.Int32).alias("sample"))

    edit_responses(folder, best)
    edit_manifest(folder, sampling={"n": 1})
    message = caught(home, folder, "keys")
    assert "one of several answers was chosen and claimed to be sample 0 of 1" in message
    assert "attempt 1 of sample 1" in message
    scored_honestly(home, folder)
    assert "one of several answers was chosen" in caught(home, folder, "keys")


@BOTH_WAYS
def test_more_samples_than_were_declared(home):
    folder = submitted(home, n=3)
    edit_manifest(folder, sampling={"n": 1})
    assert "24 responses are samples beyond the declared n = 1" in caught(home, folder, "rows")
    edit_manifest(folder, sampling={"n": 4})
    assert "12 responses are missing" in caught(home, folder, "rows")


@BOTH_WAYS
def test_a_declared_n_beyond_all_bounds_costs_nothing(home):
    folder = submitted(home)
    edit_manifest(folder, sampling={"n": 10**15})
    assert "responses are missing" in caught(home, folder, "rows")


@BOTH_WAYS
def test_resampling_that_is_not_declared(home):
    folder = submitted(home, "drawing", resample=3)
    attempts = pl.read_parquet(folder / "responses.parquet").filter("counted")["attempts"]
    assert set(attempts) == {1, 2, 3}
    edit_manifest(folder, sampling={"resample": 1})
    assert "attempt 3 of sample 0: one of several answers was chosen" in caught(home, folder, "keys")
    edit_responses(folder, lambda table: table.filter("counted").with_columns(pl.lit(1, pl.Int32).alias("attempts")))
    assert "attempt 3 of sample 0: one of several answers was chosen" in caught(home, folder, "keys")


@BOTH_WAYS
def test_an_attempt_that_was_dropped_though_it_compiled(home):
    """With resampling, only rows with answers that do not compile may be asked again. Earlier attempts must be present,
    and must not compile."""
    folder = submitted(home, "drawing", resample=3)
    worse = toy_drawing.square("#123456")
    first = ~pl.col("counted") & (pl.col("attempts") == 1)
    edit_responses(
        folder,
        lambda table: table.with_columns(
            pl.when(first).then(pl.lit(worse)).otherwise("completion").alias("completion")
        ),
    )
    assert "one of several answers was chosen" in caught(home, folder, "keys")
    folder = submitted(home, "drawing", resample=3)
    edit_responses(folder, lambda table: table.filter("counted"))
    assert "one of several answers was chosen" in caught(home, folder, "keys")


@BOTH_WAYS
def test_one_answer_copied_to_all_samples(home):
    """Each copy has new keys. The only evidence is that the same words took the same number of microseconds."""
    folder = submitted(home, n=3)
    columns = ["completion", "thinking", "latency", "prompt_tokens", "completion_tokens"]
    edit_responses(folder, lambda table: table.with_columns(*(pl.col(name).first().over("id") for name in columns)))
    scored_honestly(home, folder)
    assert "the samples of 12 rows are copies of one answer" in caught(home, folder, "copies")


@BOTH_WAYS
def test_pass_at_n_as_the_headline(home):
    folder = submitted(home, n=3)
    scores = json.loads((folder / "scores.json").read_text())
    best = scores["pass_at"]["3"]["value"]
    assert best > scores["value"]
    (folder / "scores.json").write_text(json.dumps(scores | {"value": best}))
    settle(folder)
    edit_manifest(folder, score={"value": best})
    caught(home, folder, "scores")
    caught(home, folder, "manifest")
