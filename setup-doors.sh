#!/bin/sh
# Make .venv-doors: .venv with the frameworks before it that adapters are for, to test those with the real packages.
#   ./setup-doors.sh                  install what constraints-doors.txt pins, by the hashes of requirements-doors.lock
#   ./setup-doors.sh --constraints    write both
#   ./setup-doors.sh --hashes         write requirements-doors.lock from constraints-doors.txt
#
# Only what .venv lacks, or has newer than a framework takes it, is installed here; the rest is found in .venv.
set -eu
cd "$(dirname "$0")"

repin=no hashes=no
[ "${1:-}" != --constraints ] || repin=yes hashes=yes
[ "${1:-}" != --hashes ] || hashes=yes

if ! .venv-doors/bin/python -c 'import pip' 2>/dev/null; then
    rm -rf .venv-doors
    .venv/bin/python -m venv .venv-doors
    echo "*" >.venv-doors/.gitignore
fi
site=$(.venv-doors/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
rm -f "$site/beneath.pth" # pip looks at this set-up alone
pip() { .venv-doors/bin/python -m pip --disable-pip-version-check --quiet "$@"; }

if [ $repin = yes ]; then
    # pip tries versions of this many packages for most of an hour; uv resolves them in seconds.
    pip install uv
    grep -v -i -E '^(fsspec|openai|python-dateutil)==' constraints.txt >.venv-doors/wanted.txt
    sed -n '/^dependencies/,/^]/s/^ *"\([^"]*\)".*/\1/p' pyproject.toml >.venv-doors/asked.txt
    cat >>.venv-doors/asked.txt <<'END'
inspect-ai==0.3.285
lm-eval==0.4.13
verifiers==0.4.0
trl==1.16.0
torch==2.13.0
transformers==5.23.0
accelerate
jsonschema
peft
END
    .venv-doors/bin/python -m uv pip compile --quiet --no-annotate --no-header --no-emit-package torch --python-version 3.11.2 \
        --constraint .venv-doors/wanted.txt .venv-doors/asked.txt --output-file .venv-doors/resolved.txt
    .venv-doors/bin/python - <<'END'
from pathlib import Path

beneath = {pin.lower().replace("_", "-") for pin in Path("constraints.txt").read_text().split()}
pins = Path(".venv-doors/resolved.txt").read_text().split()
left_out = ("cuda-", "nvidia-", "triton")
own = sorted((p for p in pins if p.lower() not in beneath and not p.startswith(left_out)), key=str.lower)
head = "# What .venv-doors has before .venv, pinned. Written by: ./setup-doors.sh --constraints\n"
Path("constraints-doors.txt").write_text(head + "".join(f"{pin}\n" for pin in [*own, "torch==2.13.0"]))
END
fi
if [ $hashes = yes ]; then
    # PyTorch has no hash here: it is another file on every index of its makers, and on PyPI.
    pip install uv
    grep -v '^torch==' constraints-doors.txt >.venv-doors/wanted.txt
    {
        echo "# The packages of constraints-doors.txt but PyTorch with the hashes of all their files. Written by: ./setup-doors.sh --constraints"
        .venv-doors/bin/python -m uv pip compile .venv-doors/wanted.txt --no-deps --generate-hashes --universal \
            --python-version 3.11.2 --no-header --no-annotate --quiet
    } >requirements-doors.lock
    exit
fi

venv=.venv-doors
. ./setup-torch-check.sh
pip install --no-deps torch==2.13.0
. ./setup-install.sh
install_locked requirements-doors.lock
echo "import site; site.addsitedir('$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')')" >"$site/beneath.pth"
.venv-doors/bin/python -c 'from importlib.metadata import version as v; print(*(f"{n} {v(n)}" for n in ("inspect-ai", "lm-eval", "verifiers", "trl")), sep=", ")'
