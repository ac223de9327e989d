"""Rewards, environments and recipes to train models on fresh rows."""
