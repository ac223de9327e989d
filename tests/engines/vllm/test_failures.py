"""The reason of a failure that vLLM writes only to its log, and the memory that it may set aside on a CPU."""

import pytest

from sgpkit.engines.vllm import failures, session

LOG = """INFO 11-28 10:00:00 [core.py:1392] starting
(EngineCore_0 pid=7) ERROR 11-28 10:00:01 [core.py:88] ValueError: Available memory on node 0 (9.1/30.9 GiB) on startup \
is less than desired CPU memory utilization (0.92, 28.4 GiB). On the CPU backend, …
ERROR 11-28 10:00:02 [multiproc_executor.py:790] Exception: WorkerProc initialization failed due to an exception in a \
background process. See stack trace for root cause.
RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}
"""


@pytest.mark.parametrize(
    "text",
    ["Exception: WorkerProc initialization failed due to an exception in a background process. See stack trace",
     "RuntimeError: Engine core initialization failed. See root cause above."],
)  # fmt: skip
def test_message_that_points_elsewhere_gives_way_to_the_log_s_last_error(tmp_path, text):
    log = tmp_path / "vllm.log"
    log.write_text(LOG, encoding="utf-8")
    assert failures.ELSEWHERE.search(text)
    cause = failures.cause_in(log)
    assert cause.startswith("ValueError: Available memory on node 0")
    message = failures.explained(cause, "m")
    assert message and "--engine-arg gpu_memory_utilization" in message and "9.1/30.9 GiB" in message


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("MemTotal:       32000000 kB\nMemFree: 1 kB\nMemAvailable:   16000000 kB\n", {"gpu_memory_utilization": 0.42}),
        ("MemTotal: 100 kB\nMemAvailable: 100 kB\n", {"gpu_memory_utilization": 0.85}),
        ("MemTotal: 100 kB\n", {}),
        ("", {}),
    ],
)
def test_share_of_memory_follows_what_is_free(tmp_path, text, share):
    path = tmp_path / "meminfo"
    path.write_text(text, encoding="ascii")
    assert session.memory_share(1, path) == share


def test_replicas_share_what_is_free(tmp_path):
    (tmp_path / "meminfo").write_text("MemTotal: 100 kB\nMemAvailable: 100 kB\n", encoding="ascii")
    assert session.memory_share(2, tmp_path / "meminfo") == {"gpu_memory_utilization": 0.42}


def test_system_without_that_file(tmp_path):
    assert session.memory_share(1, tmp_path / "none") == {}
