"""Generators of VGBench's figures, one for each format."""
