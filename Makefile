# Two commands do everything on a fresh Debian or Ubuntu: `make demo` and `make test`; `make check` is the quick one.
PYTHON ?= python3
BIN := .venv/bin

# Tests and the demo start thousands of processes, each of which would compile all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup setup-cadquery demo docs check lint test test-gate test-perceptual test-spaces test-doors test-vllm smoke-gpu bench fuzz constraints clean

help:
	@echo "make demo             set up what it needs, build a few rows of five families, score baselines, write out/report.html"
	@echo "make check            set up, then lint, format, types and quick tests of every subject: a minute"
	@echo "make test             set up and run every check and test"
	@echo "make test-gate        how far shortcuts get with the builtin rows, every config at its full size"
	@echo "make test-perceptual  learned metrics and training on made weights, with PyTorch, in a set-up apart (.venv-perceptual)"
	@echo "make test-doors       adapters in inspect_ai, lm-eval, verifiers and TRL, in a set-up beside .venv (.venv-doors)"
	@echo "make test-spaces      the metrics' and the leaderboard's Spaces in Gradio, in a set-up beside .venv (.venv-gradio)"
	@echo "make test-vllm        vLLM itself, on the CPU, with PyTorch, in a set-up of its own (.venv-vllm)"
	@echo "make smoke-gpu        on a machine with an NVIDIA GPU: what runs on it and how fast, in tools/bench/gpu/RESULT-GPU.json"
	@echo "make docs             the documentation site in out/site, in a set-up beside .venv (.venv-docs)"
	@echo "make setup            .venv with everything, and the system packages that tests need"
	@echo "make setup-cadquery   packages that cad-script runs answers with, beside .venv"
	@echo "make bench            speed against what a user would do otherwise, as ratios"
	@echo "make fuzz             odd inputs for every parser and reader, SECONDS=60 each; what breaks one is in tools/fuzz/found/"
	@echo "make constraints      pin every package in constraints.txt, from the newest that pyproject.toml allows"
	@echo "make clean            remove out/, runs/, and every .venv"

# 900 MB in ~/.cache/sgpkit, CadQuery and build123d, for programs of cad-script alone: no environment holds both.
setup-cadquery: setup
	$(BIN)/python -m sgpkit.families.cadscript

setup: .venv/installed

.venv/installed: pyproject.toml requirements.lock setup.sh setup-install.sh
	./setup.sh $(PYTHON)
	@touch .venv/core $@

# Only what sgpkit itself needs; nothing to do where everything is installed.
.venv/core: pyproject.toml requirements-core.lock setup.sh setup-install.sh
	@[ -f .venv/installed ] || ./setup.sh --core $(PYTHON)
	@touch $@

demo:
	@started=$$(date +%s) && \
	echo "The demo sets up .venv (a minute or two, once), builds a dozen rows of each of five families, and answers them" && \
	echo "by two rules in place of a model: the right answer, and another row's answer. What needs a compiler is left out:" && \
	echo "TikZ, EPS, Graphviz and CAD (make setup)." && \
	$(MAKE) --no-print-directory .venv/core && \
	set_up=$$(date +%s) && \
	echo "Set up in $$((set_up - started)) s. Building, answering, scoring and drawing: a minute or so." && \
	mkdir -p out && cd out && \
	../$(BIN)/sgpkit eval smoke --engine baseline --model reference --model random --out . --quiet && \
	echo "Took $$(($$(date +%s) - started)) s. Open out/report.html in a browser: it needs no network."

# The tests of tests/fast.txt touch every subject; `make test` runs all.
check: lint
	OMP_NUM_THREADS=1 $(BIN)/pytest -n auto --dist loadfile -q -m "not realdata" @tests/fast.txt

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/check_types.py

# One process a core: threads of numpy's would wait for each other.
test: lint
	$(BIN)/hadolint Dockerfile
	OMP_NUM_THREADS=1 $(BIN)/pytest -n auto --dist loadgroup -m "not gate"

# No shortcut gets far with the builtin rows: every config at its full size.
test-gate: .venv/installed
	OMP_NUM_THREADS=1 $(BIN)/pytest -n auto --dist loadgroup tests/probes

test-perceptual: .venv-perceptual/installed
	.venv-perceptual/bin/python -m pytest tests/perceptual

.venv-perceptual/installed: constraints-perceptual.txt setup-perceptual.sh setup-install.sh
	./setup-perceptual.sh $(PYTHON)
	@touch $@

test-spaces: .venv-gradio/installed
	.venv-gradio/bin/python -m pytest tests/spaces

.venv-gradio/installed: .venv/installed requirements-gradio.lock setup-gradio.sh setup-install.sh
	./setup-gradio.sh
	@touch $@

test-doors: .venv-doors/installed
	.venv-doors/bin/python -m pytest tests/doors

.venv-doors/installed: .venv/installed requirements-doors.lock setup-doors.sh setup-install.sh
	./setup-doors.sh
	@touch $@

test-vllm: .venv-vllm/installed
	.venv-vllm/bin/python -m pytest tests/vllm

.venv-vllm/installed: constraints-vllm.txt setup-vllm.sh setup-install.sh
	./setup-vllm.sh $(PYTHON)
	@touch $@

# Installs 10 GB where there is a GPU, and nothing where there is none.
smoke-gpu: .venv/core
	@! command -v nvidia-smi >/dev/null || ./setup-gpu.sh $(PYTHON)
	$(BIN)/python -m tools.bench.gpu

docs: .venv-docs/installed
	.venv-docs/bin/python -m mkdocs build --strict --quiet
	@echo "out/site/index.html"

.venv-docs/installed: .venv/installed requirements-docs.lock setup-docs.sh setup-install.sh
	./setup-docs.sh
	@touch $@

bench: setup
	$(BIN)/python -m tools.bench

# Without atheris (no wheel for this Python or system) the same inputs go without a guide.
SECONDS ?= 60
fuzz: setup
	-$(BIN)/python -m pip install --quiet --constraint constraints.txt --no-build-isolation --editable '.[fuzz]'
	$(BIN)/python -m tools.fuzz --seconds $(SECONDS)

constraints:
	./setup.sh --constraints $(PYTHON)
	./setup.sh --hashes $(PYTHON)

clean:
	rm -rf out runs .venv .venv-docs .venv-doors .venv-gpu .venv-gpu-training .venv-gradio .venv-perceptual .venv-vllm
