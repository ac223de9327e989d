"""Preloaded TeX formats: the packages of a preamble's opening, dumped once and then read in a few milliseconds.

Formats are made in the sandbox from openings of known words alone, never from code of a program, and kept for later
runs under $XDG_CACHE_HOME/sgpkit/tex. They are stored unpacked: TeX reads that too, and unpacking takes half of its
start. A format belongs to one TeX installation, hence the key. After any failure to make or keep one TeX starts
without."""

import contextlib
import fcntl
import functools
import hashlib
import os
import tempfile
import threading
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from sgpkit import user_cache
from sgpkit.graphics import compiled
from sgpkit.graphics.compiled import page
from sgpkit.graphics.tex.preamble import openings
from sgpkit.sandbox.workers import sandbox

KEPT = 24
"""The number of formats, of about 20 MB each, that are kept; the least recently used is removed."""

WORTHWHILE = 3
"""The number of programs with the same opening in one process from which its format is worth making."""

# The sandbox prevents writing and running; TeX's own checks of file names only make its messages clearer.
ENVIRONMENT = {
    "openin_any": "p",
    "openout_any": "p",
    "shell_escape": "f",
    "max_print_line": "1000",  # each message whole on its line
    "error_line": "254",
    "half_error_line": "200",
    "SOURCE_DATE_EPOCH": "0",  # random numbers of pgf start from the date
    "FORCE_SOURCE_DATE": "1",
}
PDFLATEX = ("pdflatex", "-interaction=nonstopmode", "-no-shell-escape", "-jobname=drawing")

PACKAGES = "texlive-latex-recommended texlive-pictures texlive-latex-extra"

_LARGEST = 200 << 20
_LIMITS = sandbox.Limits(seconds=120, cpu_seconds=60, file_size=_LARGEST, scratch=400 << 20, collected=_LARGEST)
# The identity of this TeX: its own format, every list of installed files, and the program's version.
_INSTALLATION = """
format=$(kpsewhich -engine=pdftex pdflatex.fmt) && stat -L -c '%s %Y' "$format" $(kpsewhich --all ls-R) &&
pdflatex --version
"""
_NEEDED = ("standalone.cls", "tikz.sty", "pgfplots.sty", "amsmath.sty")

_lock = threading.Lock()
_seen: Counter[tuple[str, ...]] = Counter()
_failed: set[tuple[str, ...]] = set()


def expect(codes: Sequence[str]) -> None:
    """Announce programs before they are compiled, so that the format of a common opening exists for the first."""
    for code in codes:
        commands = [opening.command for opening in openings(code)]
        with _lock:
            for length in range(1, len(commands) + 1):
                _seen[tuple(commands[:length])] += 1


def best(code: str) -> tuple[Path | None, int]:
    """Return the format that holds most of the program's opening, and the index at which the rest begins.

    A missing format of a common opening is made now. The shortest format holds only LaTeX.
    """
    folder = _folder()
    if folder is None:
        return None, 0
    parts = openings(code)
    for length in range(len(parts), -1, -1):
        key = tuple(opening.command for opening in parts[:length])
        if key in _failed:
            continue
        path = folder / f"{_name(key)}.fmt"
        pays = not key or (_seen[key] >= WORTHWHILE and any(opening.draws for opening in parts[:length]))
        if path.is_file() or (pays and _make(key, path)):
            with contextlib.suppress(OSError):
                os.utime(path)  # in use: not the next to go
            return path, parts[length - 1].end if length else 0
    return None, 0


def give_up(path: Path) -> None:
    """Remove a format that TeX does not accept; the next process makes it again."""
    path.unlink(missing_ok=True)
    with _lock:
        _failed.update(key for key in [*_seen, ()] if _name(key) == path.stem)


def run(
    script: str,
    arguments: Sequence[str],
    code: str,
    preloaded: Path | None,
    limits: sandbox.Limits,
    collect: Sequence[str],
) -> sandbox.Result:
    """Run a script on a document in drawing.tex, with poppler's tools and the format, if any, as its last argument."""
    return compiled.run(
        script,
        arguments if preloaded is None else [*arguments, f"-fmt={preloaded}"],
        {"drawing.tex": code.encode()},
        limits,
        programs={"pdflatex": PACKAGES, **page.PROGRAMS, **page.WORDS_PROGRAMS},
        collect=collect,
        read_only=[] if preloaded is None else [preloaded],
        environment=ENVIRONMENT,
    )


@functools.cache
def require() -> None:
    """Raise Unavailable where TeX lacks what nearly every drawing loads, which is no fault of a program."""
    completed = compiled.run(
        'kpsewhich "$@"', _NEEDED, {}, sandbox.Limits(), programs={"pdflatex": PACKAGES, "kpsewhich": PACKAGES}
    ).stdout.decode()
    missing = [name for name in _NEEDED if name not in completed]
    if missing:
        raise sandbox.Unavailable(f"TeX has no {', '.join(missing)}; install it with: apt install {PACKAGES}")


@functools.cache
def installation() -> str:
    """Return an identifier of the installed TeX, by which formats are named; "" where there is none."""
    result = sandbox.run(["bash", "-c", _INSTALLATION], {}, environment=ENVIRONMENT)
    return result.stdout.decode(errors="replace") if result.succeeded else ""


def _folder() -> Path | None:
    try:
        folder = user_cache.folder() / "tex"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if installation() else None


def _name(key: tuple[str, ...]) -> str:
    return hashlib.sha256("\0".join((installation(), *key)).encode()).hexdigest()[:32]


def _make(key: tuple[str, ...], path: Path) -> bool:
    """Make a format in one thread of one process, while others wait. Return whether it exists."""
    try:
        with _lock, _alone(path.parent):
            if path.is_file():
                return True
            if key in _failed:
                return False
            made = _dumped(key)
            if made is None:
                _failed.add(key)
                return False
            _write(path, made)
            _tidy(path.parent)
            return True
    except OSError:  # no room, or not ours to write
        _failed.add(key)
        return False


def _dumped(key: tuple[str, ...]) -> bytes | None:
    source = "\n".join((*key, "\\dump", ""))
    result = sandbox.run(
        [*PDFLATEX, "-ini", "&pdflatex", "drawing.tex"],
        {"drawing.tex": source.encode()},
        _LIMITS,
        collect=["drawing.fmt"],
        environment=ENVIRONMENT,
    )
    packed = result.files.get("drawing.fmt")
    if not result.succeeded or packed is None:
        return None
    if not packed.startswith(b"\x1f\x8b"):
        return packed
    unpacking = zlib.decompressobj(wbits=31)
    made = unpacking.decompress(packed, _LARGEST)
    return made if unpacking.eof else None


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _write(path: Path, data: bytes) -> None:
    handle, part = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    try:
        os.close(handle)
        Path(part).write_bytes(data)
        Path(part).chmod(0o644)  # the sandbox's user is another one
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def _tidy(folder: Path) -> None:
    """Remove the least recently used formats. Processes that have opened one can go on reading it."""
    ages = []
    for path in folder.glob("*.fmt"):
        with contextlib.suppress(OSError):
            ages.append((path.stat().st_mtime, path))
    for _, path in sorted(ages)[:-KEPT]:
        path.unlink(missing_ok=True)


def _after_fork() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
