"""What the diagrams show, and the programs that draw it in each language."""
