"""The sources of the CAD configs: parts and sketches of the grammar, and the published questions."""
