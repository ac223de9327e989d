"""`make smoke-gpu`: the parts of sgpkit that need a GPU, measured on one, each in a separate process.

    python -m tools.bench.gpu                       every part, at the shapes of published models with random weights
    python -m tools.bench.gpu text lora --tiny      some parts, at shapes that a CPU carries: does the command work?
    python -m tools.bench.gpu --table               the results that are there, as Markdown

No weights are fetched. A part whose libraries or GPUs are missing is skipped by name; what the file has of a part that
is not measured stays.
"""
