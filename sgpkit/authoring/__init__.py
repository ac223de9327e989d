"""Authoring a benchmark: a vision model asks about drawings, machines check what it asks. `sgpkit review` comes after.

The pipeline is SGP-Bench's (§4.1, appendix F.1: render, let a vision model ask, let people filter) and VGBench's
(§3.3); the texts are ours. `authoring` is where a command begins; `candidates` describes its folder.
"""
