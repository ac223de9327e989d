"""Reasons can be printed anywhere, whatever words of a model they hold."""

import pickle

import pytest

from sgpkit.status import Rejected, Status


@pytest.mark.parametrize("odd", ["\ud800", "\x00", "\x1b[31m", "\n", "\u202e", "\u2028", "\x9b", "\u2066"])
def test_a_reason_is_one_line_that_can_be_written(odd):
    rejected = Rejected(Status.COMPILE_ERROR, f"before{odd}after")
    rejected.reason.encode("utf-8")
    assert rejected.reason.isprintable()
    assert rejected.reason.startswith("before") and rejected.reason.endswith("after")
    assert str(rejected) == rejected.reason


def test_a_rejection_crosses_to_another_process():
    again = pickle.loads(pickle.dumps(Rejected(Status.TIMEOUT, "not done after 3 s — ≥ 2 tries")))
    assert (again.status, again.reason) == (Status.TIMEOUT, "not done after 3 s — ≥ 2 tries")
