"""Is a benchmark any good: probes, the contract of `family check`, calibration, contamination."""
