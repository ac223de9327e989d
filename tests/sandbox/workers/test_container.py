"""The sandbox in a container, by a stand-in for the engine that checks its command line and runs it in bubblewrap."""

import contextlib
import os
import re
import secrets
import subprocess
import sys
import threading
import time
from pathlib import Path

import container_engine
import pytest

from sgpkit.graphics import compiled, dot, molecule, raster, tex, turtle
from sgpkit.metrics.structure import ssvg_structure
from sgpkit.metrics.structure import turtle as turtle_match
from sgpkit.sandbox.workers import bubblewrap, container, container_process, python_files, sandbox
from sgpkit.sandbox.workers.container_process import Samples
from sgpkit.sandbox.workers.sandbox import Ended, Limits
from sgpkit.status import Rejected, Status

MEGABYTE = 1 << 20
SMILES = "CCO"


def close_all():
    for module in (raster, turtle, dot):
        module.close()
    compiled.MEMORY.forget()
    sandbox.forget()


@pytest.fixture(params=["docker", "podman"])
def engine(request, tmp_path, monkeypatch):
    """The folder into which the stand-in writes."""
    state = container_engine.install(tmp_path, request.param, ("sgpkit:test",))
    monkeypatch.setenv("SGPKIT_SANDBOX", "container")
    monkeypatch.setenv("SGPKIT_SANDBOX_ENGINE", str(tmp_path / request.param))
    monkeypatch.setenv("SGPKIT_SANDBOX_IMAGE", "sgpkit:test")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    close_all()
    yield state
    close_all()


of_docker = pytest.mark.parametrize("engine", ["docker"], indirect=True)  # the inside is the same for both


# --- the command line -------------------------------------------------------------------------------------------------


def line(kind, read_only=(), limits=None):
    result = container.Engine(f"/usr/bin/{kind}", f"{kind} 5.4.0", "sgpkit:1", "/python", "/libraries")
    contents = bubblewrap.Contents({}, read_only, {"LANG": "C.UTF-8"}, 16 * MEGABYTE)
    chosen = limits or Limits(memory=1 << 30, processes=8, scratch_files=500)
    return container.command_line(result, "sgpkit-1", ["/bin/bash", "-c", "true"], contents, chosen)


def covered(path):
    return f"type=tmpfs,target={path},tmpfs-size=4096,tmpfs-mode=0555"


def test_the_command_line_for_docker():
    proxies = [f"--env={name}=" for proxy in container.PROXIES for name in (proxy, proxy.lower())]
    assert line("docker") == (
        *("/usr/bin/docker", "run", "--rm", "--interactive", "--pull=never", "--name", "sgpkit-1", "--network=none"),
        *("--ipc=none", "--cgroupns=private", "--hostname=sandbox", "--log-driver=none", "--read-only"),
        "--tmpfs=/tmp:rw,nosuid,nodev,exec,mode=1777,size=16777216,nr_inodes=500",
        *("--cap-drop=ALL", "--security-opt=no-new-privileges", "--user=65534:65534"),
        *("--memory=1157627904", "--memory-swap=1157627904", "--pids-limit=14", "--cpus=1", *proxies),
        *(word for path in container.HIDDEN for word in ("--mount", covered(path))),
        *("--env=LANG=C.UTF-8", "--workdir=/", "--entrypoint=/bin/bash", "sgpkit:1", "-c", "true"),
    )


def test_podman_is_told_the_same_in_its_own_words():
    docker, podman = (set(line(kind)[1:]) for kind in ("docker", "podman"))
    assert podman - docker == {
        "--tmpfs=/tmp:rw,nosuid,nodev,exec,mode=1777,size=16777216",
        "--read-only-tmpfs=false",
        "--http-proxy=false",
        "--image-volume=ignore",
        *(f"{covered(path)},notmpcopyup" for path in container.HIDDEN),
    }
    assert all(word.startswith(("--env=", "--tmpfs=", "type=tmpfs")) for word in docker - podman)


def test_paths_are_shown_read_only_where_they_are_and_python_is_the_images_own(tmp_path):
    package = str(Path(container.__file__).parents[2])
    shown = ("/data/a, b", package, sys.base_prefix, str(Path(pytest.__file__).parent))
    words = line("docker", shown)
    mounts = [words[position + 1] for position, word in enumerate(words) if word == "--mount"]
    assert mounts == [
        'type=bind,"source=/data/a, b","target=/data/a, b",readonly',
        f"type=bind,source={package},target={package},readonly",
        *map(covered, container.HIDDEN),
    ]


def test_answers_of_benchmarks_in_the_image_are_covered_unless_they_are_shown():
    assert covered("/home/sgpkit/builders") in line("docker")
    words = line("docker", ("/home/sgpkit/builders", "/home/sgpkit/sgpkit/graphics/dot/inside"))
    assert [word for word in words if word.startswith("type=tmpfs")] == [covered("/home/sgpkit/tests")]


def test_this_machines_interpreter_and_libraries_become_the_images():
    result = container.Engine("/usr/bin/docker", "docker 28", "sgpkit:1", "/image/python", "/image/libraries")
    here, libraries = str(python_files.interpreter()), str(Path(pytest.__file__).parents[1])
    assert container.translate_command(result, [here, "-I", "-c", "pass", libraries, "/elsewhere"]) == [
        *("/image/python", "-I", "-c", "pass", "/image/libraries", "/elsewhere"),
    ]
    assert container.translate_command(result, ["bash", here]) == ["bash", here]
    with pytest.raises(sandbox.Unavailable, match="SGPKIT_SANDBOX_PYTHON"):
        container.translate_command(result._replace(python=""), [here])


@pytest.mark.sandbox
def test_the_first_process_does_nothing_anywhere_but_in_a_container():
    """Its `kill -1` would end everything that the user runs."""
    words = ["99999", "99999", "9", "99", "9", "0", "9", "0", "echo", "ran"]
    ran = sandbox.run(["/bin/bash", "-c", container_process.SUPERVISOR, "bash", *words], {})
    assert (ran.exit_status, ran.stdout) == (125, b"")
    assert b"not the first process" in ran.stderr


# --- one program ------------------------------------------------------------------------------------------------------


@pytest.mark.sandbox
def test_a_program_in_a_container(engine):
    result = sandbox.run(
        ["bash", "-c", "tr a-z A-Z < in/a.txt > out.txt; cat; echo complained >&2; pwd; ls -A / | grep -c .; exit 3"],
        {"in/a.txt": b"words", "empty": b""},
        stdin=b"given\n" * 100_000,
        collect=["*.txt", "empty", "absent"],
    )
    assert (result.ended, result.exit_status, result.stderr) == (Ended.EXITED, 3, b"complained\n")
    assert result.stdout.startswith(b"given\n" * 100_000 + b"/tmp/work\n")
    assert result.files == {"out.txt": b"WORDS", "empty": b""}
    assert (engine / "kind").read_text() in sandbox.kind() and "sgpkit:test" in sandbox.kind()


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("script", "limits", "ended"),
    [
        ("sleep 60", Limits(seconds=0.4), Ended.TIMEOUT),
        ("while :; do :; done", Limits(cpu_seconds=1), Ended.CPU),
        ("yes", Limits(output=MEGABYTE), Ended.OUTPUT),
        ("yes >&2", Limits(output=MEGABYTE, collected=MEGABYTE), Ended.OUTPUT),
        ("trap '' XFSZ; head -c 3000000 /dev/zero > a", Limits(file_size=MEGABYTE), Ended.EXITED),
        ("kill -9 $$", Limits(), Ended.SIGNAL),
        ("kill -9 -1; exit 0", Limits(), Ended.EXITED),
        ("echo a > 1; echo b > 2", Limits(collected_files=1), Ended.COLLECTED),
        ("head -c 3000000 /dev/zero > a", Limits(collected=MEGABYTE), Ended.COLLECTED),
    ],
    ids=["sleep", "spin", "stdout", "stderr", "file size", "signal", "kill everyone", "many files", "large files"],
)
@of_docker
def test_limits_hold_in_a_container(engine, script, limits, ended):
    result = sandbox.run(["bash", "-c", script], {}, limits, collect=["*"])
    assert result.ended is ended, result
    assert result.seconds < 20


@pytest.mark.process
@pytest.mark.parametrize("script", ["exec yes no >&2", "sleep 60"], ids=["complaining", "silent"])
def test_who_stays_after_a_program_has_ended_is_not_listened_to_for_ever(script, monkeypatch):
    monkeypatch.setattr(container_process, "GRACE", 1)
    with subprocess.Popen(["sh", "-c", script], stderr=subprocess.PIPE, bufsize=0) as process:
        box = container_process.ContainerProcess(Limits(), process, None, "name", Samples(b"mark"), b"", os.getpid())
        assert box.ending(b"heard") is Ended.SIGNAL
        process.kill()


@pytest.mark.sandbox
@of_docker
def test_what_its_control_group_says_ends_a_program(engine):
    group = engine / "cgroup"
    group.mkdir()
    (group / "memory.events").write_text("high 0\noom_kill 1\n")
    (group / "cpu.stat").write_text("usage_usec 7000000\nuser_usec 0\n")
    assert sandbox.run(["bash", "-c", "kill -9 $$"], {}).ended is Ended.MEMORY
    assert sandbox.run(["bash", "-c", "exit 3"], {}).exit_status == 3
    with sandbox.Service(["bash", "-c", "head -c 8 /dev/zero; read -r -n 9; kill -9 $$"]) as service:
        with pytest.raises(sandbox.Died) as died:
            service.ask(b"a\n", 20)
        assert died.value.ended is Ended.MEMORY
    (group / "memory.events").write_text("oom_kill 0\n")
    timer = threading.Timer(1.0, (group / "cpu.stat").write_text, ("usage_usec 99000000\n",))
    timer.start()
    assert sandbox.run(["sleep", "60"], {}, Limits(cpu_seconds=5)).ended is Ended.CPU
    timer.join()


def test_what_the_container_says_of_the_whole_tree():
    samples = Samples(b"mark")
    box = container_process.ContainerProcess(Limits(cpu_seconds=2), None, None, "name", samples, b"early ", os.getpid())
    assert box.outputs(b"said\nmark 0 0 5\nfiles", b"") == (b"early said\n", b"ready\n0\nfiles", None)
    assert box.outputs(b"mark 137 1 5\n", b"")[2] is Ended.MEMORY
    assert box.outputs(b"mark 137 0 2000001\n", b"")[2] is Ended.CPU
    assert box.outputs(b"mark 137 0 5\n", b"")[2] is None
    assert box.gauge.cpu == pytest.approx(2.000001)
    assert box.outputs(b"mark x y z\n", b"")[1:] == (b"ready\n", None)
    assert box.outputs(b"mark %s 0 0\n" % (b"9" * 5000), b"")[1:] == (b"ready\n", None), "no number that Python reads"


SAID = (
    b"a mark t 1000000 500000 1 o7:40,8:2, w7:250000,9:1,\nline\nma"
    b"mark t 3000000 2000000 0 o7:180, w7:300000,\n\xffmark 0 0 2500000\nmark t 1 99000000 1 o w\nmar"
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 40, 1000])
def test_samples_are_taken_out_of_standard_error_however_it_is_cut(size):
    samples = Samples(b"mark")
    clean = b"".join(samples.filter(SAID[i : i + size]) for i in range(0, len(SAID), size)) + samples.rest
    assert clean == b"a line\nma\xffmark 0 0 2500000\nmark t 1 99000000 1 o w\nmar", "a file may look like a sample"
    assert (samples.gauge.clock, samples.gauge.cpu, samples.gauge.runnable) == (3.0, 2.0, False)
    assert samples.gauge.waited == pytest.approx(0.300001)


@pytest.mark.parametrize(
    "words",
    [b"t x 1 1 o w", b"t 1 1 2 o w", b"t 1 1 1 o7 w", b"t -1 1 1 o w", b"t %s 1 1 o w" % (b"9" * 5000), b"t", b"\x00"],
)
def test_what_only_looks_like_a_sample_is_text(words):
    samples = Samples(b"mark")
    output = b"before mark " + words + b"\nafter\n"
    assert samples.filter(output) + samples.rest == output
    assert (samples.gauge.clock, samples.gauge.cpu) == (0.0, 0.0)


def test_a_mark_without_an_end_is_not_kept_for_ever():
    samples = Samples(b"mark")
    for _ in range(100):
        samples.filter(b"mark" + b"t" * 10_000)
    assert len(samples.rest) < container_process.LONGEST_SAMPLE


@pytest.fixture
def busy():
    """Limit this process and all that it starts to one processor, which four others keep busy."""
    # In separate sessions, like the container, since some kernels share processors among sessions.
    spin = [sys.executable, "-c", "while True: pass"]
    processors = os.sched_getaffinity(0)
    keep_to({min(processors)})
    others = [subprocess.Popen(spin, start_new_session=True) for _ in range(4)]
    yield
    for other in others:
        other.kill()
        other.wait()
    keep_to(processors)


def keep_to(processors):
    """Set the processors of all threads, since a separate thread starts sandboxes."""
    for thread in Path("/proc/self/task").iterdir():
        with contextlib.suppress(ProcessLookupError):  # the thread has just ended
            os.sched_setaffinity(int(thread.name), processors)


WORK = "import time\nwhile time.process_time() < {}: pass"


@pytest.mark.slow
@pytest.mark.sandbox
@of_docker
def test_who_waits_for_a_processor_in_a_container_is_not_late(engine, busy):
    """It takes about five times as much time by the clock as processor time."""
    python = [str(python_files.interpreter()), "-I", "-S", "-c"]
    limits = Limits(seconds=1.2, cpu_seconds=1.2)
    worked = sandbox.run([*python, WORK.format(0.8)], {}, limits)
    assert worked.ended is Ended.EXITED
    assert worked.seconds > 2 * limits.seconds, "the machine was not busy"
    assert worked.cpu_seconds == pytest.approx(0.8, abs=0.25)
    assert sandbox.run([*python, WORK.format(60)], {}, limits).ended is Ended.CPU
    assert sandbox.run(["sleep", "60"], {}, limits).ended is Ended.TIMEOUT


@pytest.mark.slow
@pytest.mark.sandbox
@of_docker
def test_a_request_to_a_container_that_waits_for_a_processor_is_not_late(engine, busy):
    script = (
        "import struct, sys, time\ni, o = sys.stdin.buffer, sys.stdout.buffer\n"
        "def say(x):\n    o.write(struct.pack('>Q', len(x)) + x); o.flush()\nsay(b'')\n"
        "while h := i.read(8):\n    r = i.read(*struct.unpack('>Q', h))\n"
        "    if r[:1] == b's': time.sleep(float(r[1:]))\n"
        "    end = time.process_time() + float(r[1:])\n    while time.process_time() < end: pass\n    say(b'done')"
    )
    with sandbox.Service([str(python_files.interpreter()), "-I", "-S", "-c", script]) as service:
        service.ask(b"w0", 20)
        time.sleep(3)  # time without a request does not count
        begun = time.monotonic()
        assert service.ask(b"w0.8", 1.2) == b"done"
        assert time.monotonic() - begun > 2.4, "the machine was not busy"
        with pytest.raises(sandbox.TimedOut, match="of sleeping or waiting"):
            service.ask(b"s60", 1.2)


@pytest.mark.sandbox
@of_docker
def test_a_program_in_a_container_cannot_read_the_mark_of_the_supervisor(engine):
    result = sandbox.run(["bash", "-c", "tr '\\0' ' ' </proc/1/cmdline; cat /proc/1/environ; env"], {})
    first = result.stdout.split(b"container does nothing")[0]
    assert b"bash" in first
    hexes = re.findall(rb"\b[0-9a-f]{32}\b", result.stdout)
    assert hexes == []


@pytest.mark.sandbox
def test_nothing_is_seen_of_the_files_and_the_network_outside(engine, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "secret-of-the-caller")
    canary = tmp_path / "canary"
    canary.write_text("alive")
    script = f"cat {canary}; echo dead > {canary}; touch /x; env; cat /proc/1/environ; exec 3<>/dev/tcp/127.0.0.1/9"
    result = sandbox.run(["bash", "-c", script], {})
    assert b"secret" not in result.stdout and b"alive" not in result.stdout
    assert canary.read_text() == "alive"


@pytest.mark.sandbox
@of_docker
@pytest.mark.parametrize(
    "asking",
    [
        "sandbox.run(command, {}, sandbox.Limits(seconds=1))",
        "sandbox.Service(command).ask(b'', 60)",
    ],
    ids=["run", "service"],
)
@pytest.mark.parametrize(
    "staying",
    ["trap '' TERM HUP INT; (exec -a MARKER sleep 60) & wait", "kill -9 -1; exec -a MARKER sleep 60"],
    ids=["deaf", "alone"],
)
def test_a_container_ends_by_itself_where_its_caller_was_killed(engine, asking, staying):
    """An engine's containers do not die with who asked for them; ours see that no one is there, or their time is up.
    A program that has killed all others in there is seen too."""
    marker = secrets.token_hex(8)
    script = f"""
from sgpkit.sandbox.workers import sandbox
from sgpkit.sandbox.workers import container_process
container_process.GRACE = 1
command = ["bash", "-c", {staying.replace("MARKER", marker)!r}]
{asking}
"""
    with subprocess.Popen([sys.executable, "-c", script]) as process:
        wait(lambda: marked(f"{marker}\0"))
        process.kill()
    wait(lambda: not marked(f"{marker}\0"))


def marked(text):
    return [
        path
        for path in Path("/proc").glob("[0-9]*/cmdline")
        if path.parent.name != str(os.getpid()) and text.encode() in readable(path)
    ]


def readable(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def wait(until):
    deadline = time.monotonic() + 20
    while not until() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert until()


# --- programs that stay, and whole scorings ---------------------------------------------------------------------------


@pytest.mark.sandbox
def test_a_service_keeps_its_container_and_gets_a_new_one(engine):
    script = (
        "import os, struct, sys\ni, o = sys.stdin.buffer, sys.stdout.buffer\n"
        "def say(x):\n    o.write(struct.pack('>Q', len(x)) + x); o.flush()\nsay(b'')\n"
        "while h := i.read(8):\n    r = i.read(*struct.unpack('>Q', h))\n    r == b'die' and os._exit(1)\n"
        "    while r == b'hang': pass\n    say(b'said ' + r)"
    )
    with sandbox.Service([str(python_files.interpreter()), "-I", "-S", "-c", script]) as service:
        assert service.ask(b"a" * 3 * MEGABYTE, 20) == b"said " + b"a" * 3 * MEGABYTE
        first = service.process
        assert service.ask(b"b", 20) == b"said b" and service.process == first
        with pytest.raises(sandbox.Died) as died:
            service.ask(b"die", 20)
        assert died.value.ended is Ended.SIGNAL
        assert service.ask(b"c", 20) == b"said c" and service.process != first
        with pytest.raises(sandbox.TimedOut):
            service.ask(b"hang", 0.5)
    running = [call["words"] for call in container_engine.calls(engine, "run")]
    assert len(running) == 3  # the probe, and two for the service
    assert len(container_engine.calls(engine, "rm")) == 1  # the others ended by themselves


@pytest.mark.slow
@pytest.mark.sandbox
@of_docker
def test_a_whole_scoring_in_containers_is_the_same_to_the_last_figure(engine, monkeypatch):
    drawings = [molecule.draw(SMILES, format) for format in ("svg", "tikz", "eps")]
    square = "import turtle\nfor _ in range(4):\n    turtle.forward(80)\n    turtle.left(90)\n"
    hostile = "import os\nprint(open('/etc/passwd').read())\nos._exit(0)"

    def score():
        matches = [
            ssvg_structure.score([code, "x"], [code, code], "molecule", format)
            for code, format in zip(drawings, ("svg", "tikz", "eps"), strict=True)
        ]
        turtles = turtle_match.score([square, hostile, square], [square] * 3)
        picture = raster.render(drawings[0], 32).tobytes()
        return matches, turtles, picture, dot.to_svg("digraph { a -> b }"), tex.to_svg(r"\tikz\draw (0,0)--(1,1);")

    inside = score()
    assert len(container_engine.calls(engine, "run")) > 5
    monkeypatch.setenv("SGPKIT_SANDBOX", "bubblewrap")
    close_all()
    assert score() == inside


# --- choice of the engine ---------------------------------------------------------------------------------------------


@pytest.mark.sandbox
def test_bubblewrap_comes_first(engine, monkeypatch):
    monkeypatch.setenv("SGPKIT_SANDBOX", "bubblewrap")
    before = sandbox.kind()
    monkeypatch.delenv("SGPKIT_SANDBOX")
    assert sandbox.kind() == before and before.startswith("bubblewrap")
    assert sandbox.run(["true"], {}).succeeded
    assert (engine / "log").read_text() == ""


@pytest.mark.sandbox
def test_a_container_where_there_is_no_bubblewrap(engine, monkeypatch, tmp_path):
    monkeypatch.delenv("SGPKIT_SANDBOX")
    monkeypatch.delenv("SGPKIT_SANDBOX_ENGINE")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert sandbox.run(["echo", "in"], {}).stdout == b"in\n"
    assert sandbox.kind().startswith("container of ")


def test_with_neither_nothing_runs_and_both_are_told(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    sandbox.forget()
    with pytest.raises(sandbox.Unavailable, match=r"(?s)apt install bubblewrap.*no container engine: docker or podman"):
        sandbox.run(["touch", str(tmp_path / "ran")], {})
    monkeypatch.setenv("SGPKIT_SANDBOX", "container")
    with pytest.raises(sandbox.Unavailable, match="no container engine"):
        sandbox.kind()
    assert list(tmp_path.iterdir()) == []
    sandbox.forget()


def test_a_setting_that_is_none_is_refused(monkeypatch):
    monkeypatch.setenv("SGPKIT_SANDBOX", "firejail")
    with pytest.raises(
        sandbox.Unavailable, match="SGPKIT_SANDBOX='firejail': expected one of auto, bubblewrap, container"
    ):
        sandbox.kind()


@pytest.mark.process
def test_an_image_that_is_not_there_is_never_fetched(engine, monkeypatch):
    monkeypatch.setenv("SGPKIT_SANDBOX_IMAGE", "sgpkit:none")
    with pytest.raises(sandbox.Unavailable, match=r"(?s)No such image: sgpkit:none.*build -t sgpkit:"):
        sandbox.run(["true"], {})


@pytest.mark.sandbox
def test_a_program_that_the_image_lacks_is_a_broken_tool(engine):
    with pytest.raises(sandbox.Unavailable, match="'no-such-program' is not installed in the image sgpkit:test"):
        sandbox.run(["no-such-program"], {})


@pytest.mark.sandbox
def test_a_bad_drawing_is_rejected_as_ever(engine):
    with pytest.raises(Rejected) as refused:
        raster.render("<svg xmlns='http://www.w3.org/2000/svg'><image href='/etc/passwd'/></svg>", 8)
    assert refused.value.status is Status.UNSAFE
