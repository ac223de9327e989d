"""A program in the sandbox of an ordinary user has that user's id, and therefore reaches the pipes of the shell that
watches it. Forged messages there affect only the program itself."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from paths import ROOT

SOMEBODY = "54321"
FORGED = r"""
import glob, io, os, sys, tarfile
def archive(name, size, **facts):
    entry = tarfile.TarInfo(name)
    entry.size = size
    for fact in facts.items():
        setattr(entry, *fact)
    return entry.tobuf(tarfile.GNU_FORMAT) + b"x" * 512
words = {
    "digits": b"9" * 5000 + b"\n",
    "letters": b"ok\n",
    "many": b"0\nmany\n",
    "a large file": b"0\n" + archive("out", 1 << 60),
    "more than there is": b"0\n" + archive("out", 4096),
    "a negative size": b"0\n" + archive("out", -512),
    "a file above": b"0\n" + archive("../../out", 3),
    "a link": b"0\n" + archive("out", 0, type=tarfile.SYMTYPE, linkname="/etc/passwd"),
    "no archive": b"0\n" + b"\xff" * 2048,
}[sys.argv[1]]
reached = 0
for path in glob.glob("/proc/[0-9]*/fd/*"):
    if path.split("/")[2] != str(os.getpid()):
        try:
            os.write(os.open(path, os.O_WRONLY | os.O_NONBLOCK), words)
            reached += 1
        except OSError:
            pass
print(reached)
sys.exit(3)
"""
ASKED = f"""
import json
from sgpkit.sandbox.workers import sandbox
forged = {FORGED!r}
told = {{}}
sizes = ("a large file", "more than there is", "a negative size")
for name in ("digits", "letters", "many", *sizes, "a file above", "a link", "no archive"):
    ended = sandbox.run(["python3", "-c", forged, name], {{}}, collect=["out", "*"])
    told[name] = [str(ended.ended), ended.exit_status, sorted(ended.files)]
told["after"] = sandbox.run(["sh", "-c", "echo plain"], {{}}).stdout.decode()
told["all killed"] = str(sandbox.run(["sh", "-c", "kill -9 -1; sleep 60"], {{}}, sandbox.Limits(seconds=2)).ended)
told["kind"] = sandbox.kind()
print(json.dumps(told))
"""


def python_of_somebody(environment: dict[str, str]) -> list[str] | None:
    """Return the beginning of a command that runs as another user, with an interpreter that this user may run."""
    switch = ["setpriv", f"--reuid={SOMEBODY}", f"--regid={SOMEBODY}", "--clear-groups"] if os.geteuid() == 0 else []
    for program in (sys.executable, shutil.which("python3", path="/usr/bin")):
        command = [*switch, str(program)]
        tried = [*command, "-c", "import sys, sgpkit.sandbox.workers.sandbox; sys.exit(sys.version_info < (3, 11))"]
        if program and subprocess.run(tried, env=environment, capture_output=True, check=False).returncode == 0:
            return command
    return None


@pytest.mark.sandbox
def test_a_program_of_the_same_user_speaks_for_nobody_but_itself():
    with tempfile.TemporaryDirectory() as home:
        Path(home).chmod(0o777)
        environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        environment |= {"HOME": home, "XDG_CACHE_HOME": home, "TMPDIR": home}
        command = python_of_somebody(environment)
        if command is None:
            pytest.skip("no interpreter here that another user may run")
        ended = subprocess.run(
            [*command, "-c", ASKED], env=environment, capture_output=True, text=True, cwd="/", check=False
        )
    if "Unavailable" in ended.stderr:
        pytest.skip(f"no sandbox for another user here: {ended.stderr.splitlines()[-1]:.200}")
    assert ended.returncode == 0, ended.stderr
    output = json.loads(ended.stdout)
    assert output.pop("kind").startswith("bubblewrap")
    assert (output.pop("after"), output.pop("all killed")) == ("plain\n", "signal")
    for name, (_ended, status, files) in output.items():
        assert status is None or 0 <= status < 256, name
        assert set(files) <= {"../../out"}, "bytes under a name, which nobody writes anywhere"
