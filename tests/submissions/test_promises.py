"""Each promise of SECURITY.md about submissions has tests, by its number."""

import ast
import re

import pytest
from paths import ROOT

SECTION = (ROOT / "SECURITY.md").read_text(encoding="utf-8").partition("## Submissions")[2].partition("\n## ")[0]
NUMBERS = re.findall(r"^- (S\d+)\. ", SECTION, re.MULTILINE)

TESTS = {
    "S1": {
        "submissions/test_boundary.py": (
            "test_the_process_that_parses_sees_no_token",
            "test_whatever_one_submission_does_the_others_hold",
        )
    },
    "S2": {
        "submissions/test_hostile_folder.py": (
            "test_a_link_is_not_followed",
            "test_a_pipe_is_not_waited_for",
            "test_an_extra_entry_is_refused_though_the_manifest_names_it",
        )
    },
    "S3": {
        "submissions/test_cheats.py": (
            "test_edited_scores_are_caught_wherever_they_stand",
            "test_errata_of_the_submitters_own_are_caught",
        )
    },
    "S4": {
        "submissions/test_extracted.py": (
            "test_letters_of_a_submitters_reader_rank_nothing",
            "test_the_board_ranks_by_rule_and_names_the_reader",
            "test_only_a_pinned_model_and_unchanged_files_count",
        ),
        "submissions/test_judged.py": ("test_marks_of_judges_are_shown_under_their_names_and_rank_nothing",),
    },
    "S5": {
        "submissions/test_model_names.py": ("test_odd_names_are_refused_with_the_reason",),
        "submissions/test_cheats.py": ("test_a_name_that_looks_like_one_of_the_others_is_caught",),
        "reports/test_alike.py": ("test_a_name_that_looks_like_anothers_is_refused_with_both",),
    },
    "S6": {
        "submissions/test_later.py": (
            "test_a_second_run_of_a_few_rows_does_not_earn_the_level",
            "test_a_second_run_of_other_rows_is_refused",
            "test_a_second_run_that_lost_rows_is_refused",
        )
    },
    "S7": {"submissions/test_rerun.py": ("test_a_submitter_cannot_make_the_chosen_rows_honest_beforehand",)},
    "S8": {
        "submit/test_workflow.py": (
            "test_the_job_that_holds_the_token_parses_nothing",
            "test_nothing_but_numbers_leaves_the_job_that_parses",
            "test_packages_are_installed_by_their_hashes_into_an_environment_of_their_own",
        )
    },
    "S9": {
        "submissions/test_boundary.py": (
            "test_a_damaged_cache_is_made_again",
            "test_a_cache_that_others_write_to_is_not_believed",
        )
    },
}


def test_every_promise_has_tests():
    assert list(TESTS) == NUMBERS


@pytest.mark.parametrize("number", TESTS)
def test_the_tests_of_a_promise_exist(number):
    for file, names in TESTS[number].items():
        tree = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert names
        assert set(names) <= defined
