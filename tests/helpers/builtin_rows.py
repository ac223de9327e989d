"""The rows of a config's builtin source with seed 0, made once for all tests of a process.

Files of tests that want them stand in the group of `tests/test_contract.py` for the config, and so in its process. The
contract makes the first rows a second time and compares, so that sharing hides no change from one time to another.
"""

import functools

import pytest

from sgpkit import families
from sgpkit.benchmark import Row


def group(config: str) -> pytest.MarkDecorator:
    """Return the mark by which tests run in the process that has the rows of a config."""
    return pytest.mark.xdist_group(f"contract-{config}")


@functools.cache
def of(config: str) -> tuple[tuple[str, Row], ...]:
    """Return each row with its split."""
    return tuple(families.get(config).source_rows())
