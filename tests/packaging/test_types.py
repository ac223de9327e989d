"""The check of types covers all code: errors planted in a family, a recipe or a helper are found."""

import shutil
import subprocess
import sys

import pytest
from paths import ROOT

WRONG = "count: int = 'many'\n"
SCRIPT = "tools/check_types.py"


@pytest.fixture(scope="module")
def findings(tmp_path_factory):
    """Return the output of the script for a small checkout with an error in every folder."""
    root = tmp_path_factory.mktemp("checkout").resolve()
    for name in ("pyproject.toml", SCRIPT):
        (root / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, root / name)
    for folder in ("sgpkit/families", "tools/bench"):
        (root / folder).mkdir(parents=True)
        (root / folder / "__init__.py").touch()
    (root / "sgpkit" / "__init__.py").touch()
    for folder in ("sgpkit/graphics", "builders/planted", "tools/bench", "tests/helpers"):
        (root / folder).mkdir(parents=True, exist_ok=True)
        (root / folder / "__init__.py").touch()
        (root / folder / "wrong.py").write_text(WRONG)
    (root / "tests" / "helpers" / "wrong.py").write_text(f"import planted_helper\n{WRONG}")
    (root / "tests" / "helpers" / "planted_helper.py").write_text("")
    (root / "tests" / "helpers" / "__init__.py").unlink()
    run = subprocess.run([sys.executable, root / SCRIPT], capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    return run.stdout


@pytest.mark.process
@pytest.mark.parametrize("folder", ["sgpkit/graphics", "builders/planted", "tools/bench", "tests/helpers"])
def test_planted_errors_are_found(findings, folder):
    assert f"{folder}/wrong.py:" in findings


def test_helpers_are_known_by_their_bare_names(findings):
    assert "planted_helper" not in findings
