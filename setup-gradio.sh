#!/bin/sh
# Make .venv-gradio: .venv with Gradio before it, and the older Pillow that Gradio asks for, to test the Spaces.
#   ./setup-gradio.sh                  install what constraints-gradio.txt pins
#   ./setup-gradio.sh --constraints    write constraints-gradio.txt
#
# Only what .venv lacks, or has newer than Gradio takes it, is installed here; the rest is found in .venv.
set -eu
cd "$(dirname "$0")"

gradio=6.31.0
repin=no
[ "${1:-}" != --constraints ] || repin=yes

if ! .venv-gradio/bin/python -c 'import pip' 2>/dev/null; then
    rm -rf .venv-gradio
    .venv/bin/python -m venv .venv-gradio
    echo "*" >.venv-gradio/.gitignore
fi
site=$(.venv-gradio/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
rm -f "$site/beneath.pth" # pip looks at this set-up alone
pip() { .venv-gradio/bin/python -m pip --disable-pip-version-check --quiet "$@"; }

if [ $repin = yes ]; then
    grep -v -i -E '^(pillow|tomlkit)==' constraints.txt >.venv-gradio/wanted.txt
    pip install --dry-run --ignore-installed --report .venv-gradio/report.json --constraint .venv-gradio/wanted.txt \
        "gradio==$gradio"
    .venv-gradio/bin/python - <<'END'
import json
from pathlib import Path

beneath = {pin.lower().replace("_", "-") for pin in Path("constraints.txt").read_text().split()}
items = [item["metadata"] for item in json.loads(Path(".venv-gradio/report.json").read_text())["install"]]
pins = {f"{item['name']}=={item['version']}" for item in items}
own = sorted((pin for pin in pins if pin.lower().replace("_", "-") not in beneath), key=str.lower)
head = "# What .venv-gradio has before .venv, pinned. Written by: ./setup-gradio.sh --constraints\n"
Path("constraints-gradio.txt").write_text(head + "".join(f"{pin}\n" for pin in own))
END
    exit
fi

venv=.venv-gradio
. ./setup-install.sh
install_locked requirements-gradio.lock
echo "import site; site.addsitedir('$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')')" >"$site/beneath.pth"
.venv-gradio/bin/python -c 'import gradio, PIL, sgpkit; print(f"Gradio {gradio.__version__}, Pillow {PIL.__version__}")'
