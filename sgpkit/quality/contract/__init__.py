"""The contract of families: their promises, the checks of these, and a skeleton for a new family.

`sgpkit family new NAME` writes the skeleton; `sgpkit family check PATH` runs the checks, and so do the project's tests.
"""
