"""Questions with lettered options: the position of the right one, baselines by guessing, and scoring.

asking.py    prompts: the texts that configs share, and how they are put together
keys.py      the letter of the right option, and the order of the others
guessing.py  baselines that do not look at the drawing
scoring.py   scores and summaries of answers
"""
