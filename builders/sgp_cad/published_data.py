"""SGP-Bench's questions about CAD on the Hub, by its authors: https://huggingface.co/datasets/sgp-bench/sgp-bench.

No commit is recorded in the paper or the authors' code (which load `main`), so `main` is resolved when it is read, and
the build's record has the commit.
"""

from sgpkit.benchmark import PublishedData

QUESTIONS = PublishedData(
    "sgp-bench/sgp-bench",
    "main",
    ("README.md", "data/cad-*.parquet"),
    "sgp_bench",
    "none stated for the questions; parts are Onshape's and Fusion 360 Gallery's (non-commercial)",
)

PUBLISHED = dict.fromkeys(("sgp-cad-3d", "sgp-cad-3d-complex", "sgp-cad-2d"), QUESTIONS)
