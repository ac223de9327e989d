"""Parts written as the programs of the two dialects."""
