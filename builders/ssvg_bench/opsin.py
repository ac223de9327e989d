"""Names → SMILES by OPSIN (https://opsin.ch.cam.ac.uk, MIT), the jar that the `py2opsin` package carries.

Many names go through one start of Java, by its standard input, one a line. The package's own function would leave a
file in the current folder, lose the place of names that hold line breaks, and depend on the terminal's encoding.
"""

import importlib.util
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from sgpkit.errors import UserError

MAX_NAME = 2_000
"""Characters; the longest name among the 300 has under 400."""

_STARTUP_SECONDS, _NAMES_A_SECOND = 60, 20


def read_names(names: Sequence[str]) -> list[str]:
    """Return for each name its SMILES, "" where OPSIN cannot read it."""
    java, jar = _java(), _jar()
    sent = [index for index, name in enumerate(names) if name.strip() and name.isprintable() and len(name) <= MAX_NAME]
    if not sent:
        return [""] * len(names)
    done = subprocess.run(
        [java, "-jar", str(jar), "-osmi"],
        input="".join(f"{names[index]}\n" for index in sent).encode("utf-8", errors="replace"),
        capture_output=True,
        timeout=_STARTUP_SECONDS + len(sent) / _NAMES_A_SECOND,
        check=False,
    )
    lines = done.stdout.decode("utf-8").split("\n")
    if done.returncode or len(lines) != len(sent) + 1 or lines[-1]:
        message = done.stderr.decode("utf-8", errors="replace").strip()[-500:]
        raise RuntimeError(
            f"OPSIN answered {len(lines) - 1} lines to {len(sent)} names and left with {done.returncode}; "
            f"it said: {message}"
        )
    answers = [""] * len(names)
    for index, line in zip(sent, lines, strict=False):  # the text after the last line break is empty
        answers[index] = line.strip()
    return answers


def _java() -> str:
    java = shutil.which("java")
    if java is None:
        raise UserError("OPSIN needs Java 8 or newer, and there is no `java` here: apt install default-jre-headless")
    return java


def _jar() -> Path:
    package = importlib.util.find_spec("py2opsin")  # only located, because importing it starts Java again
    if package is None or package.origin is None:
        raise UserError("OPSIN comes with the package py2opsin, which is not installed: pip install 'sgpkit[chem]'")
    jars = sorted(Path(package.origin).parent.glob("opsin-cli-*.jar"))
    if not jars:
        raise UserError(f"no opsin-cli-*.jar in {Path(package.origin).parent}: pip install --force-reinstall py2opsin")
    return jars[-1]
