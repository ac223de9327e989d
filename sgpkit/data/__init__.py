"""Datasets: built from sources, written as Parquet shards, described, compared and corrected."""
