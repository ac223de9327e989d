"""A local page on which people accept, reject or edit what a model wrote, and what their verdicts amount to."""
