"""Labels as a reader sees them, so that they can be searched for among the words of a drawing, independent of
typesetting.

`x_1`, `$x_{1}$` and the two words "x" and "1" of a page are one label; so are "Start here" in one line and in two.
"""

import re
import unicodedata
from collections.abc import Iterable

_TABLE = (
    "alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ "
    "pi π rho ρ sigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π "
    "Sigma Σ Phi Φ Psi Ψ Omega Ω infty ∞ to → rightarrow → leftarrow ← times × cdot · circ ∘ otimes ⊗ oplus ⊕ "
    "le ≤ leq ≤ ge ≥ geq ≥ ne ≠ neq ≠ in ∈ cap ∩ cup ∪ subset ⊂ emptyset ∅ partial ∂ nabla ∇ pm ± ell ℓ sum ∑ int ∫ "
    "prime ' ldots … cdots ⋯ dots … quad _ qquad _ degree ° hbar ℏ"
)
SYMBOLS = dict(zip(_TABLE.split()[::2], _TABLE.split()[1::2], strict=True))
_COMMAND = re.compile(r"\\([A-Za-z]+)\s?")
_MARKUP = re.compile(r"[\\${}_^~]|&nbsp;")
_LOOK_ALIKE = str.maketrans(
    {"−": "-", "–": "-", "—": "-", "‐": "-", "’": "'", "‘": "'", "′": "'", "“": '"', "”": '"', "∗": "*", "⋆": "*"}
    | {"ϵ": "ε", "ϕ": "φ", "ϑ": "θ", "µ": "μ", "∆": "Δ", "Ω": "Ω", "⟶": "→", "˜": "~", "∼": "~", "⋅": "·", "∙": "·"}
)


def plain(text: str) -> str:
    """Return a text without markup and spaces, in lower case; single letters are unchanged."""
    text = _COMMAND.sub(lambda command: SYMBOLS.get(command[1], ""), text.replace("\\n", " ").replace("\\l", " "))
    text = unicodedata.normalize("NFKC", _MARKUP.sub("", text).translate(_LOOK_ALIKE)).translate(_LOOK_ALIKE)
    text = "".join(text.split())
    return text.casefold() if len(text) > 1 else text


class LabelText:
    """The concatenated words of a drawing. Labels begin and end at word boundaries."""

    def __init__(self, words: Iterable[str]) -> None:
        self.borders: dict[int, int] = {}
        parts: list[str] = []
        length = 0
        for index, word in enumerate(words):
            self.borders[length] = index
            bare = plain(word)
            parts.append(bare)
            length += len(bare)
        self.borders[length] = len(parts)
        self.text = "".join(parts)
        self.folded = self.text.casefold()

    def spans(self, label: str) -> list[tuple[int, int]]:
        """Return, for each occurrence of a label, the indices of its first word and of the word after its last."""
        wanted = plain(label)
        text = self.text if len(wanted) == 1 else self.folded
        spans = []
        begin = text.find(wanted) if wanted else -1
        while begin >= 0:
            first, end = self.borders.get(begin), self.borders.get(begin + len(wanted))
            if first is not None and end is not None:
                spans.append((first, end))
            begin = text.find(wanted, begin + 1)
        return spans

    def holds(self, label: str) -> bool:
        """Return whether a label is in the drawing, contiguous or as separate words."""
        if self.spans(label):
            return True
        parts = [part for part in label.replace("\\n", " ").split() if plain(part)]
        return len(parts) > 1 and all(self.spans(part) for part in parts)
