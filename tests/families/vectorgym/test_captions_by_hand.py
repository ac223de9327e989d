"""Captions that a person wrote from pictures score high; captions that do not depend on the drawing score low."""

import tomllib
from functools import cache
from pathlib import Path
from statistics import fmean

import pytest

from sgpkit.baselines.shortcuts import others
from sgpkit.benchmark import Completion, families
from sgpkit.families.vectorgym.content import rows as content
from sgpkit.families.vectorgym.sources import builtin
from sgpkit.metrics.captions import facts

BY_HAND = tomllib.loads((Path(__file__).parent / "captions_by_hand.toml").read_text(encoding="utf-8"))


@cache
def training_rows():
    return [content.captioned(row) for split, row in builtin.drawings("", 0) if split == "train"]


@cache
def rows():
    dealt = [row for split, row in builtin.drawings("", 0) if split == "test" and row["id"] in BY_HAND]
    return [content.captioned(row) for row in dealt]


def mean(answers, part=None):
    completions = [Completion(answer) for answer in answers]
    scores = families.get("vectorgym-caption").scoring.score(rows(), completions)
    return fmean(score.parts[part] if part else score.value for score in scores)


@pytest.mark.slow
def test_captions_by_hand_score_and_captions_without_a_look_do_not():
    baselines = families.get("vectorgym-caption").evidence.baselines
    assert len(rows()) == len(BY_HAND) == 40
    assert mean([row["caption"] for row in rows()]) == 1.0
    assert mean([BY_HAND[row["id"]] for row in rows()]) >= 0.4
    assert mean(baselines["constant"].answer(rows())) <= 0.03
    assert mean(baselines["scraped"].answer(rows())) <= 0.05
    assert mean([rows()[at - 1]["caption"] for at in range(len(rows()))]) <= 0.05


@pytest.mark.slow
def test_the_nearest_training_caption_earns_little_beyond_what_is_true(monkeypatch):
    """Two drawings of a beach share a sea; a fact that both captions state is true of the drawing."""
    copied = others.nearest(lambda row: row["caption"], lambda row: row["code"], rows(), training_rows())
    whole = mean(copied)
    monkeypatch.setattr(facts, "WITHIN", facts.NEAR)
    assert whole <= 0.15 and whole - mean(copied) <= 0.05
