"""Texts that participants read before a study, where the user gives no others."""

CONSENT = """\
# Placeholder: not a consent text

This study has no consent text yet. Whoever runs it replaces this page (--consent FILE.md) with the words that their
institution asks for: who runs the study and why, what is done and how long it takes, that taking part is voluntary and
can be ended at any time, what is kept of the answers and for how long, and whom to ask.

What this page itself keeps: which answers were chosen, when, and how long each took, under a random name. It keeps no
network address, nothing about your browser, and nothing that tells who you are."""

CHOICES = """\
# What to do

You will see pictures, one at a time. With each comes a question and a few answers, of which one is right.

- Look at the picture and choose the answer that fits it best.
- Click or tap the answer, or press the key that stands before it.
- If you are not sure, choose what seems most likely to you.

You are not told which answers were right, and there is no way back to an earlier picture. You may pause: this browser
keeps your place."""

RATINGS = """\
# What to do

You will see drawings, one at a time, and with each what was asked for: a description, a sketch, or a drawing with a
change to make. They come from several makers; you are not told whose each of them is.

- Rate each drawing from 0 to 10 by the criteria below. Give 0 where nothing at all of what was asked for is there.
- Click or tap a number, or type it, and continue with the button or the Enter key. Until then you can change it.
- The criteria stay at hand beneath every drawing.

You are not told what others gave, and there is no way back to an earlier drawing. You may pause: this browser keeps
your place."""

INSTRUCTIONS = {"choices": CHOICES, "ratings": RATINGS}
