"""Compiled programs in the user's cache: the same drawings as compiled again, and no drawing of another program."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from sgpkit.graphics import compiled, eps
from sgpkit.graphics.compiled import Converted, Word, disk_cache
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status

DRAWING = Converted("<svg>é</svg>", 2, ("two pages",), (0.1, -3.0), (Word("H", 0.1, 0.2, 1 / 3, 4.0),))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(disk_cache.SETTING, raising=False)
    monkeypatch.setattr(disk_cache, "_written", 0)
    return tmp_path / "sgpkit" / "compiled"


def compiling(calls: list[str], drawing: Converted = DRAWING) -> Callable[[], Converted]:
    def compile() -> Converted:
        calls.append("compiled")
        return drawing

    return compile


def get(calls: list[str], code: str = "program", compiler: str = "gs 10", format: str = "eps") -> Converted:
    return disk_cache.get(format, code, 20.0, lambda: compiler, compiling(calls))


def test_a_drawing_is_kept_whole(folder: Path) -> None:
    calls: list[str] = []
    assert get(calls) == DRAWING
    again = get(calls)
    assert again == DRAWING
    assert calls == ["compiled"]
    assert isinstance(again.words[0], Word)
    assert isinstance(again.origin, tuple)


def test_another_program_compiler_format_or_limit_has_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    get(calls)
    get(calls, code="program ")
    get(calls, compiler="gs 11")
    get(calls, format="tex")
    monkeypatch.setenv("SGPKIT_MEMORY", "2048")
    get(calls)
    monkeypatch.setattr(disk_cache, "_own_code", lambda: b"changed")
    get(calls)
    assert len(calls) == len(list(folder.iterdir())) == 6


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "long"])
def test_a_damaged_file_is_as_good_as_none(folder: Path, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    get(calls)
    (path,) = folder.iterdir()
    data = path.read_bytes()
    middle = len(data) // 2
    changed = {
        "cut": data[:-1],
        "flipped": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
        "empty": b"",
        "long": data + b"\0" * disk_cache.LARGEST,
    }
    path.write_bytes(changed[damage])
    assert get(calls) == DRAWING
    assert len(calls) == 2
    assert path.read_bytes() == data


def test_a_file_or_folder_that_others_write_is_not_read(folder: Path, tmp_path: Path) -> None:
    calls: list[str] = []
    get(calls)
    (path,) = folder.iterdir()
    path.chmod(0o666)
    get(calls)
    assert len(calls) == 2
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    get(calls)
    assert len(calls) == 3
    folder.chmod(0o777)
    get(calls)
    assert len(calls) == 4


def test_refusals_are_not_kept(folder: Path) -> None:
    def refused() -> Converted:
        raise Rejected(Status.TIMEOUT, "too slow today")

    with pytest.raises(Rejected):
        disk_cache.get("eps", "program", 20.0, lambda: "gs 10", refused)
    calls: list[str] = []
    assert get(calls) == DRAWING
    assert calls


def test_what_was_not_used_for_longest_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    get(calls, "used")
    (used,) = folder.iterdir()
    size = used.stat().st_size
    get(calls, "first")
    (first,) = set(folder.iterdir()) - {used}
    os.utime(used, (2, 2))
    os.utime(first, (1, 1))
    get(calls, "used")  # from now on in use
    monkeypatch.setattr(disk_cache, "MOST", 4 * size)
    monkeypatch.setattr(disk_cache, "_TIDY_EVERY", 1)
    for number in range(12):
        get(calls, f"further {number}")
        assert sum(path.stat().st_size for path in folder.iterdir()) <= 4 * size
    assert not first.exists()


def test_a_large_drawing_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk_cache, "LARGEST", 40)
    calls: list[str] = []
    get(calls)
    get(calls)
    assert len(calls) == 2
    assert not list(folder.iterdir())


def test_off_and_without_a_compiler_nothing_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    get(calls, compiler="")
    monkeypatch.setenv(disk_cache.SETTING, "off")
    get(calls)
    assert len(calls) == 2
    assert not folder.exists()


@pytest.mark.sandbox
def test_a_program_is_compiled_once_for_all_processes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "0 0 moveto 90 90 lineto stroke"
    compiled.MEMORY.forget()
    first = eps.convert(code)
    assert len(list(folder.iterdir())) == 1
    compiled.MEMORY.forget()

    def never(code: str, seconds: float) -> Converted:
        raise AssertionError("compiled again")

    monkeypatch.setattr(eps, "_compile", never)
    assert eps.convert(code) == first
    compiled.MEMORY.forget()


@pytest.mark.sandbox
def test_no_sandboxed_program_sees_the_folder(folder: Path) -> None:
    calls: list[str] = []
    get(calls)
    (path,) = folder.iterdir()
    assert path.is_file()
    seen = sandbox.run(["cat", str(path)], {})
    assert not seen.succeeded
    assert not seen.stdout


@pytest.mark.sandbox
def test_the_identity_names_libraries_and_a_missing_program_has_none() -> None:
    assert disk_cache.identity(("gs",)) not in ("", disk_cache.identity(("pdfinfo",)))
    assert disk_cache.identity(("no-such-program",)) == ""
