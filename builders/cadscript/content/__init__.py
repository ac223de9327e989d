"""The generator of parts: each with its program, two prompts, predicates, and near misses that these must refuse."""
