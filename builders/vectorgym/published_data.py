"""VectorGym on the Hub, by its authors: https://huggingface.co/datasets/ServiceNow/VectorGym, one table for all tasks.

Pinned to the commit whose card the reader follows, in git's short form. The card states the licence.
"""

from sgpkit.benchmark import PublishedData

PUBLISHED = {
    f"vectorgym-{task}": PublishedData(
        "ServiceNow/VectorGym", "84508fc", ("README.md", "**/*.parquet", "*.parquet"), "vectorgym", "Apache-2.0"
    )
    for task in ("sketch", "edit", "text", "caption")
}
