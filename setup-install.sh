# shellcheck shell=sh
# Part of the set-up scripts, which set $venv and define pip: install what a lock pins, each file by its hash.

pinned() { # NAME LOCK: the lines of a package in a lock
    grep -A 1000 -E "^$1==" "$2" | awk 'NR > 1 && /^[a-zA-Z]/ { exit } { print }'
}

# uv fetches and unpacks several packages at once. pip has settings that uv does not read (an index or a certificate of
# one's own): it does what uv could not. Packages without a wheel are built by the setuptools of the lock: that of a
# new environment may be too old for it.
install_locked() { # LOCK, and `compiled` to compile all modules now instead of each when it is first imported
    { pinned uv requirements-core.lock && pinned setuptools "$1"; } >"$venv/first.txt"
    pip install --require-hashes --no-deps --no-compile --requirement "$venv/first.txt"
    # shellcheck disable=SC2086  # no word where nothing is compiled
    "$venv/bin/python" -m uv pip install --quiet --system-certs --require-hashes --no-deps --no-build-isolation \
        ${2:+--compile-bytecode} --requirement "$1" 2>/dev/null || true
    if [ -n "${2:-}" ]; then compile=--compile; else compile=--no-compile; fi
    pip install --require-hashes --no-deps --no-build-isolation $compile --requirement "$1"
}
