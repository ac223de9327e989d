"""Adapters that vLLM supports, recognised from their files before anything is loaded."""

import json

import pytest

from sgpkit.engines.vllm import model
from sgpkit.errors import UserError


def adapter(folder, **config):
    (folder / "adapter_config.json").write_text(json.dumps(config))
    return folder


def test_the_rank_is_the_next_that_there_are_kernels_for(tmp_path):
    assert model.adapter_rank(adapter(tmp_path, peft_type="LORA", r=9)) == 16


@pytest.mark.parametrize("config", [{"peft_type": "OFT", "r": 0}, {"peft_type": "BOFT"}])
def test_another_kind_is_told_to_be_merged_first(tmp_path, config):
    with pytest.raises(UserError, match=f"type {config['peft_type']}, only LoRA.*sgpkit.training.recipes.sit merge"):
        model.adapter_rank(adapter(tmp_path, **config))


def test_a_rank_that_is_none_is_told(tmp_path):
    with pytest.raises(UserError, match=r"r = 'many'; expected a rank of 1 to 512"):
        model.adapter_rank(adapter(tmp_path, r="many"))
