"""Untrusted logs of inspect_ai: each sample has a completion, or the log is refused with a reason."""

import sys
import types
from types import SimpleNamespace

import pytest

from sgpkit.engines.replay import inspect_log
from sgpkit.errors import UserError

TURN = {"text": "b", "finish_reason": "stop", "id": "another", "sample": 9, "turns": ["c"]}


def sample(kept):
    output = SimpleNamespace(completion="a", usage=None, stop_reason="stop", time=None)
    return SimpleNamespace(id="x", epoch=1, error=None, store={inspect_log.TURNS: kept}, output=output)


@pytest.mark.parametrize("kept", ["text", 1, {"text": "b"}, [1], [{}], [{"text": 1}], [{"text": None}, TURN], [[TURN]]])
def test_a_conversation_of_another_form_is_refused(kept):
    with pytest.raises(ValueError, match="expected replies"):
        inspect_log.item_of(sample(kept))


def test_a_conversation_cannot_rename_its_row():
    item = inspect_log.item_of(sample([{"text": "a"}, TURN]))
    assert item == {"id": "x", "sample": 0, "completion": "b", "finish_reason": "stop", "turns": ["a"]}


@pytest.mark.process
def test_a_reader_that_fails_is_named_and_never_in_this_process(tmp_path, monkeypatch):
    """A stand-in replaces inspect_ai. It is not imported here, since a worker reads the log."""
    package = tmp_path / "inspect_ai"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "log.py").write_text("def read_eval_log(path, **options):\n    return read_eval_log(path)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    (tmp_path / "a.eval").write_bytes(b"")
    with pytest.raises(UserError, match=r"a\.eval cannot be read as a log of inspect_ai \(RecursionError"):
        list(inspect_log.items(tmp_path / "a.eval"))
    assert not isinstance(sys.modules.get("inspect_ai.log"), types.ModuleType)
