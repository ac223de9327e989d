"""Wordings of the edits of diagrams."""

from sgpkit.families.shared import tables

WORDS = tables.read(__file__, "texts.toml")

FORM_PHRASES: dict[str, str] = WORDS["form_phrases"]
ITEMS: dict[str, str] = WORDS["items"]

INSERT_WORDINGS: tuple[str, ...] = WORDS["insert_wordings"]
APPEND_WORDINGS: tuple[str, ...] = WORDS["append_wordings"]
RETURN_WORDINGS: tuple[str, ...] = WORDS["return_wordings"]
JOINED = {"flow": " Join it by arrows like the others.", "cycle": " Join it by arrows like the others."}
CHILD_WORDINGS: tuple[str, ...] = WORDS["child_wordings"]
RENAME_WORDINGS: tuple[str, ...] = WORDS["rename_wordings"]
EXCHANGE_WORDINGS: tuple[str, ...] = WORDS["exchange_wordings"]
FORM_WORDINGS: tuple[str, ...] = WORDS["form_wordings"]
SHAPE_WORDINGS: tuple[str, ...] = WORDS["shape_wordings"]
MERGE_WORDINGS: tuple[str, ...] = WORDS["merge_wordings"]
PART_WORDINGS: tuple[str, ...] = WORDS["part_wordings"]
SHARED_WORDINGS: tuple[str, ...] = WORDS["shared_wordings"]
CIRCLE_WORDINGS: tuple[str, ...] = WORDS["circle_wordings"]
