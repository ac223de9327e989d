"""Estimates with intervals, tests, agreement and power, for rows in clusters: functions of sequences and arrays.

The bootstrap is our own: resampling identical clusters together is at least 20 times as fast as scipy.stats.bootstrap
(`tools/bench/grading/intervals.py`).
"""

from sgpkit.statistics.agreement import cohen_kappa, fleiss_kappa, krippendorff_alpha, weighted_kappa
from sgpkit.statistics.answers import KeyBalance, entropy, key_balance, per_letter
from sgpkit.statistics.averages import minmax_average
from sgpkit.statistics.clusters import NotFinite, cluster_standard_error
from sgpkit.statistics.correlation import (
    Correlation,
    correlate,
    paired_bootstrap,
    pearson,
    pearson_interval,
    ranks,
    spearman,
)
from sgpkit.statistics.differences import Difference, independent_difference, mcnemar, paired_difference
from sgpkit.statistics.exact import blaker
from sgpkit.statistics.intervals import Estimate, Interval, cluster_bootstrap, cluster_interval, mean_estimate, wilson
from sgpkit.statistics.jackknife import jackknife
from sgpkit.statistics.many import RankInterval, benjamini_hochberg, holm, rank_intervals
from sgpkit.statistics.power import minimum_detectable_effect, needed_rows, paired_standard_error, undetectable
from sgpkit.statistics.prediction_powered import Powered, powered_mean
from sgpkit.statistics.repeats import best_of_k, majority_at_k, pass_at_k

__all__ = [
    "Correlation",
    "Difference",
    "Estimate",
    "Interval",
    "KeyBalance",
    "NotFinite",
    "Powered",
    "RankInterval",
    "benjamini_hochberg",
    "best_of_k",
    "blaker",
    "cluster_bootstrap",
    "cluster_interval",
    "cluster_standard_error",
    "cohen_kappa",
    "correlate",
    "entropy",
    "fleiss_kappa",
    "holm",
    "independent_difference",
    "jackknife",
    "key_balance",
    "krippendorff_alpha",
    "majority_at_k",
    "mcnemar",
    "mean_estimate",
    "minimum_detectable_effect",
    "minmax_average",
    "needed_rows",
    "paired_bootstrap",
    "paired_difference",
    "paired_standard_error",
    "pass_at_k",
    "pearson",
    "pearson_interval",
    "per_letter",
    "powered_mean",
    "rank_intervals",
    "ranks",
    "spearman",
    "undetectable",
    "weighted_kappa",
    "wilson",
]
