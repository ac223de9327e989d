"""What `cad` is made of: dialects and their texts, plane curves, sketches, solids with their facts and views."""
