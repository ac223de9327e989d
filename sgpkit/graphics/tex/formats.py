"""Preloaded TeX formats: the packages at the start of a preamble, dumped once and then loaded in milliseconds.

Formats are made in the sandbox from preamble commands with known names only, never from a program's code, and cached
under $XDG_CACHE_HOME/sgpkit/tex. They are stored uncompressed, since decompression takes half of TeX's start. The key
includes the TeX installation. If making or storing a format fails, TeX runs without one.
"""

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

MAX_FORMATS = 24
"""Maximum number of cached formats, of about 20 MB each; the least recently used is removed."""

MIN_PROGRAMS = 3
"""Number of programs with the same preamble commands in one process from which a format is worth making."""

# The sandbox prevents writing and running; TeX's own checks of file names only give clearer messages.
ENVIRONMENT = {
    "openin_any": "p",
    "openout_any": "p",
    "shell_escape": "f",
    "max_print_line": "1000",  # one message per line
    "error_line": "254",
    "half_error_line": "200",
    "SOURCE_DATE_EPOCH": "0",  # pgf seeds its random numbers with the date
    "FORCE_SOURCE_DATE": "1",
}
PDFLATEX = ("pdflatex", "-interaction=nonstopmode", "-no-shell-escape", "-jobname=drawing")

PACKAGES = "texlive-latex-recommended texlive-pictures texlive-latex-extra"

_LARGEST = 200 << 20
_LIMITS = sandbox.Limits(seconds=120, cpu_seconds=60, file_size=_LARGEST, scratch=400 << 20, collected=_LARGEST)
# Identifies the TeX installation: its own format, the lists of installed files, and the version.
_INSTALLATION = """
format=$(kpsewhich -engine=pdftex pdflatex.fmt) && stat -L -c '%s %Y' "$format" $(kpsewhich --all ls-R) &&
pdflatex --version
"""
_NEEDED = ("standalone.cls", "tikz.sty", "pgfplots.sty", "amsmath.sty")

_lock = threading.Lock()
_seen: Counter[tuple[str, ...]] = Counter()
_failed: set[tuple[str, ...]] = set()


def expect(codes: Sequence[str]) -> None:
    """Announce programs before they are compiled, so that the format of a common preamble is made for the first one."""
    for code in codes:
        commands = [opening.command for opening in openings(code)]
        with _lock:
            for length in range(1, len(commands) + 1):
                _seen[tuple(commands[:length])] += 1


def best(code: str) -> tuple[Path | None, int]:
    """Return the format that covers most of the program's preamble, and the index at which the rest begins.

    A missing format of a common preamble is made now. The shortest format contains only LaTeX.
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
        pays = not key or (_seen[key] >= MIN_PROGRAMS and any(opening.draws for opening in parts[:length]))
        if path.is_file() or (pays and _make(key, path)):
            with contextlib.suppress(OSError):
                os.utime(path)  # mark as recently used
            return path, parts[length - 1].end if length else 0
    return None, 0


def discard(path: Path) -> None:
    """Remove a format that TeX rejects; the next process makes it again."""
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
    """Run a script on a document in drawing.tex, with poppler's tools, and with the format, if any, as its last
    argument."""
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
    """Raise Unavailable if the TeX installation lacks files that nearly every drawing needs."""
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
    """Make a format, in one thread of one process at a time. Return whether it exists."""
    try:
        with _lock, _locked(path.parent):
            if path.is_file():
                return True
            if key in _failed:
                return False
            made = _dump(key)
            if made is None:
                _failed.add(key)
                return False
            _write(path, made)
            _tidy(path.parent)
            return True
    except OSError:  # the disk may be full or read-only
        _failed.add(key)
        return False


def _dump(key: tuple[str, ...]) -> bytes | None:
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
def _locked(folder: Path) -> Iterator[None]:
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
        Path(part).chmod(0o644)  # the sandbox runs as another user
        Path(part).replace(path)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def _tidy(folder: Path) -> None:
    """Remove the least recently used formats. Processes that have opened one can still read it."""
    ages = []
    for path in folder.glob("*.fmt"):
        with contextlib.suppress(OSError):
            ages.append((path.stat().st_mtime, path))
    for _, path in sorted(ages)[:-MAX_FORMATS]:
        path.unlink(missing_ok=True)


def _after_fork() -> None:
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
