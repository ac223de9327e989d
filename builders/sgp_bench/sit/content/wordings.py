"""The wordings of instructions: twenty for each direction, one drawn for each row, as in the paper (appendix
F.1 has twenty of its own). The words are this project's.
"""

import random

DESCRIBE = (
    "Describe in detail what this SVG program draws.",
    "What picture does the following SVG code produce? Describe it as fully as you can.",
    "Read the SVG program below and tell what somebody would see who looks at its rendering.",
    "Imagine that the following program has been rendered. Describe the image.",
    "Look at this vector graphics program and explain what it shows, part by part.",
    "Give a thorough description of the drawing that this SVG file encodes.",
    "Put into words what the following SVG source depicts: the object, its parts, their colors and where they are.",
    "Below stands the source of a vector drawing. What is in the drawing?",
    "Without rendering it, say what the following SVG code would look like on the screen.",
    "Write a detailed caption for the image that is drawn by this program.",
    "What does this SVG show? Name the object and go into its colors, shapes and numbers.",
    "Translate the following symbolic graphics program into a description in plain English.",
    "Somebody who cannot see the picture asks what is on it. Answer from its SVG code.",
    "Study the paths and shapes of this SVG program and describe the picture that they make up.",
    "Tell me about the image behind this code: what is it of, and what are its details?",
    "Explain the visual content of the SVG document below.",
    "Take the following SVG drawing apart: what is depicted, and how does each part look?",
    "From the code alone, describe the illustration that this SVG program creates.",
    "Summarise in a paragraph what can be seen when this SVG is opened.",
    "Which picture is stored in this SVG code? Describe it with its parts, colors and arrangement.",
)

DRAW = (
    "Write an SVG program that draws the picture described below.",
    "Create the SVG code of an image that fits the following description.",
    "Draw the following as SVG.",
    "Turn this description into a symbolic graphics program in SVG.",
    "Produce an SVG document whose rendering looks like this.",
    "Here is a description of an illustration. Write the SVG source of it.",
    "Design the icon that is described below and give its SVG code.",
    "Which SVG program would draw this? Write it out.",
    "Write vector graphics code in SVG for the picture that is described here.",
    "Make an SVG image out of the following words, with all the parts, colors and numbers that they name.",
    "Compose an SVG file that shows what the following paragraph describes.",
    "Somebody describes a drawing to you. Reproduce it in SVG.",
    "Give me the code of an SVG drawing that matches this description.",
    "Using SVG elements, draw what is described in the text below.",
    "Translate the following description of a picture into SVG.",
    "Generate an SVG program that, when it is rendered, shows the following.",
    "Please illustrate the text below as a vector drawing, and answer with its SVG source.",
    "Code the following image in SVG, true to every detail that is mentioned.",
    "An illustrator gets the order below. Deliver the SVG.",
    "What would the SVG of this picture be? Write the whole program.",
)

WORDINGS = {"describe": DESCRIBE, "draw": DRAW}


def instruction(direction: str, name: str) -> str:
    """The same for the same name, whatever else is built."""
    return random.Random(f"{name}:{direction}").choice(WORDINGS[direction])
