"""TRL trains on sgpkit's rows with its rewards: a tiny model, a few steps, on the CPU."""

import json

import pytest
from grpo_steps import SMALL, Letters
from paths import ROOT

from sgpkit.errors import UserError
from sgpkit.training.recipes.grpo import settings as recipe
from sgpkit.training.recipes.grpo.__main__ import main

pytest.importorskip("trl")
RECIPES = sorted((ROOT / "sgpkit" / "training" / "recipes" / "grpo").glob("*.toml"))


@pytest.mark.sandbox
def test_a_recipe_trains_a_tiny_model(model, tmp_path, monkeypatch):
    from sgpkit.training.recipes.grpo import training

    # An untrained model's bytes score 0; the share of a letter replaces the reward of a trained one.
    monkeypatch.setattr(
        training, "weighted",
        lambda settings: [(Letters(), 1.0), *recipe.weighted(settings)],
    )  # fmt: skip
    changes = [word for one in (f"model={model}", *SMALL) for word in ("--set", one)]
    assert (
        main([str(ROOT / "sgpkit/training/recipes/grpo/text-to-svg.toml"), "--out", str(tmp_path / "run"), *changes])
        == 0
    )
    record = json.loads((tmp_path / "run" / "training.json").read_text())
    assert record["steps"] == 2 and all(isinstance(value, float) for value in record["rewards"])
    assert (tmp_path / "run" / "adapter" / "adapter_config.json").is_file()
    assert Letters.seen and {"row", "asserted", "code"} <= Letters.seen


@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_a_recipe_file_names_configs_and_rewards_that_exist(path):
    settings = recipe.read(path)
    names = [reward.__name__ for reward, _ in recipe.weighted(settings)]
    assert len(names) == len(settings.rewards) and all(weight > 0 for weight in settings.rewards.values())


@pytest.mark.sandbox
@pytest.mark.parametrize("path", RECIPES, ids=lambda path: path.stem)
def test_every_reward_of_a_recipe_tells_the_right_answer_from_none(path):
    from sgpkit.benchmark import families
    from sgpkit.training import environments

    settings = recipe.read(path)
    benchmark = families.get(settings.config)
    rows = environments.rows(settings.config, limit=2, mode=settings.mode or None)
    columns = {name: [value for value in rows[name] for _ in range(2)] for name in rows.column_names}
    answers = [
        text for row in rows for text in (benchmark.evidence.reference(environments.unpacked(row["row"])), "I cannot.")
    ]
    for reward, _ in recipe.weighted(settings):
        given = reward(columns.pop("prompt", ["?"] * 4), answers, **columns)
        assert given == [pytest.approx(1.0), 0.0] * 2, reward.__name__


def test_mistakes_are_named(tmp_path):
    (tmp_path / "bad.toml").write_text('model = "m"\nconfig = "sgp-svg"\nrat = 1.0\n')
    with pytest.raises(UserError, match="unknown setting 'rat'; did you mean 'rate'"):
        recipe.read(tmp_path / "bad.toml")
    with pytest.raises(UserError, match="batch 10 must be a multiple of samples"):
        recipe.read(RECIPES[0], ["batch=10"])
    with pytest.raises(UserError, match="expected NAME=VALUE"):
        recipe.read(RECIPES[0], ["batch"])


def test_an_unsupported_version_of_trl_is_named_with_the_supported_range(monkeypatch, tmp_path):
    from sgpkit import plugins
    from sgpkit.training.recipes.grpo import training

    monkeypatch.setattr(plugins.importlib.metadata, "version", lambda name: "0.9.6")
    with pytest.raises(
        UserError, match=r"trl 0\.9\.6 is not supported; expected trl>=1\.16,<2\nInstall it: pip install"
    ):
        training.train(recipe.read(RECIPES[0]), tmp_path)


@pytest.mark.sandbox
def test_trl_takes_our_environments(model, tmp_path):
    """The factory meets GRPOTrainer's requirements: tools with types and descriptions, reset and reward."""
    from transformers.utils import get_json_schema

    from sgpkit.training import environments

    environment = environments.factory("vgen-svg")()
    schema = get_json_schema(environment.submit)["function"]
    assert schema["name"] == "submit" and "answer" in schema["parameters"]["properties"]
    assert schema["parameters"]["properties"]["answer"]["type"] == "string"
