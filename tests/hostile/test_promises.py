"""The limits in SECURITY.md equal those of the code, and settings are held to their bounds."""

import importlib
import os
import re
import subprocess
import sys
from dataclasses import fields
from functools import reduce

import pytest
from paths import ROOT

from sgpkit.graphics import guard
from sgpkit.sandbox import cluster
from sgpkit.sandbox.workers import pool, sandbox, settings

TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| ([\d,]+)(?: (s|MiB|GiB))? \| `([\w.]+)` \|$", TEXT, re.MULTILINE)
VARIABLES = re.findall(r"^\| `(SGPKIT_\w+)` \| (\d+) \| (\d+) \|", TEXT, re.MULTILINE)
UNITS = {"": 1, "s": 1, "MiB": 1 << 20, "GiB": 1 << 30}
TABLES = TEXT.partition("## Limits")[2].partition("\n## Model servers")[0]


def constant(name: str) -> object:
    """`tex.DEADLINE`, or a field of a class of limits by its default."""
    position = {"extract": "sgpkit.", "workers": "sgpkit.sandbox."}.get(name.partition(".")[0], "sgpkit.graphics.")
    module, *rest = re.findall(r"[a-z_0-9]+(?:\.[a-z_0-9]+)*(?=\.[A-Z])|[^.]+", name)
    return reduce(getattr, rest, importlib.import_module(position + module))


def test_every_row_of_the_table_is_read():
    lines = [line for line in TABLES.splitlines() if line.startswith("| ") and "`" in line]
    without_bounds = [line for line in lines if line.startswith("| `SGPKIT_SCORING` | | |")]
    assert len(ROWS) + len(VARIABLES) + len(without_bounds) == len(lines) > 40


@pytest.mark.parametrize(("what", "number", "unit", "name"), ROWS)
def test_a_documented_limit_is_the_one_in_the_code(what, number, unit, name):
    result = constant(name)
    if name.startswith(("guard.Limits.", "workers.limits.Limits.")):
        kind = {"guard": guard.Limits, "workers": sandbox.Limits}[name.partition(".")[0]]
        result = getattr(kind(), name.rpartition(".")[2])
    assert result == int(number.replace(",", "")) * UNITS[unit], what


def test_no_deadline_is_left_out():
    """Whoever adds a tool with a deadline adds its line."""
    code = ROOT / "sgpkit" / "graphics"
    declared = {
        path.relative_to(code).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__") + ".DEADLINE"
        for path in code.rglob("*.py")
        if re.search(r"^DEADLINE = ", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert declared <= {name for *_, name in ROWS}


def test_the_sandboxs_own_limits_are_documented():
    listed = {name.rpartition(".")[2] for *_, name in ROWS if name.startswith("workers.limits.Limits.")}
    given_by_each_tool = {"seconds", "cpu_seconds", "memory", "collected"}
    assert {field.name for field in fields(sandbox.Limits)} - given_by_each_tool == listed


def test_what_may_be_set_is_documented_with_its_bounds():
    known = {item.name: (item.lowest, item.highest) for item in (settings.SECONDS, settings.MEMORY)}
    known["SGPKIT_WORKERS"] = (1, pool.MAX_WORKERS)
    assert {name: (int(low), int(high)) for name, low, high in VARIABLES} == known
    assert set(cluster.LIMITS) == known.keys() - {"SGPKIT_WORKERS"}, "these travel to the nodes of a cluster"


@pytest.mark.parametrize("name", [name for name, *_ in VARIABLES])
@pytest.mark.parametrize("value", ["0", "-1", "1e9", "nan", "inf", "many", "1;2", "9" * 500])
def test_a_setting_out_of_its_bounds_is_refused_by_its_name(name, value, monkeypatch):
    monkeypatch.setenv(name, value)
    with pytest.raises(ValueError, match=f"{name}=.*expected") as caught:
        settings.seconds(10.0)
        settings.memory(1)
        pool.workers()
    assert len(str(caught.value)) < 200


@pytest.mark.process
@pytest.mark.parametrize("name", [name for name, *_ in VARIABLES])
def test_the_command_line_says_so_in_a_line(name):
    command = [sys.executable, "-c", "from sgpkit.cli import main as cli; raise SystemExit(cli.main(['list']))"]
    ended = subprocess.run(command, env=os.environ | {name: "0"}, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"sgpkit: {name}='0': expected")
    assert ended.stderr.count("\n") == 1


def test_a_setting_stands_for_a_tools_own_limit_but_not_for_a_callers(monkeypatch):
    assert (settings.seconds(10.0), settings.memory(5)) == (10.0, 5)
    monkeypatch.setenv("SGPKIT_SECONDS", "2.5")
    monkeypatch.setenv("SGPKIT_MEMORY", "2048")
    assert (settings.seconds(10.0), settings.seconds(10.0, 0.5), settings.memory(5)) == (2.5, 0.5, 2 << 30)


def test_settings_travel_to_the_nodes_of_a_cluster_and_do_not_stay(monkeypatch):
    monkeypatch.setenv("SGPKIT_SECONDS", "7")
    monkeypatch.setenv("SGPKIT_MEMORY", "4096")
    sent = cluster.limits()
    assert sent == {"SGPKIT_SECONDS": "7", "SGPKIT_MEMORY": "4096"}
    monkeypatch.setenv("SGPKIT_SECONDS", "99")
    assert cluster.run_task(lambda batch: (settings.seconds(1.0), batch), "b", sent) == (7.0, "b")
    assert cluster.run_task(lambda batch: settings.seconds(1.0), "b") == 1.0


@pytest.mark.slow
@pytest.mark.sandbox
def test_memory_and_time_are_held_where_they_are_set(monkeypatch):
    hungry = ["python3", "-c", "x = bytearray(1300 << 20)"]
    monkeypatch.setenv("SGPKIT_MEMORY", "1024")
    assert sandbox.run(hungry, {}, sandbox.Limits(memory=4 << 30)).exit_status == 1
    monkeypatch.setenv("SGPKIT_MEMORY", "4096")
    assert sandbox.run(hungry, {}, sandbox.Limits(memory=1 << 30)).exit_status == 0
    from sgpkit.graphics import dot, eps, tex, turtle
    from sgpkit.status import Rejected, Status

    monkeypatch.setenv("SGPKIT_SECONDS", "1")
    endless = {
        turtle.draw: "while True: pass",
        eps.convert: "%!PS\n{} loop",
        tex.convert: r"\def\x{\x}\x",
        dot.convert: "digraph { splines=ortho; " + " ".join(f"{n % 97} -> {n * 7 % 89};" for n in range(4000)) + "}",
    }
    for draw, code in endless.items():
        with pytest.raises(Rejected) as caught:
            draw(code)
        assert caught.value.status is Status.TIMEOUT
        assert "1 s" in caught.value.reason


@pytest.mark.sandbox
def test_a_program_that_waits_for_nothing_gets_no_more_time():
    ended = sandbox.run(["sleep", "60"], {}, sandbox.Limits(seconds=0.5))
    assert ended.ended is sandbox.Ended.TIMEOUT
    assert ended.seconds < 5


SANDBOX = {
    "S1": {
        "sandbox/workers/test_unavailable": ["test_without_bubblewrap_nothing_runs"],
        "sandbox/workers/test_sandbox": [
            "test_a_listener_outside_is_not_reached",
            "test_a_file_outside_is_neither_seen_nor_changed",
            "test_only_the_scratch_folder_can_be_written",
            "test_nothing_of_the_environment_leaks",
            "test_the_program_has_no_privileges",
            "test_limits_end_a_program",
            "test_limits_refuse_a_request",
            "test_a_daemon_is_dead_afterwards",
        ],
    },
    "S2": {
        "hostile/test_ordinary_user": ["test_a_program_of_the_same_user_speaks_for_nobody_but_itself"],
        "graphics/turtle/test_figure": ["test_what_comes_back_is_data_whatever_it_says"],
        "graphics/cad/test_solid": ["test_answers_that_are_none"],
    },
    "S3": {
        "sandbox/workers/test_system_calls": [
            "test_each_filter_refuses_calls_that_leave_the_sandbox",
            "test_calls_that_are_not_listed_do_not_exist_in_a_sandbox",
        ],
        "sandbox/workers/test_traced_calls": ["test_good_programs_get_along_with_the_listed_calls"],
    },
    "S4": {
        "hostile/test_fresh_sandboxes": [
            "test_files_of_a_program_are_not_there_for_the_next",
            "test_a_program_has_no_rights_in_its_namespaces",
            "test_daemons_end_with_the_program",
            "test_signals_of_a_program_reach_only_itself",
            "test_a_program_changes_no_limits_of_others",
            "test_the_process_that_waits_for_a_program_is_confined_already",
        ],
        "graphics/cad/test_solid": ["test_a_part_that_crashes_its_process_ends_no_other"],
        "graphics/turtle/test_figure": ["test_a_program_reaches_nothing"],
    },
    "S5": {
        "hostile/test_fresh_sandboxes": [
            "test_memory_and_descriptors_of_other_processes_are_not_reached",
            "test_a_sandbox_without_namespaces_and_landlock_is_used_once",
        ],
    },
    "S6": {
        "sandbox/workers/test_visible_files": [
            "test_a_program_sees_nothing_of_the_package_but_what_runs_it",
            "test_folders_of_packages_are_empty_in_every_sandbox",
            "test_builders_cannot_be_read_where_the_package_lies_in_the_interpreters_prefix",
        ],
        "sandbox/workers/test_container": ["test_answers_of_benchmarks_in_the_image_are_covered_unless_they_are_shown"],
    },
    "S7": {"families/cadscript/test_cadscript": ["test_programs_that_cheat_or_fail_get_nothing"]},
}
"""For each promise of the section "Sandbox", the tests that break with it, by file."""


def test_each_promise_of_the_sandbox_has_tests_that_exist():
    section = TEXT.partition("## Sandbox")[2].partition("\n## ")[0]
    assert re.findall(r"^- \*\*(S\d+)\.\*\* ", section, re.MULTILINE) == list(SANDBOX)
    for number, files in SANDBOX.items():
        for file, names in files.items():
            code = (ROOT / "tests" / f"{file}.py").read_text(encoding="utf-8")
            assert [name for name in names if f"def {name}(" not in code] == [], number
