"""Material and functions that several families use. This package is not a family: it declares no benchmark.

drawings/  drawings of everyday things: their designs, how they are written as SVG, which kinds look alike
choices/   questions with options: keys, baselines that guess, scores
cad/       parts and sketches, from which CAD programs are written
tables.py  data files, TOML
sgp_bench_files.py  the published files of SGP-Bench
naming.py  dotted names of functions, for the column `generator`
"""
