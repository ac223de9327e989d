"""Write one figure's program: python -m sgpkit.families.vgbench.content.tikz_figures KIND [SEED]"""

import random
import sys

from sgpkit.errors import UserError

from . import KINDS, draw


def main(arguments: list[str]) -> None:
    kind = arguments[0] if arguments else ""
    if kind not in KINDS:
        raise UserError(f"{kind!r} is not a kind of figure; expected one of: {', '.join(KINDS)}")
    seed = arguments[1] if len(arguments) > 1 else "0"
    print(draw(kind, random.Random(f"{seed}:{kind}")).code)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except UserError as error:
        sys.exit(str(error))
