"""Nothing that a program leaves behind reaches the next one in the same sandbox, with or without separate
namespaces."""

import ast
import time
from contextlib import suppress
from pathlib import Path

import pytest

from sgpkit.graphics import dot, turtle
from sgpkit.graphics.programs import library_program as programs
from sgpkit.sandbox.workers import bubblewrap, pool, python_files, sandbox
from sgpkit.status import Rejected

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

PLOT = "import matplotlib.pyplot as plt\nplt.plot([0, 2, 2], [0, 0, 1], 'k')\n"
PICTURE = (
    "from PIL import Image, ImageDraw\nimg = Image.new('L', (90, 60), 255)\nImageDraw.Draw(img).line((9, 9, 80, 50))\n"
)
SQUARE = "for i in range(4):\n    t.forward(100)\n    t.right(90)\n"
SEEN = """
import os, resource
files = sorted(os.path.join(folder, name) for folder, _, names in os.walk("/tmp") for name in names)
space = os.statvfs("/tmp")
raise ValueError([name for name in files if "left" in name], space.f_bavail * space.f_bsize >> 20)
"""
DRAW = {
    "turtle": (turtle.draw, SQUARE),
    "matplotlib": (lambda code: programs.to_svg(code, programs.MATPLOTLIB), PLOT),
    "Pillow": (lambda code: programs.to_svg(code, programs.PILLOW), PICTURE),
}


@pytest.fixture(params=["namespaces", "wiping"], autouse=True)
def one_sandbox(request, monkeypatch):
    """Use one sandbox of each kind: programs have separate namespaces, or share those of the sandbox."""
    monkeypatch.setenv("SGPKIT_WORKERS", "1")
    result = bubblewrap.way()
    if request.param == "namespaces" and not result.nested:
        pytest.skip("no namespaces inside a sandbox on this machine")
    monkeypatch.setattr(bubblewrap, "way", lambda: result._replace(nested=request.param == "namespaces"))
    turtle.close()
    programs.close()
    monkeypatch.setattr(turtle, "_POOL", pool.Pool(turtle._service))
    monkeypatch.setattr(
        programs,
        "_POOLS",
        {
            item.name: pool.Pool(lambda item=item: programs._service(item))
            for item in (programs.MATPLOTLIB, programs.PILLOW)
        },
    )
    yield request.param
    turtle.close()
    programs.close()


def sandboxes():
    return [*turtle.processes(), *programs.processes()]


def values(draw, code):
    """Return the value in the ValueError that a program raised."""
    with pytest.raises(Rejected) as caught:
        draw(code)
    return ast.literal_eval(caught.value.reason.partition("ValueError: ")[2])


LEFT = {
    "a file": "open('/tmp/left', 'w').close()",
    "a file in matplotlib's folder": "os.makedirs('/tmp/matplotlib', exist_ok=True); open('/tmp/matplotlib/left', 'w').close()",
    "31 MB": "open('/tmp/left', 'wb').write(bytes(15 << 20)); open('/tmp/work/left', 'wb').write(bytes(15 << 20))",
    "many files": "[open(f'/tmp/work/left{n}', 'w').close() for n in range(900)]",
    "folders without rights": "os.makedirs('/tmp/left/left/left'); open('/tmp/left/left/left/left', 'w'); os.chmod('/tmp/left/left', 0)",
    "a pipe": "os.mkfifo('/tmp/left')",
    "links": "os.symlink('/tmp/left', '/tmp/left'); os.symlink('/', '/tmp/work/left')",
    "a folder replaced": "os.chdir('/'); os.path.isdir('/tmp/matplotlib') and os.rename('/tmp/matplotlib', '/tmp/left')",
}


@pytest.mark.parametrize("kind", DRAW)
@pytest.mark.parametrize("name", LEFT)
def test_files_of_a_program_are_not_there_for_the_next(name, kind):
    draw, good = DRAW[kind]
    before, first = draw(good), sandboxes()
    assert draw(f"import os\n{LEFT[name]}\n{good}") == before
    left, free = values(draw, SEEN)
    assert left == [] and free >= 30
    assert draw(good) == before
    assert sandboxes() == first, "the sandbox goes on"


def test_a_hook_of_matplotlib_that_calls_any_function_by_name_reaches_nothing():
    draw, good = DRAW["matplotlib"]
    before, first = draw(good), sandboxes()
    for hook in ("os:getcwd", "subprocess:getoutput", "posix:abort", "matplotlib:rcParams.clear"):
        with suppress(Rejected):
            draw(f"{PLOT}plt.rcParams['figure.hooks'] = [{hook!r}]\nplt.figure()\nplt.plot([1, 2])\n")
        assert draw(good) == before
    assert sandboxes() == first


SIGNALS = {
    "its parent": "os.kill(os.getppid(), 9)",
    "its group": "os.killpg(os.getpgid(0), 9)",
    "everyone": "os.kill(-1, 9)",
    "the sandbox's processes": "[os.kill(n, 19) for n in range(2, 30) if n != os.getpid()]",
}


@pytest.mark.parametrize("name", SIGNALS)
def test_signals_of_a_program_reach_only_itself(name, one_sandbox):
    first = turtle.draw(SQUARE), sandboxes()
    with suppress(Rejected):
        turtle.draw(f"import os\ntry: {SIGNALS[name]}\nexcept OSError: pass\n{SQUARE}", seconds=2)
    assert turtle.draw(SQUARE) == first[0]
    if one_sandbox == "namespaces":
        assert sandboxes() == first[1]


PRIORITIES = """
import os, resource, ctypes
libc = ctypes.CDLL(None, use_errno=True)
def attempt(call):
    try:
        call()
    except OSError as error:
        return error.errno
    return 0
others = [int(name) for name in os.listdir("/proc") if name.isdigit()]
raise ValueError(
    {attempt(lambda: os.nice(5)), *(attempt(lambda: resource.prlimit(n, resource.RLIMIT_CPU, (9, 9))) for n in others)}
)
"""


def test_a_program_changes_no_limits_of_others():
    assert 0 not in values(turtle.draw, PRIORITIES)
    assert turtle.draw(SQUARE).marks


DAEMONS = """
import sys
sys.path[:0] = sys.argv[1:]
import forked_answers, os, time

def reply(request):
    if request == b"start":
        for _ in range(6):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    os.closerange(0, 64)
                    time.sleep(600)
                os._exit(0)
        return b"started"
    return b"%d" % os.getpid()

forked_answers.serve(reply, max_bytes=100, childless=False)
"""


def children(process):
    paths = list(Path(f"/proc/{process}/task").glob("*/children"))
    direct = [int(number) for path in paths for number in path.read_text().split()]
    return direct + [below for number in direct for below in children(number)]


def test_daemons_end_with_the_program(one_sandbox):
    if one_sandbox == "wiping":
        pytest.skip("there, no program can start a process")
    command = [str(python_files.interpreter()), "-I", "-S", "-B", "-c", DAEMONS, str(pool.INSIDE)]
    shown = [pool.INSIDE, *python_files.interpreter_paths()]
    with sandbox.Service(command, read_only=shown, forks=True) as service:
        assert pool.ask_forked(service, b"other", 10) == b"1"
        usual = len(waiting_processes(service.process))
        assert pool.ask_forked(service, b"start", 10) == b"started"
        assert len(waiting_processes(service.process)) == usual
        assert pool.ask_forked(service, b"other", 10) == b"1"


def test_a_program_has_no_rights_in_its_namespaces(one_sandbox):
    script = """
import os
status = dict(line.split(":\\t", 1) for line in open("/proc/self/status"))
rights = {status[name].strip() for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")}
raise ValueError(sorted(rights), status["NoNewPrivs"].strip(), status["Seccomp"].strip(), os.getuid() != 0, os.getpid())
"""
    rights, confined, filtered, unprivileged, process = values(turtle.draw, script)
    assert (rights, confined, filtered, unprivileged) == (["0" * 16], "1", "2", True)
    assert (process == 1) is (one_sandbox == "namespaces")


def test_what_a_sandbox_writes_to_dev_and_proc_is_refused():
    positions = "['/', '/dev', '/dev/shm', '/etc', '/usr', '/proc', '/proc/sys/kernel', '/run', '/var']"
    code = f"""
import os
written = []
for place in {positions}:
    try:
        open(place + '/x', 'w')
        written.append(place)
    except OSError:
        pass
raise ValueError(written)
"""
    assert values(turtle.draw, code) == []


MEMORY = """
import os
reached = []
for process in os.listdir("/proc"):
    if process.isdigit() and process != os.readlink("/proc/self"):
        for name in ("mem", "environ", "maps", "fd/0", "fd/1"):
            try:
                with open(f"/proc/{process}/{name}", "rb", buffering=0) as file:
                    name.startswith("fd") or file.read(1)
                reached.append((process, name))
            except OSError:
                pass
raise ValueError(reached)
"""


def test_memory_and_descriptors_of_other_processes_are_not_reached():
    assert values(turtle.draw, MEMORY) == []


WITHOUT_WALLS = """
import sys
sys.path[:0] = sys.argv[1:]
import forked_answers, namespaces, os

def forbidden(*_):
    raise PermissionError

namespaces.fork_apart = namespaces.isolate = forbidden
forked_answers.serve(lambda request: request, max_bytes=100, childless=True)
"""


def test_a_sandbox_without_namespaces_and_landlock_is_used_once():
    command = [str(python_files.interpreter()), "-I", "-S", "-B", "-c", WITHOUT_WALLS, str(pool.INSIDE)]
    shown = [pool.INSIDE, *python_files.interpreter_paths()]
    with sandbox.Service(command, read_only=shown, forks=True) as service:
        for _ in range(2):
            assert pool.ask_forked(service, b"one", 10) == b"one"
            assert service.process is None


UNWIPED = """
import sys
sys.path[:0] = sys.argv[1:]
import forked_answers, namespaces

def forbidden(*_):
    raise PermissionError

def reply(request):
    open("/tmp/left", "w").close()
    return request

namespaces.fork_apart, namespaces.wipe = forbidden, lambda scratch: None
forked_answers.serve(reply, max_bytes=100, childless=True)
"""


def test_a_sandbox_in_which_a_file_remains_is_not_used_again():
    command = [str(python_files.interpreter()), "-I", "-S", "-B", "-c", UNWIPED, str(pool.INSIDE)]
    shown = [pool.INSIDE, *python_files.interpreter_paths()]
    with sandbox.Service(command, read_only=shown, forks=True) as service:
        assert pool.ask_forked(service, b"one", 10) == b"one"
        assert service.process is None


SERVICES = {
    "turtle": (turtle, lambda: turtle.draw(SQUARE)),
    "programs": (programs, lambda: programs.to_svg(PICTURE, programs.PILLOW)),
    "dot": (dot, lambda: dot.to_svg(f"graph {{ a{time.time_ns()} }}")),
}


@pytest.mark.parametrize("name", SERVICES)
def test_the_process_that_waits_for_a_program_is_confined_already(name, one_sandbox, monkeypatch):
    module, use = SERVICES[name]
    if module is dot:
        dot.close()
        monkeypatch.setattr(dot, "_POOL", pool.Pool(dot._service))
    use()
    (sandboxed,) = [process for process in module.processes() if process]
    template, waiting = waiting_processes(sandboxed)[-2:]
    assert (status(waiting)["Seccomp_filters"], status(waiting)["CapBnd"]) == ("2", "0" * 16)
    own = [
        Path(f"/proc/{process}/ns/{kind}").readlink()
        for kind in ("user", "mnt", "ipc")
        for process in (template, waiting)
    ]
    assert len(set(own)) == (6 if one_sandbox == "namespaces" else 3)
    assert len(status(waiting)["NSpid"].split()) - len(status(template)["NSpid"].split()) == (len(set(own)) == 6)
    module.close()


def waiting_processes(sandboxed):
    """Return the processes of a sandbox once the one of the next program is forked and confined."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        processes = children(sandboxed)
        if status(processes[-1]).get("Seccomp_filters") == "2":
            break
        time.sleep(0.01)
    return processes


def status(process):
    lines = Path(f"/proc/{process}/status").read_text().splitlines() if Path(f"/proc/{process}").exists() else []
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)
