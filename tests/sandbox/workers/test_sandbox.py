"""The sandbox keeps its promises: in every test here a program tries a forbidden action."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from process_list import processes_marked

from sgpkit.sandbox.workers import sandbox
from sgpkit.sandbox.workers.bubblewrap_process import BubblewrapProcess
from sgpkit.sandbox.workers.inside import system_calls
from sgpkit.sandbox.workers.sandbox import Ended, Limits

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

MEGABYTE = 1 << 20
INTERPRETER = Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def python(script, files=None, limits=None, **options):
    shown = [INTERPRETER.parent.parent, *options.pop("read_only", ())]
    command = [str(INTERPRETER), "-I", "-S", "-c", textwrap.dedent(script)]
    return sandbox.run(command, files or {}, limits, read_only=shown, **options)


def descriptors():
    return sorted(entry.name for entry in Path("/proc/self/fd").iterdir())


def test_output_status_and_files_come_back():
    result = sandbox.run(
        ["bash", "-c", "tr a-z A-Z < in/a.txt > out.txt; echo said; echo complained >&2; exit 3"],
        {"in/a.txt": b"words"},
        collect=["out.txt", "absent.txt"],
    )
    assert (result.ended, result.exit_status) == (Ended.EXITED, 3)
    assert (result.stdout, result.stderr) == (b"said\n", b"complained\n")
    assert result.files == {"out.txt": b"WORDS"}
    assert not result.succeeded


def test_a_signal_is_told_from_an_exit():
    result = sandbox.run(["bash", "-c", "kill -SEGV $$"], {})
    assert (result.ended, result.exit_status) == (Ended.SIGNAL, 128 + signal.SIGSEGV)
    assert result.stderr == b""


def test_patterns_collect_names_that_a_shell_would_trip_over():
    script = r"""
    from pathlib import Path
    Path("deep/er").mkdir(parents=True)
    for name in ("a b.svg", "-rf.svg", "$(id).svg", "*.svg", "deep/er/c.svg", "line\nbreak.svg", "other.txt"):
        Path(name).write_text(name)
    """
    result = python(script, collect=["**/*.svg"]).files
    assert result == {
        name: name.encode() for name in ("a b.svg", "-rf.svg", "$(id).svg", "*.svg", "deep/er/c.svg", "line\nbreak.svg")
    }


def test_only_regular_files_are_collected():
    script = """
    import os
    os.symlink("/etc/passwd", "link"); os.mkfifo("pipe"); os.mkdir("folder"); open("file", "w").write("x")
    os.link("file", "second")
    """
    assert python(script, collect=["*"]).files == {"file": b"x", "second": b"x"}


@pytest.mark.parametrize(
    ("script", "limits"),
    [
        ("for number in range(20): open(f'{number}.out', 'w').write('x')", Limits(collected_files=10)),
        ("open('a.out', 'wb').write(bytes(3 << 20))", Limits(collected=MEGABYTE)),
    ],
    ids=["number", "size"],
)
def test_too_much_to_collect(script, limits):
    result = python(script, None, limits, collect=["*.out"])
    assert (result.ended, result.files) == (Ended.COLLECTED, {})


@pytest.mark.parametrize("name", ["/etc/passwd", "../up", "a/../../b", "", "-x", "nul\0"])
def test_names_outside_the_working_folder_are_our_own_mistake(name):
    with pytest.raises(ValueError, match="relative path"):
        sandbox.run(["true"], {name: b""})
    with pytest.raises(ValueError, match="relative path"):
        sandbox.run(["true"], {}, collect=[name])


@pytest.mark.parametrize("is_filtered", [True, False], ids=["filter", "namespace"])
def test_a_listener_outside_is_not_reached(is_filtered, monkeypatch):
    """The filter refuses the socket. The network namespace alone is enough too."""
    if not is_filtered:
        monkeypatch.setattr(system_calls, "TOOLS", system_calls.TOOLS._replace(rules={}))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.2)
        port = listener.getsockname()[1]
        result = sandbox.run(["bash", "-c", f"exec 3<>/dev/tcp/127.0.0.1/{port} && echo reached"], {})
        assert result.stdout == b""
        with pytest.raises(TimeoutError):
            listener.accept()


def test_sockets_of_other_families_are_refused():
    script = """
    import socket
    for family in (socket.AF_INET, socket.AF_INET6, socket.AF_VSOCK, socket.AF_NETLINK):
        try:
            socket.socket(family, socket.SOCK_STREAM if family != socket.AF_NETLINK else socket.SOCK_RAW)
            print("opened", family)
        except OSError as error:
            assert error.errno == 97, error
    socket.socketpair()
    print("done")
    """
    assert python(script).stdout == b"done\n"


def test_a_file_outside_is_neither_seen_nor_changed(tmp_path):
    canary = tmp_path / "canary.txt"
    canary.write_text("alive")
    script = f"cat {canary}; echo dead > {canary}; rm -f {canary}; ls {tmp_path.parent} /root /home"
    result = sandbox.run(["bash", "-c", script], {})
    assert result.stdout == b""
    assert canary.read_text() == "alive"


def test_read_only_paths_are_seen_and_kept(tmp_path):
    tmp_path.chmod(0o755)
    (tmp_path / "given.txt").write_text("given")
    script = f"cat {tmp_path}/given.txt; echo x > {tmp_path}/given.txt; touch {tmp_path}/new"
    result = sandbox.run(["bash", "-c", script], {}, read_only=[tmp_path])
    assert result.stdout == b"given"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("given.txt", "given")]


def test_a_private_path_is_read_or_complained_about(tmp_path):
    """If the sandbox runs as another user, it cannot read private files of the caller, and must say so."""
    tmp_path.chmod(0o700)
    (tmp_path / "given.txt").write_text("given")
    try:
        assert sandbox.run(["cat", f"{tmp_path}/given.txt"], {}, read_only=[tmp_path]).stdout == b"given"
    except sandbox.Unavailable as error:
        assert "unprivileged uid" in sandbox.kind()
        assert f"chmod -R o+rX {tmp_path}" in str(error)


@pytest.mark.parametrize("path", ["/", "/tmp"])
def test_all_of_the_host_cannot_be_shown(path):
    with pytest.raises(ValueError, match="cannot be mounted"):
        sandbox.run(["true"], {}, read_only=[path])


def test_only_the_scratch_folder_can_be_written():
    attempts = "for folder in / /etc /usr /dev /dev/shm /proc /var /var/cache; do touch $folder/x && echo $folder; done"
    script = f"{attempts}; touch /tmp/x ./y && echo fine"
    assert sandbox.run(["bash", "-c", script], {}).stdout == b"fine\n"


def test_only_the_scratch_folder_is_on_a_file_system_that_can_be_written():
    """Whatever the owners and modes of files are, which differ between the ways to start a sandbox."""
    script = """
    import os
    folders = [f"/{name}" for name in os.listdir("/") if not os.path.islink(f"/{name}") and name != "proc"]
    print([path for path in ("/", *folders) if not os.statvfs(path).f_flag & os.ST_RDONLY])
    """
    assert python(script).stdout == b"['/tmp']\n"


def test_the_scratch_folder_is_in_memory_and_gone_afterwards():
    name = secrets.token_hex(8)
    script = f"touch /tmp/{name} ./{name} && stat --file-system --format %T /tmp"
    assert sandbox.run(["bash", "-c", script], {}).stdout == b"tmpfs\n"
    assert not Path("/tmp", name).exists()
    assert name.encode() not in sandbox.run(["ls", "/tmp", "/tmp/work"], {}).stdout


def test_nothing_of_the_environment_leaks(monkeypatch):
    secret = secrets.token_hex(8)
    monkeypatch.setenv("HF_TOKEN", secret)
    script = "env; cat /proc/*/environ /proc/*/cmdline | tr '\\0' '\\n'"
    result = sandbox.run(["bash", "-c", script], {}, environment={"GIVEN": "value"})
    assert b"GIVEN=value" in result.stdout
    assert secret.encode() not in result.stdout + result.stderr


def test_the_program_has_no_descriptors_of_ours(tmp_path):
    leaky = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(leaky, True)
    try:
        result = python("import os; print(sorted(map(int, os.listdir('/proc/self/fd')))[:-1])")
    finally:
        os.close(leaky)
    assert result.stdout == b"[0, 1, 2]\n"


def test_the_program_has_no_privileges():
    script = """
    import os
    status = dict(line.split(":\\t", 1) for line in open("/proc/self/status"))
    assert {status[name].strip() for name in ("CapInh", "CapPrm", "CapEff", "CapBnd")} == {"0" * 16}, status
    assert (status["NoNewPrivs"].strip(), status["Seccomp"].strip()) == ("1", "2")
    assert os.getuid() != 0
    assert os.getsid(0) != 0  # it would be 0 for a session that began outside
    print("none")
    """
    result = python(script)
    assert result.stdout == b"none\n", result.stderr


@pytest.mark.parametrize("call", ["unshare -U true", "unshare -m true", "mount -t tmpfs none /tmp/work"])
def test_no_new_namespaces_and_mounts(call):
    assert sandbox.run(["bash", "-c", f"{call} && echo made"], {}).stdout == b""


@pytest.mark.parametrize(
    "call",
    ["os.memfd_create('x')", "ctypes.CDLL(None).shmget(0, 4096, 0o1600)"],
    ids=["memfd", "shmget"],
)
def test_no_memory_that_limits_do_not_see(call):
    script = f"""
    import ctypes, os
    try:
        print("got" if {call} >= 0 else "refused")
    except OSError:
        print("refused")
    """
    assert python(script).stdout == b"refused\n"


@pytest.mark.parametrize(
    ("script", "limits", "ended"),
    [
        ("import time; time.sleep(60)", Limits(seconds=0.4), Ended.TIMEOUT),
        ("while True: pass", Limits(cpu_seconds=1), Ended.CPU),
        ("import os\nfor _ in range(3): os.fork()\nwhile True: pass", Limits(cpu_seconds=1), Ended.CPU),
        (
            "import os, time\nfor _ in range(2): os.fork()\nb = bytearray(90 << 20)\ntime.sleep(60)",
            Limits(memory=250 * MEGABYTE),
            Ended.MEMORY,
        ),
        ("while True: print('x' * 1000)", Limits(output=MEGABYTE), Ended.OUTPUT),
        ("import sys\nwhile True: sys.stderr.write('x' * 1000)", Limits(output=MEGABYTE), Ended.OUTPUT),
        (
            "import itertools\nfor n in itertools.count(): open(f'{n}', 'w').close()",
            Limits(scratch_files=500),
            Ended.SCRATCH,
        ),
        (
            "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\nopen('f', 'wb').write(bytes(2 << 20))",
            Limits(file_size=MEGABYTE),
            Ended.FILE_SIZE,
        ),
        ("import os\nos.kill(-1, 9)", Limits(), Ended.SIGNAL),
    ],
    ids=["sleep", "spin", "many spin", "many allocate", "stdout", "stderr", "files", "file size", "kill everyone"],
)
def test_limits_end_a_program(script, limits, ended):
    result = python(script, None, limits)
    assert result.ended is ended, result
    assert len(result.stdout) + len(result.stderr) < limits.output + MEGABYTE
    assert result.seconds < 10


@pytest.mark.parametrize(
    ("script", "limits"),
    [
        ("b = bytearray(600 << 20)", Limits(memory=300 * MEGABYTE)),
        (
            "for n in range(9):\n with open(str(n), 'wb', buffering=0) as f:\n  assert f.write(bytes(MB)) == MB",
            Limits(scratch=4 * MEGABYTE),
        ),
        ("open('f', 'wb', buffering=0).write(bytes(MB)) == MB or exit(1)", Limits(file_size=MEGABYTE // 2)),
        ("files = [open('/dev/null') for _ in range(100)]", Limits(open_files=50)),
    ],
    ids=["memory", "scratch", "file size", "open files"],
)
def test_limits_refuse_a_request(script, limits):
    """The same scripts succeed under the usual limits."""
    script = f"MB = {MEGABYTE}\n{script}"
    assert python(script).succeeded
    assert python(script, None, limits).exit_status == 1


def test_a_fork_bomb_stays_within_its_number_and_dies():
    marker = secrets.token_hex(8)
    script = f"""
    import os, time
    {marker!r}
    started = 0
    for _ in range(200):
        try:
            if os.fork() == 0:
                time.sleep(60)
        except BlockingIOError:
            break
        started += 1
    print(started, flush=True)
    """
    limits = Limits(processes=20)
    result = python(script, None, limits)
    assert 10 <= int(result.stdout) < 20
    assert processes_marked(marker) == []


def test_a_daemon_is_dead_afterwards():
    marker = secrets.token_hex(8)
    script = f"""
    import os, sys, time
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            open("started", "w").write(sys.argv[0] or {marker!r})
            for descriptor in range(3):
                os.close(descriptor)
            time.sleep(60)
        os._exit(0)
    while not os.path.exists("started"):
        time.sleep(0.001)
    """
    result = python(script, collect=["started"])
    assert result.succeeded and "started" in result.files
    assert result.seconds < 10
    assert processes_marked(marker) == []


def test_an_interrupt_leaves_no_process():
    marker = secrets.token_hex(8)
    caller = f"""
    import signal, threading, os
    from sgpkit.sandbox.workers import sandbox
    threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        sandbox.run(["bash", "-c", "sleep 50; : {marker}"], {{}})
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        os._exit(0)
    """
    ended = subprocess.run([sys.executable, "-c", textwrap.dedent(caller)], capture_output=True, timeout=20)
    assert ended.stdout == b"interrupted\n", ended.stderr
    assert processes_marked(marker) == []


def test_a_killed_caller_takes_its_sandboxes_along():
    marker = secrets.token_hex(8)
    caller = f"""
    from sgpkit.sandbox.workers import sandbox
    sandbox.run(["bash", "-c", "exec -a running-{marker} sleep 50"], {{}})
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(caller)]) as process:
        deadline = time.monotonic() + 20
        # bubblewrap binds its first process to the caller only shortly before it starts the program.
        while not processes_marked(f"running-{marker}\0") and time.monotonic() < deadline:
            time.sleep(0.01)
        assert processes_marked(f"running-{marker}\0")
        process.kill()
    deadline = time.monotonic() + 20
    while processes_marked(marker) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert processes_marked(marker) == []


def test_large_input_and_output_at_once():
    data = os.urandom(6 * MEGABYTE)
    assert sandbox.run(["cat"], {}, stdin=data).stdout == data
    assert sandbox.run(["true"], {}, stdin=data).succeeded


def test_threads_at_once_and_no_descriptor_left():
    sandbox.run(["true"], {})
    before = descriptors()
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda n: sandbox.run(["cat", "f"], {"f": b"%d" % n}, collect=["f"]), range(50)))
    assert [result.stdout for result in results] == [b"%d" % n for n in range(50)]
    assert [result.files for result in results] == [{"f": b"%d" % n} for n in range(50)]
    assert descriptors() == before


def test_the_files_of_the_machine_are_never_counted_as_the_sandboxs(monkeypatch):
    """While a sandbox starts, one path leads to several file systems in succession."""
    counted = []
    count = BubblewrapProcess._files
    monkeypatch.setattr(sandbox, "SAMPLING", 1e-5)
    monkeypatch.setattr(BubblewrapProcess, "_files", lambda process: counted.append(count(process)) or counted[-1])
    for _ in range(60):
        assert sandbox.run(["true"], {"a": b"1", "b": b"2"}).succeeded
    assert max(counted) < 10
