# shellcheck shell=sh
# Part of the set-ups with PyTorch, which set $venv and define pip: stop before pip takes a wrong PyTorch.

# PyPI's PyTorch for Linux on x86-64 is the CUDA build: several GB that a CPU has no use for.
if [ "$(uname -sm)" = "Linux x86_64" ] && ! "$venv/bin/python" -c 'from importlib.metadata import version; version("torch")' 2>/dev/null; then
    build=$(pip install --dry-run --no-deps --report - torch==2.13.0 |
        "$venv/bin/python" -c 'import json, sys; print(json.load(sys.stdin)["install"][0]["metadata"]["version"])')
    case "$build" in
    *+cpu) ;;
    *)
        echo "pip would take PyTorch $build, which is built for CUDA. Point it at PyTorch's builds for CPUs"
        echo "(PIP_EXTRA_INDEX_URL; PyTorch's page 'Get started' has the address) and run this again."
        exit 1
        ;;
    esac
fi
