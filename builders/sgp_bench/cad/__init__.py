"""The CAD configs of SGP-Bench: parts and sketches shown as programs of three dialects."""
