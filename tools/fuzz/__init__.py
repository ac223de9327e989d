"""Fuzzing: odd inputs for everything that reads what a model, a file or a server wrote.

    make fuzz                                    every target for a minute each
    python -m tools.fuzz svg path --seconds 600        two of them, ten minutes each
    python -m tools.fuzz --list

Each target promises to return, or to raise only what its callers expect, within a bound of time and memory. Where
atheris is installed (https://github.com/google/atheris; Linux, Python 3.11 to 3.13) the inputs are guided by which
branches they reach; elsewhere, or with --blind, the same mutations go without a guide. What breaks the promise is made
small and kept in tools/fuzz/found/; once fixed it becomes a case of tests/fuzz.
"""
