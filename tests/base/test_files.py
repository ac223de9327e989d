"""Several writers of one file or folder: each leaves a complete one, and none fails."""

import subprocess
import sys
import threading
from pathlib import Path

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


@pytest.mark.process
def test_temporary_folders_of_killed_processes_are_deleted_and_those_of_others_stay(tmp_path):
    script = (
        "import sys, time, pathlib, sgpkit.files as f\n"
        "with f.temporary_folder(pathlib.Path(sys.argv[1]), '.work-') as folder:\n"
        "    (folder / 'half').write_text('x')\n"
        "    print(folder, flush=True)\n"
        "    time.sleep(60)\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        killed, running = (Path(process.stdout.readline().strip()) for process in processes)
        processes[0].kill()
        processes[0].wait()
        with files.temporary_folder(tmp_path, ".work-") as own:
            assert set(tmp_path.iterdir()) == {own, running}
        assert not killed.exists() and (running / "half").read_text() == "x"
    finally:
        processes[1].kill()
        processes[1].wait()
    with files.temporary_folder(tmp_path, ".work-"):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kept", [[], ["b/c"], ["b"], ["other"]])
def test_folder_made_for_a_temporary_one_is_deleted_unless_it_is_used(kept, tmp_path):
    parent = tmp_path / "a" / "b"
    with pytest.raises(KeyboardInterrupt), files.temporary_folder(parent, ".work-"):
        for name in kept:
            (tmp_path / "a" / name).mkdir(exist_ok=True)
        raise KeyboardInterrupt
    assert {path.relative_to(tmp_path / "a").as_posix() for path in (tmp_path / "a").rglob("*")} == {
        "b/c": {"b", "b/c"},
        "b": set(),
        "other": {"other"},
        "": set(),
    }["".join(kept)]
    assert (tmp_path / "a").exists() == (kept in (["b/c"], ["other"]))


def test_empty_folder_stays_after_a_temporary_one(tmp_path):
    with files.temporary_folder(tmp_path, ".work-"):
        pass
    assert tmp_path.exists()


def test_folder_is_made_again_if_another_deletes_it(tmp_path):
    def write(number, turn):
        with files.temporary_folder(tmp_path / "a" / "b", ".work-") as folder:
            (folder / "own").write_text(str(turn))

    assert together(write) == []
    assert [path for path in tmp_path.rglob("*") if path.name not in "ab"] == []


def test_several_temporary_folders_at_once(tmp_path):
    def write(number, turn):
        with files.temporary_folder(tmp_path, ".work-") as folder:
            (folder / "own").write_text(f"{number}-{turn}")
            assert (folder / "own").read_text() == f"{number}-{turn}"

    assert together(write) == []
    assert list(tmp_path.iterdir()) == []
