"""Append-only logs: complete lines after any end of the previous writer."""

import threading

import pytest

from sgpkit import append_log
from sgpkit.append_log import AppendLog


def entries(path):
    return [entry for _, entry in append_log.read(path)]


@pytest.mark.parametrize("shared", [False, True])
def test_there_is_no_file_until_there_is_a_line(tmp_path, shared):
    log = AppendLog(tmp_path / "log.jsonl", shared=shared)
    assert not log.path.exists() and entries(log.path) == []
    log.append({"number": 1})
    log.append({"number": 2}, {"number": "\ud800ü"})
    log.close()
    assert entries(log.path) == [{"number": 1}, {"number": 2}, {"number": "\ud800ü"}]


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("torn", ['{"number": ', "x" * 10_000])
def test_a_torn_line_is_not_read_and_cut_off_before_the_next(tmp_path, shared, torn):
    path = tmp_path / "log.jsonl"
    path.write_text('{"number": 1}\n' + torn, encoding="utf-8")
    assert entries(path) == [{"number": 1}]
    log = AppendLog(path, shared=shared)
    log.append({"number": 2})
    log.close()
    assert path.read_text(encoding="utf-8") == '{"number": 1}\n{"number": 2}\n'


def test_cutting_says_whether_there_was_a_torn_line(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b'{"number": 1}\n{"num')
    assert append_log.cut_torn_line(path) is True
    assert append_log.cut_torn_line(path) is False
    assert path.read_bytes() == b'{"number": 1}\n'


def test_lines_that_hold_no_object_are_numbered(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text('{"number": 1}\n[2]\nnot JSON\n' + "[" * 100_000 + "\n{}\n", encoding="utf-8")
    assert list(append_log.read(path)) == [(1, {"number": 1}), (2, None), (3, None), (4, None), (5, {})]


def test_numbers_that_json_does_not_know_can_be_refused(tmp_path):
    path = tmp_path / "log.jsonl"
    with pytest.raises(ValueError, match="JSON"):
        AppendLog(path, allow_nan=False).append({"number": float("nan")})
    assert not path.exists()


def test_several_writers_share_a_log(tmp_path):
    path = tmp_path / "log.jsonl"

    def write(name):
        log = AppendLog(path, shared=True)
        for number in range(50):
            log.append({"name": name, "number": number})

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(entries(path)) == 200 and None not in entries(path)


@pytest.mark.parametrize("shared", [False, True])
def test_what_cannot_be_written_whole_is_taken_back(tmp_path, monkeypatch, shared):
    log = AppendLog(tmp_path / "log.jsonl", shared=shared)
    log.append({"number": 1})
    pwrite = append_log.os.pwrite
    calls = []

    def full(handle, data, offset):
        calls.append(offset)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        return pwrite(handle, data[:5], offset)

    monkeypatch.setattr(append_log.os, "pwrite", full)
    with pytest.raises(OSError, match="No space left"):
        log.append({"number": 2})
    monkeypatch.undo()
    log.append({"number": 3})
    log.close()
    assert entries(log.path) == [{"number": 1}, {"number": 3}]
