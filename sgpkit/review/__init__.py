"""A local page on which people accept, reject or mend what a model wrote, and what becomes of their verdicts."""
