"""Author a benchmark: a vision model writes questions about drawings, which are checked automatically.

People review the candidates next, with `sgpkit author review`.

The pipeline is SGP-Bench's (§4.1, appendix F.1: render, let a vision model ask, let people filter) and VGBench's
(§3.3); the texts are ours. `authoring` is where a command begins; `candidates` describes its folder.
"""
