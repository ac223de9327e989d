"""`make smoke-gpu`: the parts of sgpkit that need a GPU, measured on one, each in a separate process.

    python -m tools.bench.gpu                       every part, at the shapes of published models with random weights
    python -m tools.bench.gpu text lora --tiny      some parts, at shapes small enough for a CPU, to test the command
    python -m tools.bench.gpu --table               the stored results, as Markdown

No weights are downloaded. A part whose libraries or GPUs are missing is skipped with a message; stored results of parts
that are not measured are kept.
"""
