"""Base class of the modules in `evaluate_metrics/`, which `evaluate.load` loads.

A module describes itself and names the function that computes its result; this class does the rest. evaluate copies
only the module's file into its cache, so the file may import only installed packages.
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import datasets
import evaluate

CLUSTERS = """
clusters: the drawing of each prediction (a name), or of each row, if several predictions share one. By default the
    column "cluster" of the references, else every prediction counts as a separate drawing. intervals, by the name of
    each figure: low and high, the ends of its 95 % interval (None if it has none), method (or the reason why there is
    none), n and clusters (the numbers of predictions and of drawings).
"""
"""The option and the result that the descriptions of all metrics contain."""

Column = str | list[str]
"""The type of a value: "text", "image", or a list of one of these, written ["text"]."""


class Module(evaluate.Metric):  # type: ignore[misc]  # evaluate has no types
    """A metric of predictions and references.

    `references` are the forms that a reference may have: a type, or a row as a mapping of columns to types. If it is
    empty, the metric takes no references. `result` takes the predictions, the references (if the metric has any), and
    the options of `compute`.
    """

    description: ClassVar[str]
    inputs: ClassVar[str]
    citation: ClassVar[str]
    references: ClassVar[tuple[Column | Mapping[str, Column], ...]] = ("text",)
    result: ClassVar[Callable[..., dict[str, Any]]]

    def _info(self) -> evaluate.MetricInfo:
        forms = [
            datasets.Features({"predictions": feature("text"), "references": feature(form)}) for form in self.references
        ] or [datasets.Features({"predictions": feature("text")})]
        return evaluate.MetricInfo(
            description=self.description,
            citation=self.citation,
            inputs_description=self.inputs + CLUSTERS,
            features=forms if len(forms) > 1 else forms[0],
        )

    def compute(self, *, predictions: Any = None, references: Any = None, **options: Any) -> Any:
        """Score directly, without the conversion to Arrow, which refuses predictions that are not text."""
        if predictions is None and (references is None or not self.references):
            return super().compute(**options)
        if predictions is None or (references is None and self.references):
            raise ValueError("expected both predictions and references")
        predictions = list(predictions)
        if self.references:
            return self._compute(predictions, list(references), **options)
        if references is not None and len(references) != len(predictions):
            raise ValueError(
                f"{len(predictions)} predictions and {len(references)} references; expected the same number of each, "
                "or no references"
            )
        return self._compute(predictions, **options)

    def _compute(self, *arguments: Any, **options: Any) -> dict[str, Any]:
        if not len(next(iter(arguments), options.get("predictions", ()))):
            raise ValueError("no predictions: expected at least one")
        return type(self).result(*arguments, **options)


def feature(form: Column | Mapping[str, Column]) -> Any:
    """Return the `datasets` feature of a form."""
    if isinstance(form, Mapping):
        return {name: feature(column) for name, column in form.items()}
    if isinstance(form, list):
        return datasets.List(feature(form[0]))
    return datasets.Image() if form == "image" else datasets.Value("string")
