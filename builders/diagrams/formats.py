"""Drawing languages that this family adds: Typst and Mermaid."""

from . import mermaid, typst

FORMATS = (typst.FORMAT, mermaid.FORMAT)
