"""Suites: the allowed contents of files, and the configs of the shipped ones."""

import pytest

from sgpkit.api.suites import jobs, suite
from sgpkit.api.suites.models import plan_evaluation
from sgpkit.api.suites.suite import Item, Model, Suite
from sgpkit.benchmark import families
from sgpkit.errors import UserError


def written(folder, text):
    path = folder / "mine.toml"
    path.write_text(text)
    return path


def test_core_asks_about_1500_rows_of_all_five_families():
    loaded = suite.load(["core"])
    assert 1400 <= sum(item.rows for item in loaded.items) <= 1600
    assert {families.locate(item.config)[0] for item in loaded.items} - {"sgp_cad"} == {
        "sgp_bench", "ssvg_bench", "turtlebench", "vectorgym", "vgbench",
    }  # fmt: skip


def test_core_and_smoke_show_no_picture():
    for name in ("core", "smoke"):
        for item in suite.load([name]).items:
            mode = item.mode or families.get(item.config).prompts.modes[0]
            assert "image" not in mode, item


def test_writing_asks_for_drawings_that_are_decided_by_rules():
    loaded = suite.load(["writing"])
    assert 450 <= sum(item.rows for item in loaded.items) <= 550
    assert {families.locate(item.config)[0] for item in loaded.items} == {"genbench", "svgedit"}
    assert not any(families.get(item.config).prompts.modes[0] == "image" for item in loaded.items)
    assert [item.config for item in suite.load(["turtlebench"]).items] == ["turtle-scratch", "turtle-tweak"]


def test_smoke_asks_every_family():
    assert len({families.locate(item.config)[0] for item in suite.load(["smoke"]).items}) == 5


def test_full_and_families_ask_whatever_is_scored_and_can_be_built():
    everything = {item.config for item in suite.load(["full"]).items}
    by_family = {item.config for family in families.families() for item in suite.load([family]).items}
    assert everything == by_family
    assert "sgp-svg" in everything
    assert "datikz" not in everything, "it has no builtin rows"
    assert not any(config.startswith("sgp-sit") for config in everything), "trained on, not scored"
    assert all(item.rows == 0 for item in suite.load(["full"]).items)


def test_a_family_may_be_written_with_hyphens():
    assert suite.load(["sgp-bench"]).items == suite.load(["sgp_bench"]).items


def test_every_combination_of_a_file_is_an_item(tmp_path):
    path = written(
        tmp_path,
        """
        data = "rows"
        [[configs]]
        config = "sgp-svg"
        rows = 20
        strategies = ["cot", "direct"]
        modes = ["code", "image"]
        [[models]]
        engine = "endpoint"
        model = "a"
        name = "org/a"
        base-url = "http://localhost/v1"
        """,
    )
    loaded = suite.load([str(path)])
    assert [(item.strategy, item.mode) for item in loaded.items] == [
        ("cot", "code"), ("cot", "image"), ("direct", "code"), ("direct", "image"),
    ]  # fmt: skip
    assert loaded.models == (Model("endpoint", "a", "org/a", {"base_url": "http://localhost/v1"}),)
    assert (loaded.name, loaded.data) == ("mine", "rows")


MISTAKES = {
    "no config": ("title = 'x'", "no configs"),
    "unknown key": ("[[configs]]\nconfig = 'sgp-svg'\nrow = 3", "unknown key 'row'; did you mean 'rows'?"),
    "rows of nothing": ("[[configs]]\nconfig = 'sgp-svg'\nrows = 0", "at least 1"),
    "rows as text": ("[[configs]]\nconfig = 'sgp-svg'\nrows = '9'", "expected int"),
    "a model without engine": ("[[configs]]\nconfig = 'sgp-svg'\n[[models]]\nmodel = 'a'", "needs engine"),
    "an option of no engine": (
        "[[configs]]\nconfig = 'sgp-svg'\n[[models]]\nmodel = 'a'\nengine = 'vllm'\nbase-ulr = 'x'", "base_url",
    ),
    "strategies that are no list": ("[[configs]]\nconfig = 'sgp-svg'\nstrategies = 'cot'", "expected list"),
    "no TOML": ("[[configs]", "is damaged"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_file_is_named_with_the_file(tmp_path, text, message):
    with pytest.raises(UserError, match=r"mine\.toml") as error:
        suite.load([str(written(tmp_path, text))])
    assert message in str(error.value)


def test_an_unknown_name_gets_the_nearest_suite_or_config():
    with pytest.raises(UserError, match="did you mean 'core'"):
        suite.load(["cor"])
    with pytest.raises(UserError, match="did you mean 'sgp-svg'"):
        suite.load(["sgp-svgg"])


def test_suites_of_different_data_do_not_go_together():
    with pytest.raises(UserError, match="different data"):
        suite.load(["smoke", "core"])


def test_rows_bounds_every_config():
    loaded, models, out = plan_evaluation(["core"], "baseline", "random", None, None, 60, {})
    assert {item.rows for item in loaded.items} == {40, 50, 60}
    assert models == (Model("baseline", "random", None, {}),)
    assert str(out) == "evals/core"


def test_jobs_have_folders_of_their_own(tmp_path):
    asked = Suite(
        "mine", "", (Item("sgp-svg", strategy="cot"), Item("sgp-svg", strategy="direct"), Item("sgp-svg", 20))
    )
    made = jobs.jobs_of(asked, [Model("baseline", "random"), Model("baseline", "empty")], tmp_path)
    assert len({job.folder for job in made}) == 6
    with pytest.raises(UserError, match="two models are called random"):
        jobs.jobs_of(asked, [Model("baseline", "random"), Model("endpoint", "random")], tmp_path)
    with pytest.raises(UserError, match="is in the suite twice"):
        jobs.jobs_of(
            Suite("m", "", (Item("sgp-svg"), Item("sgp-svg", strategy="cot"))), [Model("baseline", "x")], tmp_path
        )
    with pytest.raises(UserError, match="training config"):
        jobs.jobs_of(Suite("m", "", (Item("sgp-sit-10k"),)), [Model("baseline", "x")], tmp_path)


def test_a_folder_of_completions_has_a_file_a_config(tmp_path):
    (tmp_path / "sgp-svg.jsonl").touch()
    model = Model("replay", str(tmp_path))
    assert jobs.replay_model(model, "sgp-svg") == str(tmp_path / "sgp-svg.jsonl")
    with pytest.raises(UserError, match="no completions for sgp-mnist"):
        jobs.replay_model(model, "sgp-mnist")
