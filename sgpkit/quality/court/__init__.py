"""Determine which metrics may rank drawings by which axes, by trying them on pairs of a right and a wrong drawing.

pairs.py      pairs from the generators that families declare (`Evidence.contrasts`), past the viewer gate
captions.py   pairs of captions
published.py  pairs and preferences of published sets
metrics.py    the metrics that are tried: modules, headlines of families, learned metrics, judges
scorer.py     a scorer of the user: a function in the sandbox, an HTTP endpoint, an `evaluate` module
attacks.py    answers that deserve nothing, by which a scorer is tried too
verdict.py    shares ranked right, false alarms, calibration, and the rule by which a metric may rank
judging.py    a judge behind an engine      faults.py   the faults of judges
look.py       a page of pairs to look at, without labels
report.py     `court.json`, the table and the figure

`python -m tools.court_table` writes the table of the documentation, and the record by which reports warn
(`sgpkit.metrics.court`).
"""
