#!/bin/sh
# Set up sgpkit: system packages by apt where that is allowed, then .venv with every version pinned.
#   ./setup.sh [PYTHON]                  install what constraints.txt pins
#   ./setup.sh --core [PYTHON]           only what sgpkit itself needs: no TeX, no X server, no test tools (make demo)
#   ./setup.sh --constraints [PYTHON]    write constraints.txt from what pyproject.toml allows
#   ./setup.sh --hashes [PYTHON]         write requirements*.lock: the same versions, with the hashes of all their files
set -eu
cd "$(dirname "$0")"

repin=no
core=no
if [ "${1:-}" = --core ]; then
    core=yes
    shift
elif [ "${1:-}" = --constraints ]; then
    repin=yes
    shift
elif [ "${1:-}" = --hashes ]; then
    repin=hashes
    shift
fi
python=${1:-python3}

# --- system packages: what is missing, and what does not work without it -------------------------------------------
missing="" reasons=""
need() { # PACKAGE REASON, where the command before it failed
    missing="$missing $1"
    reasons="$reasons
  $1: $2"
}
have_library() { /sbin/ldconfig -p 2>/dev/null | grep -q "$1"; }

command -v "$python" >/dev/null || {
    need python3 "everything"
    need python3-venv "everything: .venv cannot be made"
}
if command -v "$python" >/dev/null; then
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "sgpkit needs Python 3.11 or newer; $("$python" --version) is what $python is."
        echo "Name another one: make setup PYTHON=python3.12"
        exit 1
    }
    "$python" -c 'import venv, ensurepip' 2>/dev/null || need python3-venv "everything: .venv cannot be made"
fi
have_library libcairo.so.2 || need libcairo2 "no drawing is rendered"
command -v bwrap >/dev/null || need bubblewrap "nothing that a model wrote is rendered, compiled or run"
command -v setpriv >/dev/null || need util-linux "nothing that a model wrote is rendered, compiled or run"
command -v fc-list >/dev/null || need fontconfig "texts of drawings that CairoSVG paints come out empty"
[ -n "$(find /usr/share/fonts -name '*.[to]tf' 2>/dev/null | head -n 1)" ] || need fonts-dejavu-core "texts of drawings that CairoSVG paints come out empty"
if [ $core = no ]; then
    have_library libGL.so.1 || need libgl1 "no CAD solid is built"
    command -v gs >/dev/null || need ghostscript "no EPS is drawn"
    command -v pdftocairo >/dev/null || need poppler-utils "no TikZ and no EPS is drawn"
    command -v dot >/dev/null || need graphviz "no Graphviz is drawn"
    command -v pdflatex >/dev/null || need texlive-latex-recommended "no TikZ is drawn"
    tex_needs() { # FILE PACKAGE, where TeX does not find the file
        kpsewhich "$1" >/dev/null 2>&1 || need "$2" "TikZ that loads $1 does not compile"
    }
    tex_needs tikz.sty texlive-pictures
    tex_needs standalone.cls texlive-latex-extra
    tex_needs siunitx.sty texlive-science
    tex_needs ptmr8t.tfm texlive-fonts-recommended
    tex_needs lmodern.sty lmodern
    tex_needs sfrm1000.pfb cm-super-minimal
    tex_needs simplekv.tex texlive-plain-generic
    has_tkinter() { command -v "$1" >/dev/null && "$1" -c 'import tkinter' 2>/dev/null; }
    command -v Xvfb >/dev/null || need xvfb "tests that compare turtles with the standard library's are skipped"
    has_tkinter "$python" || has_tkinter /usr/bin/python3 || need python3-tk "the same tests are skipped"
    command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
        need chromium "tests that open pages in a browser are skipped"
fi

if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ]; then
        as_root=""
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=sudo
    else
        as_root=no
    fi
    if [ "$as_root" != no ] && command -v apt-get >/dev/null; then
        echo "Installing system packages:$missing"
        $as_root apt-get update -qq || true
        # Ubuntu has Chromium as a snap only.
        case "$missing" in *" chromium") apt-cache show chromium >/dev/null 2>&1 || missing=${missing% chromium} ;; esac
        # shellcheck disable=SC2086  # one word a package
        $as_root env DEBIAN_FRONTEND=noninteractive DEBCONF_NOWARNINGS=yes apt-get install -y -qq --no-install-recommends $missing >/dev/null
    else
        echo "These system packages are missing, and apt is not allowed here:$reasons"
        echo "Ask for: sudo apt-get install$missing"
        case "$missing" in *python3*|*libcairo2*) exit 1 ;; esac
    fi
fi

# --- Python packages ------------------------------------------------------------------------------------------------
if ! .venv/bin/python -c 'import pip' 2>/dev/null; then
    rm -rf .venv
    "$python" -m venv .venv
fi
pip() { .venv/bin/python -m pip --disable-pip-version-check --quiet "$@"; }

# scour comes as source only; without isolation, as below, it would need a setuptools that newer Pythons do not bring.
if [ $repin = hashes ]; then
    pip install uv
    for group in "" -gradio -core; do
        # What another Python or system needs besides is in the lock too, with its condition; Gradio stands on .venv.
        from=constraints$group.txt
        case "$group" in
            "") deps=--upgrade && { cat constraints.txt && echo setuptools; } >.venv/wanted.txt ;;
            -gradio) deps=--no-deps && cp constraints-gradio.txt .venv/wanted.txt ;;
            -core)
                # What sgpkit needs without any extra, in the same versions, what builds it and scour, and uv, which
                # installs them (setup-install.sh).
                deps="--constraint constraints.txt" from="pyproject.toml's dependencies"
                sed -n '/^dependencies = \[/,/^\]/s/^ *"\([^"]*\)".*/\1/p' pyproject.toml >.venv/wanted.txt
                printf '%s\n' hatchling editables setuptools uv >>.venv/wanted.txt
                ;;
        esac
        {
            echo "# The packages of $from with the hashes of all their files. Written by: make constraints"
            # shellcheck disable=SC2086  # one word an option
            .venv/bin/python -m uv pip compile .venv/wanted.txt $deps --generate-hashes --universal \
                --python-version 3.11 --no-header --no-annotate --quiet
        } >"requirements$group.lock"
    done
    exit
fi
if [ $repin = yes ]; then
    rm -rf .venv
    "$python" -m venv .venv
    pip install hatchling editables scour
    pip install --no-build-isolation --editable '.[dev]'
    {
        echo "# Every package that setup installs, pinned. Written by: make constraints"
        .venv/bin/python -m pip freeze --all --exclude-editable | grep -v -E '^(pip|setuptools)==' | sed 's/ @ .*//'
    } >constraints.txt
    exit
fi
# Nothing is installed whose hash is not in the lock. The first packages build others: scour comes as source only.
lock=requirements.lock compiled=compiled
if [ $core = yes ]; then lock=requirements-core.lock compiled=; fi
venv=.venv
. ./setup-install.sh
install_locked $lock $compiled
pip install --no-deps --no-build-isolation --editable .
if [ $core = no ]; then
    if ! .venv/bin/python -m pip --disable-pip-version-check check >.venv/lacking.txt; then
        echo "requirements.lock is of another Python than $("$python" --version), which needs more; these come by version alone:"
        cat .venv/lacking.txt
        pip install --constraint constraints.txt --no-build-isolation --editable '.[dev]'
    fi
fi
.venv/bin/python - <<'END'
from sgpkit.graphics.workers import sandbox
try:
    sandbox.kind()
except sandbox.Unavailable as missing:
    print(f"No sandbox here, so nothing that a model wrote will be rendered, compiled or run:\n{missing}")
END
[ $core = yes ] || command -v java >/dev/null ||
    echo "No Java here: all works but the opsin baseline (apt-get install default-jre-headless)."
