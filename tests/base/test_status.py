"""Reasons can be printed anywhere, with any words of a model."""

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


def test_a_status_is_pickled_as_a_call_of_its_class():
    """Verdicts cross process boundaries by a restricted pickle, which may not name `getattr` in any version of
    Python."""
    import pickle
    import pickletools

    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        written = pickle.dumps(Status.NO_ANSWER, protocol)
        words = {argument for _, argument, _ in pickletools.genops(written) if isinstance(argument, str)}
        assert not any("getattr" in word for word in words)
        assert pickle.loads(written) is Status.NO_ANSWER
