"""Rooms that nothing else needs: without them, the types of the rest are right and its tests are found."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from import_graph import graph
from paths import ROOT

REMOVABLE = {
    "studies": (
        "sgpkit/studies",
        "sgpkit/cli/author",
        "sgpkit/cli/annotate/agreement.py",
        "tests/studies",
        "tests/helpers/review_page.py",
        "tests/helpers/toy_author.py",
        "tests/helpers/toy_questions.py",
    ),
    "cad": (
        "builders/sgp_cad",
        "builders/cadscript",
        "builders/shared/cad",
        "tests/families/sgp_cad",
        "tests/families/cadscript",
        "tools/bench/drawings/cad_solids.py",
    ),
    "training": (
        "sgpkit/training",
        "sgpkit/cli/export_training.py",
        "sgpkit/integrations/openenv",
        "sgpkit/integrations/verifiers.py",
        "tests/training",
        "tests/groups/integrations/test_openenv.py",
        "tests/groups/integrations/test_training.py",
        "tests/groups/integrations/test_verifiers.py",
        "tests/groups/perceptual/test_learning.py",
        "tests/groups/perceptual/test_learning_grpo.py",
        "tests/groups/perceptual/test_recipes.py",
        "tests/groups/perceptual/test_recipes_tokens.py",
        "tests/helpers/recipe_process.py",
        "tests/hostile/properties/test_rewards.py",
        "tests/metrics/test_missing_compilers.py",
        "tools/bench/gpu/training.py",
        "tools/bench/grading/reward_throughput.py",
        "tools/bench/grading/rewards.py",
        "tools/learning",
    ),
}
"""By name, what is removed together: a room or families, their commands, tests and benchmarks of speed. Without `cad`,
`builders/core.toml` also loses its two configs."""


def module_of(path: str) -> str:
    """Return the dotted name of a module or package of the project."""
    return path.removesuffix(".py").replace("builders/", "sgpkit/families/").replace("/", ".")


@pytest.mark.parametrize("name", REMOVABLE)
def test_nothing_else_imports_a_removable_room(name):
    removed = tuple(module_of(path) for path in REMOVABLE[name] if path.startswith(("sgpkit/", "builders/")))

    def within(module: str) -> bool:
        return any(module == one or module.startswith(f"{one}.") for one in removed)

    used = {(module, other) for module, others in graph().items() for other in others}
    wrong = sorted(f"{module} imports {other}" for module, other in used if within(other) and not within(module))
    assert not wrong, "\n".join(wrong)


def test_the_paths_are_there():
    assert [path for paths in REMOVABLE.values() for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("name", REMOVABLE)
def test_types_and_tests_do_without_a_removable_room(name, tmp_path):
    """Types are checked, and every test file of the rest is imported."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for file in filter(None, listed.split("\0")):
        if (ROOT / file).is_file() and not file.startswith((*REMOVABLE[name], "tests/test_removable.py")):
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / file, tmp_path / file)
    identity = ("-c", "user.name=test", "-c", "user.email=test@localhost")
    for command in (["init", "--quiet"], ["add", "--all"], [*identity, "commit", "--quiet", "--message", "base"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "BASE": "HEAD", "OMP_NUM_THREADS": "1"}
    for command in (
        ["tools/check_types.py"],
        ["-m", "pytest", "--quiet", "--collect-only", "-p", "no:cacheprovider"],
    ):
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"{Path(command[0]).name}: {done.stdout[-4000:]}{done.stderr[-1000:]}"
