"""Recipes of diagrams: of software and data, of logic and computing, of people and contests, and charts."""

from . import charts_by_hand, contests, data, logic, plans, statistics

RECIPES = (
    *charts_by_hand.RECIPES,
    *contests.RECIPES,
    *data.RECIPES,
    *logic.RECIPES,
    *plans.RECIPES,
    *statistics.RECIPES,
)
