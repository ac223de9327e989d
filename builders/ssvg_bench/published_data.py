"""DaTikZ v3 on the Hub: https://huggingface.co/datasets/nllg/datikz-v3. SSVG-Bench itself is not published as data.

The paper names no commit, so `main` is resolved when it is read, and the commit is in the build's record.
"""

from sgpkit.benchmark import PublishedData

PUBLISHED = {
    "datikz": PublishedData(
        "nllg/datikz-v3",
        "main",
        ("README.md", "data/test-*.parquet"),
        "datikz",
        "each drawing's own, as at its origin (column uri)",
    )
}
