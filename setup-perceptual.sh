#!/bin/sh
# Make .venv-perceptual: sgpkit with the learned metrics and the training recipe, to test them without a GPU. Every
# version is pinned.
#   ./setup-perceptual.sh [PYTHON]                  install what constraints-perceptual.txt pins, by hash
#   ./setup-perceptual.sh --constraints [PYTHON]    write constraints-perceptual.txt and requirements-perceptual.lock
#
# Packages are installed one by one from the list, without what they ask for: PyPI's torchvision asks for the PyTorch
# that is built for CUDA, several GB that a CPU has no use for. Its networks and transforms work beside the other too,
# once the tests have declared its operators (tests/helpers/torchvision_operators.py).
set -eu
cd "$(dirname "$0")"

repin=no
if [ "${1:-}" = --constraints ]; then
    repin=yes
    shift
fi
python=${1:-python3}

if ! .venv-perceptual/bin/python -c 'import pip' 2>/dev/null; then
    rm -rf .venv-perceptual
    "$python" -m venv .venv-perceptual
    echo "*" >.venv-perceptual/.gitignore
fi
pip() { .venv-perceptual/bin/python -m pip --disable-pip-version-check --quiet "$@"; }

if [ $repin = yes ]; then
    pip install --dry-run --ignore-installed --report .venv-perceptual/report.json --constraint constraints.txt \
        hatchling editables hypothesis pytest torch==2.13.0 torchvision==0.28.0 bert-score \
        --editable '.[perceptual,train]'
    .venv-perceptual/bin/python - <<'END'
import json
from pathlib import Path

items = [item["metadata"] for item in json.loads(Path(".venv-perceptual/report.json").read_text())["install"]]
left_out = ("cuda-", "nvidia-", "sgpkit", "triton")
pins = sorted(
    {f"{item['name']}=={item['version'].split('+')[0]}" for item in items if not item["name"].startswith(left_out)},
    key=str.lower,
)
head = "# Every package of .venv-perceptual, pinned. Written by: ./setup-perceptual.sh --constraints\n"
Path("constraints-perceptual.txt").write_text(head + "".join(f"{pin}\n" for pin in pins))
END
    # PyTorch has no hash here: it is another file on every index of its makers, and on PyPI.
    pip install uv
    grep -v '^torch==' constraints-perceptual.txt >.venv-perceptual/wanted.txt
    {
        echo "# The packages of constraints-perceptual.txt but PyTorch with the hashes of all their files. Written by: ./setup-perceptual.sh --constraints"
        .venv-perceptual/bin/python -m uv pip compile .venv-perceptual/wanted.txt --no-deps --generate-hashes --universal \
            --python-version 3.11.2 --no-header --no-annotate --quiet
    } >requirements-perceptual.lock
    exit
fi

venv=.venv-perceptual
. ./setup-torch-check.sh
pip install --no-deps torch==2.13.0
. ./setup-install.sh
install_locked requirements-perceptual.lock
pip install --no-deps --no-build-isolation --editable .
.venv-perceptual/bin/python -c 'import torch; print(f"PyTorch {torch.__version__}")'
