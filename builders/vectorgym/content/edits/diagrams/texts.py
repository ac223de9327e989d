"""Wordings of the edits of diagrams."""

FORM_PHRASES = {
    "flow": "a flow chart: numbered boxes in two rows, read like a snake from the upper left, joined by arrows",
    "cycle": (
        "a cycle: numbered boxes in a ring, clockwise from the top, joined by arrows, and a dashed ring with "
        "{word} in the middle"
    ),
    "timeline": "a timeline: boxes by turns above and below one line that runs to the right",
    "pyramid": "a pyramid whose top level is {first}, with the words on dashed lines to the right of the levels",
}
ITEMS = {
    "flow": "step",
    "cycle": "stage",
    "timeline": "entry",
    "pyramid": "level",
    "tree": "box",
    "mind map": "branch",
    "venn": "circle",
}

INSERT_WORDINGS = (
    (
        "Insert a new {item} {new} between {before} and {after}, filled with {color} and with {detail} below its "
        "name.{joined}"
    ),
    "Between {before} and {after} a {item} is missing: add {new} ({detail}) in {color}.{joined}",
    (
        "Add one more {item} after {before} and before {after}. It is called {new}, with the smaller text "
        "{detail}, and is colored {color}.{joined}"
    ),
    (
        "Make room between {before} and {after} for a further {item} that reads {new} and, below, {detail}; fill "
        "it with {color}.{joined}"
    ),
)
APPEND_WORDINGS = (
    (
        "Add a new {item} {new} after {before}, as the last one, filled with {color} and with {detail} below its "
        "name.{joined}"
    ),
    "After {before}, at the end, a {item} is missing: add {new} ({detail}) in {color}.{joined}",
    (
        "Add one more {item} at the end. It is called {new}, with the smaller text {detail}, follows {before} "
        "and is colored {color}.{joined}"
    ),
    (
        "Extend the diagram behind {before} by a last {item} that reads {new} and, in smaller letters, {detail}; "
        "fill it with {color}.{joined}"
    ),
)
RETURN_WORDINGS = (
    "Draw a dashed arrow in {color} from {last} back to {first}, along the left margin.",
    "After {last} it all begins again: add a dashed {color} arrow that leads along the left edge back to {first}.",
    "Close the loop by a dashed arrow, {color}, which leaves {last} on its left side and enters {first} from the left.",
    "Add a way back: a dashed {color} arrow from the last box, {last}, to the first, {first}, around the left side.",
)
JOINED = {"flow": " Join it by arrows like the others.", "cycle": " Join it by arrows like the others."}
CHILD_WORDINGS = (
    (
        "Add a new {item} {new} under {parent}, filled with {color}, with {detail} below its name, and connect "
        "the two by a line."
    ),
    "Give {parent} one more child: {new} ({detail}), in {color}, joined by a line like the others.",
    "Attach a further {item} to {parent}. It reads {new} and, in smaller letters, {detail}; its color is {color}.",
    "Under {parent}, hang another {item} called {new} with the note {detail}, colored {color}.",
)
RENAME_WORDINGS = (
    "Rename the {item} {old} to {new}; the smaller text with it stays.",
    "The {item} that reads {old} should read {new}. Keep its note and its color.",
    "Replace the name {old} by {new} wherever the diagram has it, and leave all else alone.",
    "Where the diagram says {old}, it should say {new}.",
)
EXCHANGE_WORDINGS = (
    "Let the {items} {one} and {other} change places, each with its text and its color.",
    "Swap {one} and {other}: the first goes where the second is now, and the other way round.",
    "The order is wrong: exchange the {items} {one} and {other}.",
    "Put {other} where {one} is, and {one} where {other} is, with their colors and notes.",
)
FORM_WORDINGS = (
    "Convert this diagram into {form}. Keep all {count} items, their texts, their colors and their order.",
    "Redraw the same {count} items, in the same order and colors, as {form}.",
    "Show the content in another form, with the same title, words and colors: as {form}.",
    "Take over the title and every item with its color, but make the diagram {form}.",
)
SHAPE_WORDINGS = (
    "Draw the {item} {name} as {new} instead of {old}; its text and color stay.",
    "Change the outline of the {item} {name} from {old} to {new}.",
    "The {item} {name} should have the shape of {new}, not of {old}.",
    "Replace the shape of {name} by {new}, in the same place and color and with the same words.",
)
MERGE_WORDINGS = (
    "Merge the {items} {one} and {other} into a single {item} that reads {both}, in the color of {one}.",
    "Join {one} and {other}: one {item} called {both} takes their place, colored like {one}.",
    "Instead of the two {items} {one} and {other} there should be one, named {both}, in the color that {one} has.",
    "Combine {one} with {other} into one {item} {both}. Keep the color and the note of {one}.",
)
PART_WORDINGS = (
    (
        "Split the {item} {old} into two {items} that follow each other: {one} in the present color, then "
        "{other} in {color}."
    ),
    "Break {old} up: first {one}, which keeps its color, then {other}, colored {color}.",
    "Replace the {item} {old} by two, {one} and {other}; the second is {color}, the first stays as {old} was.",
    "Where there is one {item} {old}, draw two in a row, named {one} and {other}. Color the second {color}.",
)
SHARED_WORDINGS = (
    "In the overlap of the circles, replace {old} by {new}.",
    "What the circles share should read {new} instead of {old}.",
    "Change the words in the middle, where the circles overlap, from {old} to {new}.",
    "The common part of this diagram is now {new}: replace {old} by it.",
)
CIRCLE_WORDINGS = (
    "Add a third circle {new} in {color} with the note {detail}, so that all three overlap in the middle.",
    "Make this a Venn diagram of three circles: the third reads {new} and {detail}, and is {color}.",
    "Draw one more overlapping circle. It is called {new}, with the smaller text {detail}, and is filled with {color}.",
    "Extend the diagram by a third set {new} ({detail}), a circle in {color} that overlaps with both others.",
)
