"""SGP-Bench on the Hub, by its authors: https://huggingface.co/datasets/sgp-bench/sgp-bench and …/sgp-mnist.

No commit of these two is recorded in the paper or the authors' code (which load `main`), so `main` is resolved when it
is read, and the commit that was read stands in the build's record. Symmetry and illusion are not published there.
"""

from sgpkit.benchmark import PublishedData

QUESTIONS = PublishedData(
    "sgp-bench/sgp-bench",
    "main",
    ("README.md", "data/*.parquet"),
    "sgp_bench",
    "none stated for the questions; drawings are SVG Repo's, parts Onshape's and Fusion 360 Gallery's (non-commercial)",
)
DIGITS = PublishedData(
    "sgp-bench/sgp-mnist", "main", ("README.md", "data/*.parquet"), "sgp_bench", "CC BY-SA 3.0 (MNIST's)"
)

PUBLISHED = {
    "sgp-svg": QUESTIONS._replace(files=("README.md", "data/svg-*.parquet")),
    "sgp-svg-invariance": QUESTIONS._replace(files=("README.md", "data/inv*.parquet")),
    **dict.fromkeys(
        ("sgp-cad-3d", "sgp-cad-3d-complex", "sgp-cad-2d"),
        QUESTIONS._replace(files=("README.md", "data/cad-*.parquet")),
    ),
    "sgp-mnist": DIGITS,
}
