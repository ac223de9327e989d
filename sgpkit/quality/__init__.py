"""Check the quality of benchmarks: probes, the contract of `family check`, calibration, contamination."""
