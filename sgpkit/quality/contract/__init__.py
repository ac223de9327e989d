"""The contract of families: what each promises, checks of it, and a skeleton to begin from.

`sgpkit family new NAME` writes the skeleton; `sgpkit family check PATH` runs the checks, which the project's own tests
run too.
"""
