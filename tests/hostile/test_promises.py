"""Documented limits equal those of the code, settings stay within their bounds, and every promise has tests."""

import ast
import importlib
import os
import re
import subprocess
import sys
from dataclasses import fields
from functools import reduce

import pytest
from paths import ROOT

from sgpkit.engines.endpoint.unpacking import LONGEST_BODY
from sgpkit.graphics import guard
from sgpkit.sandbox import cluster
from sgpkit.sandbox.untrusted import workers
from sgpkit.sandbox.workers import pool, sandbox, settings
from sgpkit.sandbox.workers.limits import MARGIN
from sgpkit.submissions.again import compared

TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
TABLES = (ROOT / "docs/reference/limits.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([^|]+) \| ([\d,]+)(?: (s|MiB|GiB))? \| `([\w.]+)` \|$", TABLES, re.MULTILINE)
VARIABLES = re.findall(r"^\| `(SGPKIT_\w+)` \| (\d+) \| (\d+) \|", TABLES, re.MULTILINE)
UNITS = {"": 1, "s": 1, "MiB": 1 << 20, "GiB": 1 << 30}
ITEM = workers.Limits()


def constant(name: str) -> object:
    """Return the value of a constant such as `tex.DEADLINE`, or the default of a field of a class of limits."""
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


@pytest.mark.parametrize(
    "words",
    [
        f"{ITEM.cpu_seconds:g} s of processor time, {ITEM.memory >> 30} GiB of memory and {ITEM.output >> 20} MiB for",
        f"within {MARGIN:.0%} of its limit".replace("%", " %"),
        f"at least {compared.MIN_ROWS} of the same rows",
        f"a gain of {compared.MAX_GAIN}, or {compared.MIN_SAME:.0%} of equal".replace("%", " %"),
        f"up to {LONGEST_BODY >> 20} MiB, both compressed and uncompressed",
    ],
)
def test_a_number_in_a_promise_is_the_one_in_the_code(words):
    assert words in " ".join(TEXT.split())


def test_no_deadline_is_left_out():
    """A new tool with a deadline needs a line in the table."""
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


TESTS = """
1   hostile/test_corpus: test_hostile_inputs_score_nothing_and_say_why
2   hostile/test_corpus: test_its_neighbours_score_as_they_do_alone
    sandbox/untrusted/test_workers: test_one_item_fails_and_its_neighbours_do_not
    sandbox/untrusted/test_workers: test_memory_that_items_kept_costs_later_ones_nothing
3   hostile/test_corpus: test_nothing_outside_is_read_changed_called_or_left
    sandbox/workers/test_sandbox: test_a_file_outside_is_neither_seen_nor_changed test_nothing_of_the_environment_leaks
    sandbox/workers/test_visible_files: test_the_command_lines_of_other_processes_are_not_seen
4   sandbox/workers/test_sandbox: test_only_the_scratch_folder_can_be_written
    sandbox/workers/test_sandbox: test_only_the_scratch_folder_is_on_a_file_system_that_can_be_written
    sandbox/workers/test_sandbox: test_the_scratch_folder_is_in_memory_and_gone_afterwards
5   sandbox/workers/test_sandbox: test_a_listener_outside_is_not_reached test_sockets_of_other_families_are_refused
6   hostile/test_corpus: test_time_and_memory_stay_within_their_limits
    sandbox/workers/test_sandbox: test_limits_end_a_program test_a_daemon_is_dead_afterwards
    sandbox/workers/test_sandbox: test_a_fork_bomb_stays_within_its_number_and_dies
7   hostile/test_report: test_the_whole_corpus_in_one_report_runs_and_fetches_nothing
    reports/test_policies: test_json_in_a_page_ends_no_script_element
    hostile/test_cards: test_a_card_shows_rows_as_texts test_a_leaderboard_and_its_galleries_show_strangers_words_as_texts
8   hostile/test_faults: test_without_a_sandbox_nothing_is_scored
    sandbox/workers/test_unavailable: test_without_namespaces_the_reason_and_the_remedies_are_named
    sandbox/workers/test_unavailable: test_sandbox_without_limit_on_processes_is_refused
    sandbox/workers/test_unavailable: test_processor_without_filter_is_refused_by_name
    sandbox/workers/test_unavailable: test_container_replaces_bubblewrap_only_where_it_may
9   sandbox/workers/test_unavailable: test_without_bubblewrap_nothing_runs
    sandbox/workers/test_sandbox: test_the_program_has_no_privileges test_limits_refuse_a_request
10  hostile/test_ordinary_user: test_a_program_of_the_same_user_speaks_for_nobody_but_itself
    sandbox/workers/test_sandbox: test_only_regular_files_are_collected test_too_much_to_collect
    graphics/turtle/test_figure: test_what_comes_back_is_data_whatever_it_says
    graphics/cad/test_solid: test_answers_that_are_none
11  sandbox/workers/test_system_calls: test_each_filter_refuses_calls_that_leave_the_sandbox
    sandbox/workers/test_system_calls: test_calls_that_are_not_listed_do_not_exist_in_a_sandbox
    sandbox/workers/test_traced_calls: test_good_programs_get_along_with_the_listed_calls
12  hostile/test_fresh_sandboxes: test_a_program_has_no_rights_in_its_namespaces test_signals_of_a_program_reach_only_itself
    hostile/test_fresh_sandboxes: test_the_process_that_waits_for_a_program_is_confined_already
    sandbox/workers/test_system_calls: test_only_tools_start_programs_and_use_sockets
    graphics/cad/test_solid: test_a_part_that_crashes_its_process_ends_no_other
    graphics/turtle/test_figure: test_a_program_reaches_nothing
13  hostile/test_fresh_sandboxes: test_files_of_a_program_are_not_there_for_the_next test_daemons_end_with_the_program
14  hostile/test_fresh_sandboxes: test_memory_and_descriptors_of_other_processes_are_not_reached
    hostile/test_fresh_sandboxes: test_a_sandbox_without_namespaces_and_landlock_is_used_once
    hostile/test_fresh_sandboxes: test_a_sandbox_in_which_a_file_remains_is_not_used_again
15  sandbox/workers/test_visible_files: test_a_program_sees_nothing_of_the_package_but_what_runs_it
    sandbox/workers/test_visible_files: test_folders_of_packages_are_empty_in_every_sandbox
    sandbox/workers/test_visible_files: test_a_checkout_below_usr_is_hidden
    sandbox/workers/test_visible_files: test_builders_cannot_be_read_where_the_package_lies_in_the_interpreters_prefix
    sandbox/workers/test_container: test_answers_of_benchmarks_in_the_image_are_covered_unless_they_are_shown
16  families/cadscript/test_cadscript: test_nothing_that_a_program_patches_measures_its_solid
    families/cadscript/test_cadscript: test_programs_that_cheat_or_fail_get_nothing
    families/cadscript/test_cadscript: test_no_trick_of_a_program_earns_anything
17  graphics/test_disk_cache: test_a_damaged_file_is_as_good_as_none test_a_file_or_folder_that_others_write_is_not_read
    graphics/test_disk_cache: test_another_program_compiler_format_or_limit_has_its_own
    graphics/test_disk_cache: test_no_sandboxed_program_sees_the_folder
18  sandbox/untrusted/test_pictures: test_pictures_come_from_workers_and_nothing_is_parsed_here
    sandbox/untrusted/test_workers: test_workers_have_no_secrets_and_follow_the_environment
    hostile/test_replayed: test_a_hostile_file_of_responses_is_refused_or_scored
    metrics/test_isolated: test_a_reply_that_ends_its_reader_is_unread
    engines/endpoint/test_files: test_results_are_read_in_a_worker
    engines/endpoint/test_hostile_server: test_a_heavy_reply_does_not_hold_up_the_others
    engines/endpoint/test_hostile_server: test_only_short_plain_replies_are_parsed_in_this_process
19  hostile/test_workers: test_each_limit_has_its_own_words_wherever_it_is_hit
    hostile/test_promises: test_a_number_in_a_promise_is_the_one_in_the_code
    sandbox/untrusted/test_workers: test_one_item_fails_and_its_neighbours_do_not
    sandbox/untrusted/test_workers: test_a_worker_that_is_killed_once_costs_no_item_anything
20  sandbox/untrusted/test_workers: test_a_verdict_that_would_do_something_is_none
    sandbox/untrusted/test_workers: test_code_of_a_constructor_is_not_run_for_a_verdict
21  sandbox/untrusted/test_tables: test_a_reader_that_crashes_or_takes_too_much_is_an_error_of_its_file
    sandbox/untrusted/test_tables: test_a_reader_sees_no_secret
    sandbox/untrusted/test_documents: test_json_that_is_none_or_unbounded_is_refused test_what_never_ends_is_never_read_from
    sandbox/untrusted/test_documents: test_limits_of_json_are_those_of_the_package_and_not_of_the_parser
22  hostile/test_load: test_verdicts_do_not_depend_on_load
    hostile/test_faults: test_a_clock_that_jumps_changes_no_verdict
    hostile/test_workers: test_statuses_and_reasons_are_the_same_on_any_number_of_workers
    sandbox/workers/test_timing: test_how_a_program_ends_is_what_it_did_whatever_the_load
    hostile/test_promises: test_a_program_that_waits_for_nothing_gets_no_more_time
23  sandbox/workers/test_timing: test_what_ends_close_to_its_limit_is_run_again
    sandbox/workers/test_timing: test_second_attempt_runs_while_no_other_program_runs
24  sandbox/workers/test_timing: test_a_machine_too_busy_gives_no_verdict_and_none_is_kept
25  reports/test_report: test_the_page_is_one_file_that_lets_only_its_own_script_in
    reports/test_report: test_cards_tell_what_the_run_and_its_scores_say
    reports/test_policies: test_a_page_allows_embedded_pictures_and_its_own_style_and_script
26  reports/webapp/test_server: test_a_name_that_was_bound_to_this_machine_from_outside_gets_nothing
    reports/webapp/test_server: test_only_the_page_itself_changes_anything test_a_token_is_needed_where_there_is_one
    reports/webapp/test_server: test_where_others_can_reach_it_there_must_be_a_token
27  hostile/test_cards: test_an_address_in_markdown_is_no_link test_a_foreign_text_in_markdown_is_that_text test_a_comment_on_a_pull_request_stays_in_its_fence
28  hostile/test_judges: test_a_drawing_gets_no_word_in
    hostile/properties/test_answers: test_caption_stays_in_its_quotation
29  submissions/test_boundary: test_the_process_that_parses_sees_no_token
    submissions/test_boundary: test_whatever_one_submission_does_the_others_hold
30  submissions/test_hostile_folder: test_a_link_is_not_followed test_a_pipe_is_not_waited_for
    submissions/test_hostile_folder: test_an_extra_entry_is_refused_though_the_manifest_names_it
    submissions/test_hostile_folder: test_no_file_of_a_refused_folder_is_opened
    submit/test_hostile_pull_requests: test_links_are_refused_before_anything_is_read
31  submissions/test_cheats: test_edited_scores_are_caught_wherever_they_stand test_errata_of_the_submitters_own_are_caught
32  submissions/test_extracted: test_letters_of_a_submitters_reader_rank_nothing
    submissions/test_extracted: test_the_board_ranks_by_rule_and_names_the_reader
    submissions/test_extracted: test_only_a_pinned_model_and_unchanged_files_count
    submissions/test_judged: test_marks_of_judges_are_shown_under_their_names_and_rank_nothing
33  submissions/test_rerun: test_a_record_by_the_submitter_is_shown_and_does_not_count
    submissions/test_rerun: test_conclusions_of_a_record_are_not_believed
    submissions/test_rerun: test_rows_of_a_record_follow_from_its_nonce_and_are_those_of_the_submission
    submissions/test_extracted: test_annotations_that_the_submitter_made_again_do_not_count
34  submissions/test_model_names: test_odd_names_are_refused_with_the_reason
    submissions/test_submit: test_a_name_that_imitates_one_of_the_repo_is_refused_before_it_is_sent
    submissions/test_submit: test_a_pull_request_of_a_model_whose_name_imitates_one_of_the_repo_is_refused
    submissions/test_cheats: test_a_name_that_looks_like_one_of_the_others_is_caught
    submissions/test_cheats: test_a_name_that_is_not_in_its_one_form_is_caught
    reports/test_alike: test_a_name_that_looks_like_anothers_is_refused_with_both
35  submissions/test_submit: test_a_pull_request_for_a_submission_of_another_user_is_refused
    submit/test_workflow: test_a_pull_request_that_harms_others_is_refused
    submit/test_hostile_pull_requests: test_a_submission_of_another_user_is_refused_whatever_the_form_of_the_name
36  submissions/test_later: test_a_second_run_of_a_few_rows_does_not_earn_the_level
    submissions/test_later: test_a_second_run_of_other_rows_is_refused test_a_second_run_that_lost_rows_is_refused
    submissions/test_later: test_each_condition_of_the_level_is_needed
37  submissions/test_rerun: test_a_submitter_cannot_make_the_chosen_rows_honest_beforehand
    submissions/test_rerun: test_a_nonce_is_drawn_for_each_rerun
38  submit/test_workflow: test_the_job_that_holds_the_token_parses_nothing
    submit/test_workflow: test_nothing_but_numbers_leaves_the_job_that_parses
    submit/test_workflow: test_what_is_no_list_of_numbers_is_not_posted
    submit/test_workflow: test_packages_are_installed_by_their_hashes_into_an_environment_of_their_own
39  submissions/test_boundary: test_a_damaged_cache_is_made_again test_a_cache_that_others_write_to_is_not_believed
    submissions/test_boundary: test_a_damaged_page_in_the_cache_is_made_again
    base/test_files: test_several_writers_of_a_file_leave_a_whole_one test_several_writers_of_a_folder_leave_a_whole_one
    submissions/test_extracted: test_verifiers_of_two_submissions_pin_their_models_one_after_the_other
    submissions/test_concurrent: test_reruns_of_two_submissions_at_once_are_both_recorded
    submissions/test_concurrent: test_of_reruns_of_one_submission_at_once_the_second_is_refused
    submissions/test_concurrent: test_submissions_that_are_made_at_once_in_one_folder_are_whole
40  submissions/test_keys: test_a_key_is_refused
41  engines/endpoint/test_hostile_server: test_a_bomb_is_unpacked_to_the_bound_and_not_asked_for_again
    engines/endpoint/test_long_bodies: test_a_long_body_is_refused_before_it_is_read
    engines/endpoint/test_long_bodies: test_a_body_that_ends_with_its_connection_is_read_up_to_the_bound
    engines/endpoint/test_long_bodies: test_a_long_body_through_a_proxy_is_refused
    engines/endpoint/test_hostile_server: test_unpacking_many_members_takes_linear_time
    engines/endpoint/test_hostile_server: test_a_heavy_reply_does_not_hold_up_the_others
    engines/endpoint/test_hostile_server: test_only_short_plain_replies_are_parsed_in_this_process
42  engines/endpoint/test_hostile_server: test_lengths_that_contradict_each_other test_a_length_that_is_stated_twice
    engines/endpoint/test_hostile_server: test_chunks_that_are_longer_than_they_say_or_than_another_length
    engines/endpoint/test_hostile_server: test_what_follows_a_reply_is_not_taken_for_the_next
43  engines/endpoint/test_hostile_server: test_our_key_is_blanked_wherever_a_server_repeats_it
    engines/endpoint/test_hostile_server: test_a_long_reply_is_searched_for_our_key_without_holding_up_the_others
44  engines/endpoint/test_stalls: test_stalled_connections_do_not_freeze_a_run
    engines/endpoint/test_stalls: test_a_server_that_sends_byte_by_byte_is_left_at_the_time_limit
    engines/endpoint/test_retries: test_a_reply_that_never_comes_is_not_waited_for_forever
    engines/vllm/test_processes: test_the_others_continue_while_a_process_restarts test_one_that_hangs_is_given_a_time
45  packaging/test_lock: test_lock_has_hashes_only test_file_without_a_locked_hash_is_refused
    packaging/test_lock: test_every_installation_requires_hashes
46  submit/test_hf_jobs: test_mistakes_are_named_before_anything_is_spent
"""
"""For each numbered promise, the tests that break with it, by file."""


def listed_tests() -> dict[int, list[tuple[str, str]]]:
    """Return the file and name of each test, by the number of its promise."""
    tests: dict[int, list[tuple[str, str]]] = {}
    number = 0
    for line in TESTS.strip().splitlines():
        stated, file, names = re.fullmatch(r"(\d*) +(\S+): (.+)", line).groups()
        number = int(stated or number)
        tests.setdefault(number, []).extend((file, name) for name in names.split())
    return tests


def test_every_sentence_of_the_promising_sections_is_in_a_numbered_item():
    """Text outside the items of these sections would be a promise without a test."""
    sections = re.split(r"^## ", TEXT.partition("## Supported platforms")[0], flags=re.MULTILINE)[1:]
    for section in sections:
        items = [line for line in section.splitlines()[1:] if line.strip()]
        loose = [line for line in items if not re.match(r"\d+\. |   \S", line)]
        assert [line for line in loose if not line.startswith("On the [platforms]")] == []


def test_promises_are_numbered_in_order_and_each_has_tests():
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", TEXT, re.MULTILINE)]
    assert numbers == list(listed_tests()) == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize(("number", "listed"), listed_tests().items())
def test_tests_of_a_promise_exist(number, listed):
    for file, name in listed:
        tree = ast.parse((ROOT / "tests" / f"{file}.py").read_text(encoding="utf-8"))
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, f"{number}: {name}"
