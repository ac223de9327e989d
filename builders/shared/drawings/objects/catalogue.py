"""All kinds of objects, by category."""

from ..kind import Kind
from . import (
    accessory,
    aerial_crafts,
    animal,
    beverage,
    book,
    building,
    clothing,
    computer,
    dairy,
    entertainment,
    food,
    fruit,
    furniture,
    human,
    land_crafts,
    musical_instrument,
    science,
    time_clock,
    tool,
)

KINDS: tuple[Kind, ...] = (
    *accessory.KINDS,
    *animal.KINDS,
    *book.KINDS,
    *clothing.KINDS,
    *dairy.KINDS,
    *food.KINDS,
    *furniture.KINDS,
    *human.KINDS,
    *musical_instrument.KINDS,
    *time_clock.KINDS,
    *beverage.KINDS,
    *building.KINDS,
    *computer.KINDS,
    *aerial_crafts.KINDS,
    *entertainment.KINDS,
    *fruit.KINDS,
    *land_crafts.KINDS,
    *science.KINDS,
    *tool.KINDS,
)
CATEGORIES = tuple(dict.fromkeys(kind.category for kind in KINDS))
