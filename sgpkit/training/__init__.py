"""Rewards, environments and recipes, by which models are trained on fresh rows."""
