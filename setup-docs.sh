#!/bin/sh
# Make .venv-docs: .venv with MkDocs before it, to build the documentation site.
#   ./setup-docs.sh                  install what constraints-docs.txt pins, by the hashes of requirements-docs.lock
#   ./setup-docs.sh --constraints    write both
#
# Only what .venv lacks, or has in another version, is installed here; the rest is found in .venv.
set -eu
cd "$(dirname "$0")"

repin=no
[ "${1:-}" != --constraints ] || repin=yes

if ! .venv-docs/bin/python -c 'import pip' 2>/dev/null; then
    rm -rf .venv-docs
    .venv/bin/python -m venv .venv-docs
    echo "*" >.venv-docs/.gitignore
fi
site=$(.venv-docs/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
rm -f "$site/beneath.pth" # pip looks at this set-up alone
pip() { .venv-docs/bin/python -m pip --disable-pip-version-check --quiet "$@"; }

if [ $repin = yes ]; then
    pip install uv
    .venv-docs/bin/python -m uv pip compile --quiet --no-annotate --no-header --python-version 3.11.2 --extra docs \
        --constraint constraints.txt --output-file .venv-docs/resolved.txt pyproject.toml
    .venv-docs/bin/python - <<'END'
from pathlib import Path

beneath = {pin.lower().replace("_", "-") for pin in Path("constraints.txt").read_text().split()}
pins = Path(".venv-docs/resolved.txt").read_text().split()
own = sorted((pin for pin in pins if pin.lower().replace("_", "-") not in beneath), key=str.lower)
head = "# What .venv-docs has before .venv, pinned. Written by: ./setup-docs.sh --constraints\n"
Path("constraints-docs.txt").write_text(head + "".join(f"{pin}\n" for pin in own))
END
    {
        echo "# The packages of constraints-docs.txt with the hashes of all their files. Written by: ./setup-docs.sh --constraints"
        .venv-docs/bin/python -m uv pip compile constraints-docs.txt --no-deps --generate-hashes --universal \
            --python-version 3.11.2 --no-header --no-annotate --quiet
    } >requirements-docs.lock
    exit
fi

venv=.venv-docs
. ./setup-install.sh
install_locked requirements-docs.lock
echo "import site; site.addsitedir('$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')')" >"$site/beneath.pth"
.venv-docs/bin/python -c 'from importlib.metadata import version as v; print(*(f"{n} {v(n)}" for n in ("mkdocs", "mkdocs-material", "mkdocstrings")), sep=", ")'
