"""A persistent sandboxed program: it keeps its process, ends without affecting others, and is started again."""

import secrets
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest
from process_list import processes_marked

from sgpkit.sandbox.workers import sandbox
from sgpkit.sandbox.workers.sandbox import Ended, Limits

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

MEGABYTE = 1 << 20
INTERPRETER = Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def runs(process):
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


ECHO = """
import os, struct, sys, time
requests, answers = sys.stdin.buffer, sys.stdout.buffer
def send(content):
    answers.write(struct.pack(">Q", len(content)) + content)
    answers.flush()
send(b"")
while header := requests.read(8):
    request = requests.read(*struct.unpack(">Q", header))
    if request == b"die":
        os._exit(1)
    if request == b"hang":
        time.sleep(60)
    if request == b"grow":
        if os.fork() == 0 or os.fork() == 0:
            pass
        kept = bytearray(120 << 20)
        time.sleep(60)
    if request == b"lie":
        answers.write(struct.pack(">Q", 1 << 60)); answers.flush(); time.sleep(60)
    send(b"%d " % os.getpid() + request)
"""


@pytest.fixture
def service():
    command = [str(INTERPRETER), "-I", "-S", "-c", ECHO]
    with sandbox.Service(command, read_only=[INTERPRETER.parent.parent], limits=Limits(memory=256 * MEGABYTE)) as made:
        yield made


def test_a_service_keeps_its_process(service):
    first = service.ask(b"a" * 3 * MEGABYTE, 10)
    process = service.process
    assert first.endswith(b" " + b"a" * 3 * MEGABYTE)
    assert service.ask(b"", 10).split()[0] == first.split()[0]
    assert service.process == process


@pytest.mark.parametrize(
    ("request_", "ended"),
    [(b"die", Ended.SIGNAL), (b"hang", Ended.TIMEOUT), (b"grow", Ended.MEMORY), (b"lie", Ended.OUTPUT)],
)
def test_a_service_comes_back_after_a_bad_request(service, request_, ended):
    assert service.ask(b"good", 10).endswith(b" good")
    process = service.process
    with pytest.raises(sandbox.Died) as caught:
        service.ask(request_, 0.5 if ended is Ended.TIMEOUT else 30)
    assert caught.value.ended is ended
    assert isinstance(caught.value, sandbox.TimedOut) == (ended is Ended.TIMEOUT)
    assert not runs(process)
    assert service.ask(b"good", 10).endswith(b" good")


def test_a_service_outlives_the_thread_that_started_it(service):
    answers = []
    thread = threading.Thread(target=lambda: answers.append(service.ask(b"x", 10)))
    thread.start()
    thread.join()
    process = service.process
    assert service.ask(b"x", 10) == answers[0]
    assert service.process == process


def test_a_service_that_cannot_start_is_a_broken_tool():
    with (
        sandbox.Service(["bash", "-c", "echo no such library >&2; exit 1"]) as service,
        pytest.raises(sandbox.Unavailable, match="no such library"),
    ):
        service.ask(b"", 5)


def test_services_end_with_the_interpreter():
    marker = secrets.token_hex(8)
    caller = f"""
    import sys
    from sgpkit.sandbox.workers import sandbox
    command = [{str(INTERPRETER)!r}, "-I", "-S", "-c", sys.argv[1]]
    service = sandbox.Service(command, read_only=[{str(INTERPRETER.parent.parent)!r}])
    print(service.ask(b"x", 10))
    """
    script = f"{ECHO}\n# {marker}"
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(caller), script], capture_output=True, timeout=20)
    assert b" x" in ended.stdout, ended.stderr
    deadline = time.monotonic() + 5
    while processes_marked(marker) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert processes_marked(marker) == []
