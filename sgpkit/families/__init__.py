"""Mounts `builders/`: its folders, and those of `--family PATH`, are imported as `sgpkit.families.NAME`.

`sgpkit.benchmark.families` finds what they declare.
"""

from sgpkit import content, plugins

BUILTIN = str(content.families())


def extend_path() -> None:
    """Make the builtin families and the added ones importable as modules of this package."""
    for folder in (BUILTIN, *(str(folder.parent) for folder in plugins.folders())):
        if folder not in __path__:
            __path__.append(folder)


extend_path()
plugins.when_restored(extend_path)  # a worker process may be forked from one that saw other folders
