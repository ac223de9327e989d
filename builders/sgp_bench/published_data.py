"""SGP-Bench on the Hub, by its authors: https://huggingface.co/datasets/sgp-bench/sgp-bench and …/sgp-mnist.

No commit of these two is recorded in the paper or the authors' code (which load `main`), so `main` is resolved when it
is read, and the commit that was read stands in the build's record. Symmetry and illusion are not published there. The
instruction data have a dataset for each size and way: `sgp-bench/sit_72k` and its like.
"""

from sgpkit.benchmark import PublishedData

from .sit.sizes import SIZES

WAYS = ("sit", "rev-sit", "mixed-sit")

QUESTIONS = PublishedData(
    "sgp-bench/sgp-bench",
    "main",
    ("README.md", "data/*.parquet"),
    "sgp_bench",
    "none stated for the questions; drawings are SVG Repo's",
)
DIGITS = PublishedData(
    "sgp-bench/sgp-mnist", "main", ("README.md", "data/*.parquet"), "sgp_bench", "CC BY-SA 3.0 (MNIST's)"
)


def instructions(way: str, size: str) -> PublishedData:
    """Return the published dataset of a way and size; only the page of sit_72k states a licence."""
    repo = f"sgp-bench/{way.replace('-', '_')}_{size}"
    files = ("README.md", "*.json", "data/*.parquet")
    return PublishedData(
        repo, "main", files, "sgp_sit", "MIT for sit_72k, none stated for its like; drawings: SVG Icons"
    )


PUBLISHED = {
    "sgp-svg": QUESTIONS._replace(files=("README.md", "data/svg-*.parquet")),
    "sgp-svg-invariance": QUESTIONS._replace(files=("README.md", "data/inv*.parquet")),
    "sgp-mnist": DIGITS,
    **{f"sgp-{way}-{size}": instructions(way, size) for way in WAYS for size in SIZES},
}
