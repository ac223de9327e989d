"""VGBench on the Hub, by its authors: https://huggingface.co/datasets/vgbench/VGQA and …/VGen.

VGQA is pinned to the repository's last commit, of 16 July 2024, in git's short form; VGen to the commit that added its
three files. Neither card nor paper states a licence.
"""

from sgpkit.benchmark import PublishedData

FORMATS = ("svg", "tikz", "graphviz")
LICENSE = "none stated by VGBench"

PUBLISHED = {
    **{
        f"vgqa-{format}": PublishedData("vgbench/VGQA", "7cb3546", ("README.md", f"{format}_*.csv"), "vgbench", LICENSE)
        for format in FORMATS
    },
    **{
        f"vgen-{format}": PublishedData(
            "vgbench/VGen",
            "1f3027f43e36579b943c14b8d818fdbd97a6a750",
            ("README.md", f"{format}.json"),
            "vgbench",
            LICENSE,
        )
        for format in FORMATS
    },
}
