"""Fuzzing with coverage guidance, and fault injection.

    python -m tools.fuzz --seconds 600           readers of SVG, TeX and Parquet, ten minutes each
    python -m tools.fuzz svg                     one of them, a minute
    python -m tools.fuzz.faults                  kills, torn writes and a failing Hub

The properties are in tests/hostile/properties; pytest also runs them for every reader.
"""
