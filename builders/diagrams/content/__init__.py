"""Contents of diagrams, and the programs that draw them in each language."""
