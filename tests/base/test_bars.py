"""Progress without a terminal: a line at intervals, also while nothing is counted, and none if it is hidden."""

import io
import sys
import time

from sgpkit import bars


def logging(monkeypatch):
    """Return what is written to standard error; called in the test itself, since pytest replaces it after fixtures."""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(bars, "EVERY", 0.05)
    return sys.stderr


def wait_for_lines(log, count):
    deadline = time.monotonic() + 20
    while len(log.getvalue().splitlines()) < count and time.monotonic() < deadline:
        time.sleep(0.01)
    return log.getvalue().splitlines()


def test_a_line_says_how_far_the_work_is_until_it_ends(monkeypatch):
    log = logging(monkeypatch)
    with bars.Bar("building", 20) as bar:
        bar.update(7)
        assert all(line.startswith("building: 7 of 20 rows, ") for line in wait_for_lines(log, 2))
    ended = log.getvalue()
    time.sleep(0.2)
    assert log.getvalue() in (ended, ended + log.getvalue().splitlines(keepends=True)[-1])


def test_items_are_counted_when_they_are_done(monkeypatch):
    log = logging(monkeypatch)
    for item in bars.counted("abc", "reading", unit="letters"):
        if item == "c":
            assert wait_for_lines(log, 1)[-1].startswith("reading: 2 letters, ")


def test_work_that_ends_at_once_or_is_shown_elsewhere_prints_nothing(monkeypatch):
    log = logging(monkeypatch)
    assert list(bars.counted("abc", "reading")) == list("abc")
    with bars.hidden(), bars.Bar("scoring"):
        time.sleep(0.2)
    with bars.Bar("cards", shown=False):
        time.sleep(0.2)
    assert log.getvalue() == ""


def test_a_terminal_has_a_bar(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stderr", Terminal())
    with bars.Bar("building", 2) as bar:
        bar.update(2)
    assert "building" in sys.stderr.getvalue() and "0/2" in sys.stderr.getvalue()
