"""The picture of a row's drawing, made in the build's worker processes."""

from sgpkit.benchmark import Row
from sgpkit.graphics import raster

SIZE = 512


def with_image(row: Row) -> Row:
    return row | {"image": raster.png(raster.paint(row["code"], SIZE))}
