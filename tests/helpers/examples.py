"""Numbers of examples of Hypothesis tests, which follow from the profile, and inputs that every profile tries.

The profiles `dev`, `ci` and `nightly` are registered in tests/conftest.py.
"""

from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import example, settings

Test = Callable[..., Any]


def some(share: int) -> settings:
    """Return settings for a test with expensive examples: one for each `share` examples of the profile."""
    profile = settings.get_profile(settings.get_current_profile_name())
    return settings(max_examples=max(1, profile.max_examples // share))


def always(inputs: Iterable[object]) -> Callable[[Test], Test]:
    """Return a decorator by which a test with one argument tries each of these inputs under any profile."""

    def decorate(test: Test) -> Test:
        for value in inputs:
            test = example(value)(test)
        return test

    return decorate
