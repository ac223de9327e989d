"""The similarity of the words in two pictures, and errors without the reader. `make test-real` reads pictures."""

import itertools
import random
import sys

import numpy as np
import pytest

from sgpkit.errors import NotInstalled, UserError
from sgpkit.metrics import learned
from sgpkit.metrics.learned import reader


def test_words_are_paired_in_any_order():
    assert reader.agreement(["start", "end"], ["end", "start"]) == 1.0


def test_one_letter_of_six_costs_a_sixth_of_its_word():
    assert reader.agreement(["server", "cache"], ["sorver", "cache"]) == pytest.approx((5 / 6 + 1) / 2)


def test_a_missing_and_an_additional_word_cost_the_same():
    assert reader.agreement(["a1", "b2"], ["a1"]) == reader.agreement(["a1"], ["a1", "b2"]) == pytest.approx(2 / 3)


def test_each_word_is_paired_once():
    assert reader.agreement(["server"] * 9, ["server"]) == pytest.approx(0.2)


@pytest.mark.parametrize(("words", "expected", "value"), [([], [], 1.0), (["a"], [], 0.0), ([], ["a"], 0.0)])
def test_no_words_are_right_where_none_are_expected(words, expected, value):
    assert reader.agreement(words, expected) == value


def test_pairing_is_the_best_of_all():
    chance = random.Random(2)
    for _ in range(50):
        one, other = (["".join(chance.choices("abc", k=3)) for _ in range(4)] for _ in range(2))
        best = max(sum(map(reader.likeness, one, order)) for order in itertools.permutations(other))
        assert reader.agreement(one, other) == pytest.approx(best / 4)


def test_missing_package_is_named_with_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(NotInstalled, match=r"needs onnxruntime.*\npip install 'sgpkit\[ocr\]'"):
        learned.load("picture_text")


def test_only_the_processor_is_accepted():
    with pytest.raises(UserError, match="expected auto or cpu"):
        learned.load("picture_text", device="cuda")


def test_other_models_are_refused():
    with pytest.raises(UserError, match="unknown model 'easyocr'; expected rapidocr"):
        learned.load("picture_text", "easyocr")


def test_equal_pictures_are_read_once(monkeypatch):
    class Engine:
        def __init__(self):
            self.calls = 0

        def __call__(self, picture):
            self.calls += 1
            return type("Lines", (), {"txts": ("Two words",)})

    one = reader.Reader.__new__(reader.Reader)
    one.known, one.engine = {}, Engine()
    picture = np.zeros((8, 8, 3), np.uint8)
    assert one.compare([picture, picture], [picture, picture]) == [1.0, 1.0]
    assert one.read(picture) == ("two", "words") and one.engine.calls == 1
