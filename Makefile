# Two commands do everything on a fresh Debian or Ubuntu: `make demo` and `make test`. `make check` is the quick one.
PYTHON ?= python3
export PYTHON
BIN := .venv/bin
SETUP := tools/setup tools/environments.py tools/system-packages.txt pyproject.toml

# Tests and the demo start thousands of processes, each of which would compile every module that it imports.
unexport PYTHONDONTWRITEBYTECODE

# One test process per core: threads of numpy's would wait for each other.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses auto --dist loadgroup

.DEFAULT_GOAL := help
.PHONY: help setup demo docs check lint types test test-slow test-all test-perceptual test-spaces test-integrations test-vllm test-real \
	test-gate setup-cad smoke-gpu bench fuzz coverage lock clean

help:
	@echo "make demo                from a fresh machine: install what it needs, build, run baselines, score, write out/report.html"
	@echo "make check               lint, format, types, and the tests that start no process: about a minute"
	@echo "make test                lint, types and all tests that are not marked slow: under 10 minutes on two cores"
	@echo "make test-all            make test, then the slow tests: everything of the main environment"
	@echo "make test-perceptual     learned metrics and training on made weights, with PyTorch (.venv-perceptual)"
	@echo "make test-integrations   adapters in inspect_ai, lm-eval, verifiers and TRL (.venv-integrations)"
	@echo "make test-spaces         Spaces of metrics and of the leaderboard, in Gradio (.venv-spaces)"
	@echo "make test-vllm           the engine vllm on the CPU (.venv-vllm)"
	@echo "make test-real           a trained model on the CPU, from question to board: under 15 minutes (.venv-real)"
	@echo "make smoke-gpu           on a machine with an NVIDIA GPU: what runs on it and how fast, in tools/bench/gpu/"
	@echo "make docs                the documentation site, in out/site (.venv-docs)"
	@echo "make bench               speed, as ratios to what a user would do otherwise"
	@echo "make fuzz                untrusted input for every reader, many examples; SECONDS=60 for each guided target"
	@echo "make coverage            lines that make test runs, in out/coverage.txt and out/coverage.xml"
	@echo "make test-gate           how far shortcuts get with the builtin rows: every config at its full size"
	@echo "make setup-cad           packages with which answers of cad-script are run, 900 MB in ~/.cache/sgpkit"
	@echo "make setup               .venv with everything, and the system packages that tests need"
	@echo "make lock                write requirements/*.lock from pyproject.toml"
	@echo "make clean               remove out/, runs/, and every .venv"

setup: .venv/installed

.venv/installed: requirements/dev.lock requirements/core.lock $(SETUP)
	tools/setup dev
	@touch .venv/core $@

# Only what sgpkit itself needs; nothing to do where everything is installed.
.venv/core: requirements/core.lock $(SETUP)
	@[ -f .venv/installed ] || tools/setup core
	@touch $@

.venv-docs/installed .venv-spaces/installed .venv-integrations/installed .venv-real/installed: .venv-%/installed: requirements/%.lock .venv/installed
	tools/setup $*
	@touch $@

.venv-perceptual/installed .venv-vllm/installed: .venv-%/installed: requirements/%.lock $(SETUP)
	tools/setup $*
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

check: setup
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint types quick

lint: setup
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/hadolint Dockerfile
	$(BIN)/shellcheck tools/setup

types: setup
	$(BIN)/python tools/check_types.py

.PHONY: quick
quick: setup
	OMP_NUM_THREADS=1 $(BIN)/pytest --quiet --quick --no-processes -m "not process and not sandbox and not slow and not gate"

test: lint types
	$(PYTEST) -m "not slow and not gate"

test-slow: setup
	$(PYTEST) -m "slow and not gate"

# Also records what each test costs, by which tests/test_tiers.py checks the markers.
test-all: lint types
	$(PYTEST) -m "not slow and not gate" --durations-file tests/durations.json --tier test
	$(PYTEST) -m "slow and not gate" --durations-file tests/durations.json --tier slow

test-perceptual test-spaces test-integrations test-vllm test-real: test-%: .venv-%/installed
	.venv-$*/bin/python -m pytest tests/groups/$*

# Installs 10 GB where there is a GPU, and nothing where there is none.
smoke-gpu: .venv/core
	@! command -v nvidia-smi >/dev/null || tools/setup gpu gpu-training
	$(BIN)/python -m tools.bench.gpu

docs: .venv-docs/installed
	.venv-docs/bin/python -m mkdocs build --strict --quiet
	@echo "out/site/index.html"

# Before a release, and after a change of rows.
test-gate: setup
	OMP_NUM_THREADS=1 $(BIN)/pytest --numprocesses auto --dist loadgroup -m gate

# CadQuery and build123d, 900 MB in ~/.cache/sgpkit, with which answers of cad-script are run.
setup-cad: setup
	tools/setup cad

bench: setup
	$(BIN)/python -m tools.bench

SECONDS ?= 60
fuzz: setup
	HYPOTHESIS_PROFILE=nightly $(PYTEST) tests/hostile/properties
	tools/setup fuzz || true  # without a wheel for this Python, inputs are not guided
	.venv-fuzz/bin/python -m tools.fuzz --seconds $(SECONDS)

coverage: setup
	mkdir -p out
	$(PYTEST) -m "not slow and not gate" --cov --cov-report=xml:out/coverage.xml --cov-report=term:skip-covered | tee out/coverage.txt

lock: setup
	tools/setup --lock

clean:
	rm -rf out runs .venv .venv-*
