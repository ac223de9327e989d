"""The file of verdicts: no acknowledged verdict is lost by any failure of a writer."""

import json
import multiprocessing
import os
import threading

import pytest

from sgpkit.errors import UserError
from sgpkit.studies.review import journal
from sgpkit.studies.review.journal import open_journal


def test_what_is_appended_is_read_in_its_order(tmp_path):
    path = tmp_path / "verdicts.jsonl"
    assert journal.read(path) == []
    entries = [{"number": number, "text": "ž\u2028\n" * number} for number in range(4)]
    for entry in entries:
        open_journal(path).append(entry)
    assert journal.read(path) == entries
    assert len(path.read_bytes().splitlines()) == 4


@pytest.mark.parametrize("left", [b"{", b'{"candidate": "a", "verdict": "acc', b"x" * 9000, b'{"whole": 1}'])
def test_a_torn_last_line_is_not_read_and_is_cut_off_by_the_next(tmp_path, left):
    path = tmp_path / "verdicts.jsonl"
    open_journal(path).append({"number": 1})
    with path.open("ab") as file:
        file.write(left)
    assert journal.read(path) == [{"number": 1}]
    open_journal(path).append({"number": 2})
    assert journal.read(path) == [{"number": 1}, {"number": 2}]


def test_a_file_that_is_one_torn_line_begins_again(tmp_path):
    path = tmp_path / "verdicts.jsonl"
    path.write_bytes(b"y" * 5000)
    open_journal(path).append({"number": 1})
    assert journal.read(path) == [{"number": 1}]


@pytest.mark.parametrize("line", ["nonsense", "[1]", '"text"', "\\x00"])
def test_a_damaged_line_further_up_is_named(tmp_path, line):
    path = tmp_path / "verdicts.jsonl"
    path.write_text(f'{{"number": 1}}\n{line}\n{{"number": 2}}\n')
    with pytest.raises(UserError, match="line 2: expected one JSON object"):
        journal.read(path)


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "verdicts.jsonl"
    open_journal(path).append({"number": 1})
    before = path.read_bytes()
    real, calls = os.pwrite, []

    def pwrite(handle, data, offset):
        calls.append(offset)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        return real(handle, data[:5], offset)

    monkeypatch.setattr(os, "pwrite", pwrite)
    with pytest.raises(OSError, match="No space"):
        open_journal(path).append({"number": 2})
    monkeypatch.undo()
    assert len(calls) == 2
    assert path.read_bytes() == before


@pytest.mark.process
def test_threads_and_processes_write_whole_lines_beside_one_another(tmp_path):
    path = tmp_path / "verdicts.jsonl"
    shared = open_journal(path)
    process = multiprocessing.get_context("fork").Process(target=write, args=(open_journal(path), "process"))
    threads = [threading.Thread(target=write, args=(shared, f"thread {number}")) for number in range(3)]
    for worker in (process, *threads):
        worker.start()
    for worker in (process, *threads):
        worker.join()
    result = journal.read(path)
    assert sorted(json.dumps(entry) for entry in result) == sorted(
        json.dumps({"by": name, "number": number, "filler": "z" * 3000})
        for name in ("process", "thread 0", "thread 1", "thread 2")
        for number in range(8)
    )
    for name in ("process", "thread 0"):
        assert [entry["number"] for entry in result if entry["by"] == name] == list(range(8))


def write(into, name):
    for number in range(8):
        into.append({"by": name, "number": number, "filler": "z" * 3000})
