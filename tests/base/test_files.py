"""Several writers of one file or folder: each leaves a complete one, and none fails."""

import threading

import pytest

from sgpkit import files

WRITERS, ROUNDS = 4, 15


def together(write):
    """Call a function in several threads at once, with their numbers, and return the raised exceptions."""
    errors = []

    def work(number):
        try:
            for turn in range(ROUNDS):
                write(number, turn)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


def is_whole(text):
    return len(set(text.split())) == 1 and len(text.split()) == 20_000


def test_several_writers_of_a_file_leave_a_whole_one(tmp_path):
    path = tmp_path / "annotators.json"

    def write(number, turn):
        files.write_atomically(path, f"{number}-{turn} " * 20_000)
        assert is_whole(path.read_text())

    assert together(write) == []
    assert is_whole(path.read_text())
    assert list(tmp_path.iterdir()) == [path]


def test_a_part_that_a_killed_writer_left_is_replaced(tmp_path):
    path = tmp_path / "run.json"
    (tmp_path / ".run.json.part").write_text("torn and longer than the new content")
    files.write_atomically(path, "whole")
    assert (path.read_text(), list(tmp_path.iterdir())) == ("whole", [path])


def test_an_error_of_the_block_leaves_the_old_content(tmp_path):
    path = tmp_path / "run.json"
    path.write_text("old")
    with pytest.raises(FileNotFoundError), files.replacing(path):
        raise FileNotFoundError("of another file")
    assert (path.read_text(), list(tmp_path.iterdir())) == ("old", [path])


def test_several_writers_of_a_folder_leave_a_whole_one(tmp_path):
    folder = tmp_path / "submissions" / "mine"

    def write(number, turn):
        new = tmp_path / f"new-{number}"
        new.mkdir()
        for name in ("manifest.json", "scores.json"):
            (new / name).write_text(f"{number}-{turn}")
        files.replace_folder(folder, new)

    assert together(write) == []
    assert len({path.read_text() for path in folder.iterdir()}) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["submissions"]
