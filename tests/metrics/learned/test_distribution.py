"""FID and KID as plain mathematics, compared with scipy's matrix root, closed forms and sums over pairs."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import linalg

from sgpkit.metrics.learned import distribution


def rows(seed, count, dimensions, scale=1.0, shift=0.0):
    random = np.random.default_rng(seed)
    return random.normal(size=(count, dimensions)) @ random.normal(size=(dimensions, dimensions)) * scale + shift


def published(first, second):
    """Return the distance as it is usually computed: by means, covariances and the root of their product."""
    covariances = [np.cov(item, rowvar=False) for item in (first, second)]
    root = linalg.sqrtm(covariances[0] @ covariances[1]).real
    apart = first.mean(axis=0) - second.mean(axis=0)
    return apart @ apart + np.trace(covariances[0] + covariances[1] - 2 * root)


@pytest.mark.parametrize(("count", "other", "dimensions"), [(40, 60, 5), (500, 300, 12), (13, 13, 12), (60, 9, 8)])
def test_the_frechet_distance_is_that_of_the_root_of_the_covariances(count, other, dimensions):
    first, second = rows(1, count, dimensions), rows(2, other, dimensions, 1.7, 0.4)
    assert distribution.frechet(first, second) == pytest.approx(published(first, second), rel=1e-8)


def test_fewer_pictures_than_features_are_no_trouble():
    """Covariances without full rank are compared by a rotation into the space that the pictures span."""
    first, second = rows(3, 6, 40), rows(4, 7, 40, 0.5)
    basis = np.linalg.qr(np.concatenate([first, second]).T)[0]
    assert basis.shape == (40, 13)
    turned = distribution.frechet(first @ basis, second @ basis)
    assert distribution.frechet(first, second) == pytest.approx(turned, rel=1e-9)


def test_normal_distributions_in_one_dimension():
    """The distance is (m₁ - m₂)² + (s₁ - s₂)²."""
    first, second = rows(5, 30, 1), rows(6, 50, 1, 3.0, 2.0)
    apart = first.mean() - second.mean()
    spread = first.std(ddof=1) - second.std(ddof=1)
    assert distribution.frechet(first, second) == pytest.approx(apart**2 + spread**2)


def test_the_kernel_distance_is_the_sum_over_all_pairs():
    first, second = rows(7, 9, 4), rows(8, 6, 4, 1.3)

    def kernel(x, y):
        return (x @ y / 4 + 1) ** 3

    within = [np.mean([kernel(x, y) for x, y in itertools.permutations(item, 2)]) for item in (first, second)]
    between = np.mean([kernel(x, y) for x in first for y in second])
    assert distribution.kernel(first, second) == pytest.approx(sum(within) - 2 * between)


def test_the_kernel_distance_is_unbiased():
    """The distance between parts of one set is 0 on average; the biased estimate would be above."""
    random = np.random.default_rng(0)
    values = [distribution.kernel(*random.normal(size=(2, 8, 3))) for _ in range(4000)]
    standard_error = np.std(values) / np.sqrt(len(values))
    assert abs(np.mean(values)) < 4 * standard_error


def test_rows_are_summed_in_blocks(monkeypatch):
    first, second = rows(10, 50, 4), rows(11, 41, 4)
    whole = distribution.kernel(first, second)
    monkeypatch.setattr(distribution, "BLOCK", 7)
    assert distribution.kernel(first, second) == pytest.approx(whole, rel=1e-12)


@given(st.integers(0, 10_000), st.integers(2, 30), st.integers(2, 30), st.integers(1, 12))
def test_equal_sets_are_0_apart_and_neither_order_nor_sides_matter(seed, count, other, dimensions):
    first, second = rows(seed, count, dimensions), rows(seed + 1, other, dimensions, 1.4, 0.2)
    size = float((first**2).sum() + (second**2).sum())
    assert distribution.frechet(first, first[::-1]) == pytest.approx(0.0, abs=1e-9 * size)
    for distance in distribution.DISTANCES.values():
        value = distance(first, second)
        assert distance(np.random.default_rng(seed).permutation(first), second[::-1]) == pytest.approx(value, rel=1e-6)
        assert distance(second, first) == pytest.approx(value, rel=1e-6, abs=1e-9 * size)
    assert distribution.frechet(first, second) >= 0.0


@pytest.mark.parametrize("distance", distribution.DISTANCES.values(), ids=distribution.DISTANCES)
def test_what_makes_no_distribution_is_told(distance):
    with pytest.raises(ValueError, match="at least 2 pictures"):
        distance(rows(1, 1, 3), rows(1, 5, 3))
    with pytest.raises(ValueError, match="the same number of each"):
        distance(rows(1, 5, 3), rows(1, 5, 4))
