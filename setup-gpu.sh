#!/bin/sh
# Make .venv-gpu (vLLM) and .venv-gpu-training (learned metrics and recipes) for `make smoke-gpu`: Linux on x86-64 with
# an NVIDIA GPU. Every version is pinned by hash. They are two since vLLM and TRL want different versions of
# transformers.
#   ./setup-gpu.sh [PYTHON]             install what requirements-gpu*.lock pin
#   ./setup-gpu.sh --hashes [PYTHON]    write the locks, with uv
set -eu
cd "$(dirname "$0")"

repin=no
if [ "${1:-}" = --hashes ]; then
    repin=yes
    shift
fi
python=${1:-python3}

lock() { # NAME EXTRA…: packages on standard input
    lock=$1
    shift
    cat >"$work/wanted.txt"
    {
        echo "# Packages for NVIDIA GPUs, with the hashes of all their files. Written by: ./setup-gpu.sh --hashes"
        "$work/venv/bin/uv" pip compile --quiet --generate-hashes --no-annotate --no-header --python-version 3.11 \
            --python-platform x86_64-manylinux_2_28 --override "$work/any.txt" "$@" "$work/wanted.txt" pyproject.toml
    } >"$lock.new"
    mv "$lock.new" "$lock"
}

if [ $repin = yes ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    "$python" -m venv "$work/venv"
    "$work/venv/bin/python" -m pip install --quiet uv
    echo certifi >"$work/any.txt" # vLLM wants its newest release whatever that is; any one holds the same authorities
    printf '%s\n' vllm==0.33.0 hatchling editables | lock requirements-gpu.lock
    printf '%s\n' bert-score hatchling editables | lock requirements-gpu-training.lock --extra perceptual --extra train
    exit
fi

make_venv() { # FOLDER LOCK
    if ! "$1/bin/python" -c 'import pip' 2>/dev/null; then
        rm -rf "$1"
        "$python" -m venv "$1"
        echo "*" >"$1/.gitignore"
    fi
    venv=$1
    install_locked "$2"
    pip install --no-deps --no-build-isolation --editable .
    "$1/bin/python" -c 'import torch; print("'"$1"': PyTorch", torch.__version__)'
}
pip() { "$venv/bin/python" -m pip --disable-pip-version-check --quiet "$@"; }
. ./setup-install.sh
make_venv .venv-gpu requirements-gpu.lock
make_venv .venv-gpu-training requirements-gpu-training.lock
