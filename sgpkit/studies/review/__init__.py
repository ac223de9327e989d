"""A local page on which people accept, reject or edit the candidates of a model, and summaries of their verdicts."""
