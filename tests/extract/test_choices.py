"""Letters in replies to multiple-choice questions: all ways of writing one, and texts that must not be read as one."""

import csv
import gzip
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import extract
from sgpkit.status import Status

OPTIONS = ("a red car", "blue boat", "Dog", "None of the above")
COLORS = ("Red", "Blue", "Yellow", "Green")
NUMBERS = ("3", "-5", "5", "5.5")
NAMES = ("C", "A", "vitamin C", "C. elegans")
THOUGHT = "<think>It has wheels. Answer: A</think>"

# completion → letter, for OPTIONS unless the case names others.
READ = {
    # The published protocol, and what its own pattern missed.
    "the protocol": ("It has wheels.\nAnswer: B", "B"),
    "bold word": ("**Answer:** B", "B"),
    "bold line": ("**Answer: B**", "B"),
    "bold letter": ("Answer: **B**", "B"),
    "parentheses": ("Answer: (B)", "B"),
    "boxed": ("So we get $\\boxed{B}$.", "B"),
    "the last of several lines": ("Answer: A\nOn reflection it floats.\nAnswer: B", "B"),
    # Signs and letters.
    "lower case": ("answer: b", "B"),
    "capitals": ("ANSWER: B", "B"),
    "lower-case a alone": ("Answer: a", "A"),
    "full stop": ("Answer: B.", "B"),
    "exclamation mark": ("Answer: B!", "B"),
    "closing parenthesis": ("Final answer: b)", "B"),
    "square brackets": ("Answer: [B]", "B"),
    "braces": ("Answer: {B}", "B"),
    "angle brackets": ("Answer: <B>", "B"),
    "quotes": ('Answer: "B"', "B"),
    "curly quotes": ("Answer: “B”", "B"),
    "equals sign": ("Answer = B", "B"),
    "arrow": ("Answer → B", "B"),
    "ASCII arrow": ("Answer -> B", "B"),
    "dash": ("Answer - B", "B"),
    "no space": ("Answer:B", "B"),
    "many spaces": ("Answer:      B", "B"),
    "no sign": ("Final answer B", "B"),
    "no sign, in parentheses": ("Answer (B)", "B"),
    "on the next line": ("Answer:\nB", "B"),
    "after a blank line": ("Answer:\n\n  B\n", "B"),
    "Windows line ends": ("It floats.\r\nAnswer: B\r\n", "B"),
    "option": ("Answer: Option B", "B"),
    "choice": ("Answer: choice (B)", "B"),
    "the letter": ("Answer: the letter B", "B"),
    "answer twice": ("Final Answer: The answer is B", "B"),
    "a trailing remark": ("Answer: B (it floats)", "B"),
    "a reason": ("Answer: B because it floats.", "B"),
    "a reason that begins with an article": ("Answer: B. A boat floats.", "B"),
    "a letter goes on with is": ("Answer: B is what the path shows", "B"),
    "an aside": ("Answer (one letter): B", "B"),
    "answer to the question": ("The answer to the question is B.", "B"),
    "answer to this question": ("The answer to this question is B.", "B"),
    # Markdown.
    "heading": ("## Answer: B", "B"),
    "heading above": ("### Final Answer\n\nB", "B"),
    "heading above, bold": ("## Answer\n\n**B**", "B"),
    "italics": ("_Answer_: *B*", "B"),
    "underscores": ("__Answer: B__", "B"),
    "code": ("Answer: `B`", "B"),
    "code block": ("Answer:\n```\nB\n```", "B"),
    "everything in a code block": ("```text\nAnswer: B\n```", "B"),
    "quotation": ("> Answer: B", "B"),
    "list item": ("- Answer: B", "B"),
    "numbered item": ("3. **Answer:** B", "B"),
    "struck out": ("Answer: ~~A~~ B", "B"),
    "another in a comment below": ("Answer: B\n<!-- Answer: C -->", "B"),
    "another in a comment of several lines": ("Answer: B\n<!--\nAnswer: C\n-->\n", "B"),
    "table row": ("| Answer | B |", "B"),
    "table column": ("| Question | Answer |\n|---|---|\n| 1 | B |", "B"),
    "rule below": ("Answer: B\n\n---", "B"),
    "emoji": ("✅ **Answer:** B", "B"),
    # LaTeX, HTML, JSON.
    "boxed text": ("\\boxed{\\text{B}}", "B"),
    "boxed and bold": ("$$\\boxed{\\mathbf{B}}$$", "B"),
    "boxed with parentheses": ("\\[ \\boxed{(B)} \\]", "B"),
    "boxed with its text": ("\\boxed{\\text{B) blue boat}}", "B"),
    "boxed after the words": ("The answer is \\boxed{B}.", "B"),
    "boxed after the mark": ("Answer: \\boxed{B}", "B"),
    "mathematics": ("Answer: $B$", "B"),
    "textbf": ("\\textbf{Answer: B}", "B"),
    "end token": ("Answer: B<|im_end|>", "B"),
    "check mark before": ("Answer: ✅ B", "B"),
    "underscored name": ("Answer: option_b", "B"),
    "JSON": ('{"answer": "B"}', "B"),
    "JSON in a block": ('```json\n{"reasoning": "A car or a boat?", "answer": "B"}\n```', "B"),
    "JSON, the answer first": ('{"answer": "B", "explanation": "A boat floats, C does not."}', "B"),
    "JSON, other key": ('{"final_answer": "b"}', "B"),
    "JSON, list": ('{"answer": ["B"]}', "B"),
    "Python dictionary": ("{'answer': 'B'}", "B"),
    "YAML": ("reasoning: it floats\nanswer: B", "B"),
    "tag": ("<answer>B</answer>", "B"),
    "tag over lines": ("<answer>\nB\n</answer>", "B"),
    "tag with its text": ("<final_answer>(B) blue boat</final_answer>", "B"),
    "tag without end": ("<answer>B", "B"),
    "tag around the line": ("<answer>Answer: B</answer>", "B"),
    "box tokens": ("<|begin_of_box|>B<|end_of_box|>", "B"),
    "HTML bold": ("<b>Answer:</b> <strong>B</strong><br/>", "B"),
    # In words.
    "the answer is": ("The answer is B.", "B"),
    "the correct answer is": ("Therefore, the correct answer is (B).", "B"),
    "the answer would be": ("I think the answer would be B.", "B"),
    "the best option is": ("The best option is B", "B"),
    "correct option": ("Correct option: B", "B"),
    "the answer is therefore": ("The answer is therefore B.", "B"),
    "most likely": ("The answer is most likely B.", "B"),
    "my choice": ("My choice is B.", "B"),
    "option alone": ("Option C", "C"),
    "I choose": ("I choose B.", "B"),
    "I would go with": ("I would go with option B.", "B"),
    "I'd pick": ("I'd pick (B).", "B"),
    "is correct": ("It floats, so option B is correct.", "B"),
    "is the right answer": ("B is the right answer.", "B"),
    "so it must be": ("It has no wheels. So it must be B.", "B"),
    "one option over another": ("I choose option B over option A.", "B"),
    "one option rather than another": ("I would pick B rather than A.", "B"),
    "all letters and a reason each, then one": ("A) no.\nB) it floats.\nC) no.\nD) no.\n\nB", "B"),
    "a reason with another letter": ("The answer is B because A has wheels.", "B"),
    "therefore": ("It has no wheels. Therefore, B.", "B"),
    "corresponds to": ("The hull corresponds to option B.", "B"),
    "words after a line that answers nothing": ("Answer: let us look.\nIt floats. Option B is correct.", "B"),
    "denied and concluded": ("The answer is not A, so it's B.", "B"),
    "said in the answer line": ("My answer: I'd say B", "B"),
    "only possible": ("The only possible answer is B.", "B"),
    # Restated text.
    "with its text": ("Answer: B) blue boat", "B"),
    "with its text after a full stop": ("Answer: B. Blue boat.", "B"),
    "with its text after a colon": ("Answer: B: blue boat", "B"),
    "with its text after a dash": ("Answer: B - blue boat", "B"),
    "with its text and nothing between": ("Answer: B blue boat", "B"),
    "with its text in parentheses": ("Answer: B (blue boat)", "B"),
    "with its text and an article": ("Answer: B, a blue boat", "B"),
    "article as letter": ("Answer: A) a red car", "A"),
    "only the text": ("Answer: blue boat", "B"),
    "only the text, with article": ("Answer: A blue boat.", "B"),
    "the option's own article": ("Answer: a red car", "A"),
    "the option without its article": ("The answer is: red car", "A"),
    "the text in quotes": ('Answer: "Blue Boat"', "B"),
    "the text with a reason": ("Answer: Dog, because it barks", "C"),
    "the text in bold": ("**Answer: Dog**", "C"),
    "the text in a tag": ("<answer>Dog</answer>", "C"),
    "the whole reply is the text": ("Blue boat", "B"),
    "the whole reply is the text with a full stop": ("blue boat.", "B"),
    "none of the above is an option": ("Answer: None of the above", "D"),
    "none of the above with its letter": ("Answer: D) none of the above.", "D"),
    # The letter alone.
    "letter": ("B", "B"),
    "letter with white space": ("\n B \n", "B"),
    "letter in parentheses": ("(b)", "B"),
    "letter and full stop": ("B.", "B"),
    "letter in bold": ("**B**", "B"),
    "letter and text": ("B) blue boat", "B"),
    "letter and reason": ("B. It floats.", "B"),
    "letter first, reason below": ("B\n\nThe hull floats.", "B"),
    "letter and text first": ("B) blue boat\n\nThe hull floats.", "B"),
    "letter on the last line": ("The hull floats.\n\n**B**", "B"),
    "letter after the listed options": ("A) no wheels\nB) it floats\nC) no legs\n\nB", "B"),
    # Several candidates, corrections.
    "corrected in the line": ("Answer: A … wait, Answer: B", "B"),
    "corrected below": ("The answer is A. Hmm, no.\nThe answer is B.", "B"),
    "the last of two conclusions": ("I think A. But it floats, so actually I choose B.", "B"),
    "discarded candidates": ("It could be A or C, but A has wheels.\nAnswer: B", "B"),
    "a wrong answer is named": ("The wrong answer is A.\nThe correct answer is B.", "B"),
    "an instruction is repeated": ("I must end with `Answer: X`.\nAnswer: B", "B"),
    "a hypothesis": ("If the answer is A, there are wheels. There are none.\nAnswer: B", "B"),
    "corrected on a line between": ("Answer: A\nWait, it floats.\nAnswer: B", "B"),
    "a correction announced": ("Answer: A\nCorrection:\nAnswer: B", "B"),
    "corrected before a box": ("\\boxed{A}\nActually, \\boxed{B}", "B"),
    "a final answer": ("So the answer is A.\n\nFinal answer: B", "B"),
    "a final answer after reasoning": ("Answer: A\nThe hull floats.\nAnswer: B", "B"),
    "the same letter twice": ("Answer: B\nAnswer: B", "B"),
    "the same letter twice in a line": ("Answer: B, yes, B", "B"),
    "an answer before remarks": ("Answer: B\n\nNote: wheels would be round.", "B"),
    "an explanation after it": ("Answer: B\n\nExplanation: the boat has a hull. The answer is clear from the path.", "B"),
    # Other scripts and languages.
    "full width": ("Answer：Ｂ", "B"),
    "full width in parentheses": ("答案：（Ｂ）", "B"),
    "bold mathematical letter": ("Answer: 𝐁", "B"),
    "circled letter": ("Answer: Ⓑ", "B"),
    "letter on a dark ground": ("Answer: 🅱️", "B"),
    "zero-width spaces": ("Answer:\u200b B\u200b", "B"),
    "no-break space": ("Answer:\u00a0B", "B"),
    "German": ("Antwort: B", "B"),
    "German, in words": ("Die richtige Antwort ist B.", "B"),
    "French": ("Réponse : C", "C"),
    "French, in words": ("La bonne réponse est B.", "B"),
    "French, the letter": ("La réponse est la lettre B.", "B"),
    "Spanish, in words": ("La respuesta correcta es B", "B"),
    "Chinese, with a reason": ("答案：B 因为它漂浮", "B"),
    "Spanish": ("Respuesta: B", "B"),
    "Italian": ("Risposta: B", "B"),
    "Portuguese": ("Resposta: B", "B"),
    "Russian with a Latin letter": ("Ответ: B", "B"),
    "Chinese": ("答案：D", "D"),
    "Chinese, in words": ("所以答案是B。", "B"),
    "Chinese, chosen": ("故选：B", "B"),
    "Chinese, with a suffix": ("正确答案是B选项", "B"),
    "Chinese brackets": ("【答案】B", "B"),
    "Japanese": ("答え：B", "B"),
    "Korean": ("정답: B", "B"),
    # Thinking.
    "after the thinking": (f"{THOUGHT}\nAnswer: B", "B"),
    "thinking opened by the template": ("Answer: A, surely.</think>Answer: B", "B"),
    # Options that look like answers.
    "colour": ("Answer: C) Yellow", "C", COLORS),
    "colour alone": ("**Answer:** yellow", "C", COLORS),
    "number": ("Answer: 5", "C", NUMBERS),
    "negative number": ("Answer: -5", "B", NUMBERS),
    "decimal number": ("Answer: 5.5", "D", NUMBERS),
    "letter and number": ("Answer: C (5)", "C", NUMBERS),
    "a colour's number": ("Answer: #00ff00", "B", ("#FF0000", "#00FF00", "#0000FF", "#000000")),
    "an element's name": ("Answer: <path>", "C", ("<rect>", "<circle>", "<path>", "<line>")),
    "options that are letters": ("Answer: C", "C", NAMES),
    "an option that begins with a letter": ("Answer: C. elegans", "D", NAMES),
    "an option that ends with a letter": ("Answer: C) vitamin C", "C", NAMES),
    "two options": ("Answer: B) No", "B", ("Yes", "No")),
    "seven options": ("Answer: G", "G", tuple("stuvwxy")),
}  # fmt: skip


@pytest.mark.parametrize("case", READ.values(), ids=READ)
def test_the_letter_is_read(case):
    completion, letter, *options = case
    assert extract.answer(completion, options[0] if options else OPTIONS) == extract.Answer(letter, Status.OK)


# completion → the reason why there is no letter, for OPTIONS unless the case has others.
UNREAD = {
    # Words are not letters.
    "cannot determine": ("Answer: Cannot determine", Status.NO_ANSWER, COLORS),
    "all of the above": ("Answer: All of the above", Status.NO_ANSWER),
    "because": ("Answer: Because it floats", Status.NO_ANSWER),
    "an option that does not answer": ("B: doesn't answer the question.", Status.NO_ANSWER),
    "none of the above is no option": ("Answer: None of the above", Status.NO_ANSWER, COLORS),
    "an article": ("Answer: a dog", Status.NO_ANSWER, COLORS),
    "a capital article": ("Answer: A dog", Status.NO_ANSWER, COLORS),
    "an article in words": ("The answer is a dog.", Status.NO_ANSWER, COLORS),
    "a word that begins with a letter": ("Answer: Car", Status.NO_ANSWER),
    "a name": ("Answer: D'Artagnan", Status.NO_ANSWER),
    "a hyphen": ("Answer: C-shaped", Status.NO_ANSWER),
    "a language": ("Answer: C++", Status.NO_ANSWER),
    "a shape": ("Answer: C shape", Status.NO_ANSWER),
    "a time": ("Answer: a.m.", Status.NO_ANSWER),
    "a part of the text": ("Answer: boat", Status.NO_ANSWER),
    "prose with an article": ("A drawing. It shows wheels.", Status.NO_ANSWER),
    "an option's beginning": ("Answer: 5.7", Status.NO_ANSWER, NUMBERS),
    "an accented letter": ("Answer: Á", Status.NO_ANSWER),
    "a letter with a combining accent": ("Answer: A\u0301", Status.NO_ANSWER),
    "a Cyrillic letter": ("Answer: \u0412", Status.NO_ANSWER),
    "a Greek letter": ("Answer: \u0392", Status.NO_ANSWER),
    # Letters that are not options.
    "beyond the options": ("Answer: E", Status.NO_ANSWER),
    "beyond the options, last": ("Answer: A\nAnswer: E", Status.NO_ANSWER),
    "a placeholder": ("Answer: X", Status.NO_ANSWER),
    "beyond two options": ("Answer: C", Status.NO_ANSWER, ("Yes", "No")),
    "the last line answers nothing": ("Answer: A\nAnswer: I am not sure", Status.NO_ANSWER),
    "it asks": ("Answer: B?", Status.NO_ANSWER),
    "neither": ("Answer: Neither A nor B", Status.NO_ANSWER),
    "not": ("Answer: Not A", Status.NO_ANSWER),
    "not available": ("Answer: N/A", Status.NO_ANSWER),
    # Two answers.
    "or": ("Answer: A or B", Status.NO_ANSWER),
    "and": ("Answer: A and C", Status.NO_ANSWER),
    "either": ("The answer is either A or B.", Status.NO_ANSWER),
    "slash": ("Answer: A/B", Status.NO_ANSWER),
    "comma": ("Answer: A, B", Status.NO_ANSWER),
    "lower case or": ("answer: b or c", Status.NO_ANSWER),
    "in parentheses, both": ("Answer: (A) (B)", Status.NO_ANSWER),
    "every letter": ("Answer: A/B/C/D", Status.NO_ANSWER),
    "two letters at the end": ("Answer: B\nAnswer: A or B", Status.NO_ANSWER),
    "two answers in a line": ("Answer: A, Answer: B", Status.NO_ANSWER),
    "two lines": ("Answer: A\nAnswer: C", Status.NO_ANSWER),
    "two headings": ("Answer:\nA\n\nAnswer:\nC", Status.NO_ANSWER),
    "two boxes on lines of their own": ("\\boxed{A}\n\n\\boxed{C}", Status.NO_ANSWER),
    "two tags": ("<answer>A</answer>\n<answer>C</answer>", Status.NO_ANSWER),
    "two numbered lines": ("1. Answer: A\n2. Answer: C", Status.NO_ANSWER),
    "a sentence for each": ("The answer is A.\nThe answer is B.\nThe answer is C.", Status.NO_ANSWER),
    "conclusions one after the other": ("So the answer is A.\nThus the answer is B.\nAnswer: C", Status.NO_ANSWER),
    "only in a comment": ("<!-- Answer: B -->", Status.NO_ANSWER),
    "two boxes": ("\\boxed{A} or \\boxed{B}", Status.NO_ANSWER),
    "two conclusions": ("Option A is correct. Option B is correct.", Status.NO_ANSWER),
    "two texts": ("Answer: Red. Or Blue.", Status.NO_ANSWER, COLORS),
    "two options with one text": ("Answer: same", Status.NO_ANSWER, ("same", "same", "x", "y")),
    "two letters alone": ("A\nB", Status.NO_ANSWER),
    "two letters in the reply": ("B or C", Status.NO_ANSWER),
    # No answer at all.
    "nothing": ("", Status.NO_ANSWER),
    "white space": (" \n\t", Status.NO_ANSWER),
    "the options again": ("A) a red car\nB) blue boat\nC) Dog\nD) None of the above", Status.NO_ANSWER),
    "the options under the word": ("Answer:\nA) a red car\nB) blue boat\nC) Dog\nD) None of the above", Status.NO_ANSWER),
    "an elimination": ("Option A is not correct. I don't think B is correct.", Status.NO_ANSWER),
    "a question": ("Is the answer B?", Status.NO_ANSWER),
    "a hypothesis": ("If the answer is A, there would be wheels.", Status.NO_ANSWER),
    "an empty mark": ("Answer:", Status.NO_ANSWER),
    "an empty box": ("\\boxed{}", Status.NO_ANSWER),
    "a number": ("Answer: 2", Status.NO_ANSWER),
    "not text": (None, Status.NO_ANSWER),
    "a list": (["B"], Status.NO_ANSWER),
    "enormous": ("Answer: B" + " " * extract.MAX_LENGTH, Status.TOO_LARGE),
    # Refusals.
    "refusal": ("I'm sorry, but I can't help with that.", Status.REFUSED),
    "refusal, curly": ("I can’t view images.", Status.REFUSED),
    "refusal as an AI": ("As an AI, I have no eyes.", Status.REFUSED),
    "refusal in the answer line": ("Let me see.\nAnswer: I cannot determine it.", Status.REFUSED),
    # Thinking.
    "only in the thinking": (THOUGHT, Status.NO_ANSWER),
    "only in the thinking, prose after": (f"{THOUGHT} That was hard.", Status.NO_ANSWER),
    "a thought without end": ("<think>It has wheels. Answer: A", Status.TRUNCATED),
}  # fmt: skip


@pytest.mark.parametrize("case", UNREAD.values(), ids=UNREAD)
def test_nothing_is_guessed(case):
    completion, status, *options = case
    answer = extract.answer(completion, options[0] if options else OPTIONS)
    assert (answer.value, answer.status) == (None, status), answer
    assert answer.reason


LISTS_AND_CONDITIONS = (
    "Answer:\nA\nB\nC\nD",
    "Answer:\n\nA\n\nC",
    "Answer: A\nB\nC\nD",
    "Answer: A\nAnswer: B\nAnswer: C\nAnswer: D",
    "The answer is:\n- A\n- B\n- C\n- D",
    "Final answer:\n(A)\n(B)",
    "Options:\nA\nB\nC\nD",
    "A\nB",
    "**A**\n**B**",
    "a red car\nblue boat",
    "A? B?",
    "Depending on the wheels, A or B.",
    "<answer>A</answer><answer>B</answer>",
    "A: 25%, B: 25%, C: 25%, D: 25%",
    "Answer: A B C D",
    "Answer: [A, B, C, D]",
    '{"answer": ["A","B","C","D"]}',
    '{"answer": ["A", "B"]}',
    "\\boxed{A, B}",
    "A or B",
    "If the path is closed, A; otherwise B",
    "Answer: If it is red, A; otherwise B.",
    "Answer: A if it is red, otherwise B",
    "Answer: if closed A, else B",
    "The answer is A if the path is closed, and B otherwise.",
    "If it is closed, the answer is A; otherwise, the answer is B.",
    "It depends. If it is closed, the answer is A. Otherwise, the answer is B.",
    "If it is closed, the answer is A.\nOtherwise, the answer is B.",
    "If closed -> Answer: A\nElse -> Answer: B",
    "If you count the border, A. If not, B.",
    "When it is red, choose A, else choose B.",
    "Should it be closed, it is A; otherwise it is B.",
    "if closed: \\boxed{A} otherwise: \\boxed{B}",
    "If it floats, then B is correct; if not, A is correct.",
)


@pytest.mark.parametrize("completion", LISTS_AND_CONDITIONS)
def test_lists_of_options_and_conditions_are_no_answers(completion):
    answer = extract.answer(completion, OPTIONS)
    assert (answer.value, answer.status) == (None, Status.NO_ANSWER)


PROSE_WITH_CONDITIONS = {
    "If it had wheels it would be A; otherwise B. It has none.\nAnswer: B": "B",
    "Let me see: if closed, A, otherwise B. The path ends with Z, so it is closed.\n\n**Answer: A**": "A",
    "I considered whether it is closed: if so A, otherwise B. It is open.\n\nB": "B",
    "B\n\nIf it were red, I would say A; otherwise B fits.": "B",
    "If it were a car (A), it would have wheels; otherwise it is a boat (B). There are no wheels, hence B.": "B",
    "If it were A there would be wheels, and nothing else suggests wheels. Answer: B": "B",
    "If nothing else, the hull says B.\nAnswer: B": "B",
    "The answer is B, otherwise it would have wheels.": "B",
    "Answer:\n\nB\n\nbecause otherwise A would need legs if it were a dog.": "B",
    "If we look at the hull, it floats. So the answer is B.": "B",
    '{"answer": ["B"]}': "B",
    '{"options": ["A", "B", "C", "D"], "answer": "B"}': "B",
    "A\nB\nC\nD\n\nThe answer is B.": "B",
    "Choices A, B, C and D were considered.\n\nB": "B",
    "Answer:\nB\n\nA is a car, which it is not.": "B",
    "B\n\nA: a car that is fast\nB: a boat in the rain\nC: a dog or two": "B",
    "The answer is definitively B: it floats.": "B",
    "Answer:\n**B**\nIt floats.": "B",
    "Step 1\nA: no\nStep 2\nB: yes\nFinal answer\nB": "B",
}


@pytest.mark.parametrize(("completion", "letter"), PROSE_WITH_CONDITIONS.items())
def test_answers_next_to_lists_and_conditions_are_read(completion, letter):
    assert extract.choice(completion, OPTIONS) == letter


CUT = {
    "an explicit answer before the cut": ("Answer: B\n\nThe reason for th", "B"),
    "the answer line is the last": ("It floats.\nAnswer: B", "B"),
    "a letter and nothing else": ("B", "B"),
    "the reasoning is cut": ("First, the path is round. It must be B. But then", None),
    "the last line may go on": ("It floats.\nB", None),
    "the word is cut off": ("It floats.\nAnswer:", None),
    "nothing was written": ("", None),
}


@pytest.mark.parametrize(("completion", "letter"), CUT.values(), ids=CUT)
def test_a_reply_cut_by_the_token_limit_is_truncated_unless_it_answered(completion, letter):
    answer = extract.answer(completion, OPTIONS, "length")
    assert (answer.value, answer.status) == (letter, Status.OK if letter else Status.TRUNCATED)


LONG = {
    "an answer, then white space": ("Answer: B" + " " * 7_900_000, "B"),
    "prose, then an answer": ("the path is round and " * 350_000 + "\nAnswer: B", "B"),
    "one endless word, then an answer": ("x" * 7_900_000 + " Answer: B", "B"),
    "the answer line wins over the beginning": ("Answer: A\n" + "the path goes on\n" * 460_000 + "Answer: B", "B"),
    "a word cut in two is no letter": ("Answer: C" + "a" * 7_900_000, None),
    "many conditions": ("if A, else B; " * 500_000 + "\nAnswer: B", "B"),
    "many words of conditions": ("if otherwise " * 500_000 + "\nAnswer: B", "B"),
    "many thoughts": ("<think>Answer: A</think>" * 300_000 + "Answer: B", "B"),
    "many unclosed brackets": ("(" * 4_000_000 + "\\boxed{" * 500_000, None),
}


@pytest.mark.parametrize(("completion", "letter"), LONG.values(), ids=LONG)
def test_long_replies_are_read_at_both_ends(completion, letter):
    assert extract.choice(completion, OPTIONS) == letter


FORMS_OF_AN_OPTION = (
    "Answer: {0}", "Answer: {0}) {1}", "**{0}. {1}**", "Answer: {0} ({1})", "The answer is {0}: {1}.", "{0}) {1}",
    "It looks so.\n\n{0}) {1}", "Answer: {0} {1}", "Answer: {1}", "{1}", "The correct answer is {1}.", "\\boxed{{\\text{{{1}}}}}",
)  # fmt: skip


@pytest.mark.realdata
def test_every_published_option_is_read_in_every_form(fixtures_path):
    csv.field_size_limit(10**8)
    questions = set()
    for path in sorted((fixtures_path / "sgp-bench").glob("*.csv.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            questions |= {tuple(row[letter] for letter in "ABCD") for row in csv.DictReader(lines) if row.get("D")}
    assert questions
    for options in questions:
        folded = [option.casefold() for option in options]
        for letter, text in zip("ABCD", options, strict=True):
            for form in FORMS_OF_AN_OPTION:
                # Some published questions have two options with one text: then only the letter tells them apart. And
                # where an option's text is itself a letter ("which letter is drawn?"), that letter is what was asked for.
                alone = "{0}" not in form
                expected = text.upper() if alone and text.upper() in set("ABCD") else letter
                unclear = alone and folded.count(text.casefold()) > 1
                read = extract.choice(form.format(letter, text), options)
                assert read == (None if unclear else expected), (form, options)


def test_choice_is_the_letter_alone():
    assert extract.choice("Answer: B", OPTIONS) == "B"
    assert extract.choice("Who knows?", OPTIONS) is None


def test_there_are_at_least_two_options():
    with pytest.raises(ValueError, match="2 to 26 options"):
        extract.choice("Answer: B", ["one"])


LETTERS = st.sampled_from("ABCD")
FORMS = st.sampled_from(
    [
        "Answer: {}",
        "**Answer:** {}",
        "Answer: ({})",
        "\\boxed{{{}}}",
        "The answer is {}.",
        "<answer>{}</answer>",
        "答案：{}",
    ]
)
# Prose without letters that could stand for an option, without signs of an answer, and without thoughts.
PROSE = st.lists(
    st.sampled_from(["path", "round", "wheels,", "12.5", "fill", "#ff0000", "is", "the", "M0 0", "\n", "- "])
).map(" ".join)


@given(PROSE, LETTERS, FORMS, PROSE)
def test_what_surrounds_an_answer_line_changes_nothing(before, letter, form, after):
    assert extract.choice(f"{before}\n{form.format(letter)}\n{after}", OPTIONS) == letter


@given(st.lists(st.tuples(LETTERS, FORMS), min_size=1, max_size=6))
def test_answer_lines_with_different_letters_are_no_answer(lines):
    text = "\n".join(form.format(letter) for letter, form in lines)
    assert extract.choice(text, OPTIONS) == (lines[0][0] if len({letter for letter, _ in lines}) == 1 else None)


@given(st.lists(st.tuples(LETTERS, FORMS), min_size=2, max_size=4), st.sampled_from(["The hull floats.", "Wait, no."]))
def test_the_last_answer_line_wins_after_a_reason_or_a_correction(lines, between):
    text = f"\n{between}\n".join(form.format(letter) for letter, form in lines)
    assert extract.choice(text, OPTIONS) == lines[-1][0]


@given(LETTERS, LETTERS, st.sampled_from([" or ", " and ", "/", ", ", " & ", " or maybe ", ") or ("]))
def test_two_letters_on_the_line_are_no_answer(first, second, joint):
    expected = first if first == second else None
    assert extract.choice(f"Answer: {first}{joint}{second}", COLORS) == expected


@given(
    # Roman numerals name options by their position.
    st.text(alphabet=string.ascii_letters, min_size=2, max_size=12).filter(lambda word: set(word.lower()) - set("ivx")),
    st.sampled_from(["Answer: {}", "The answer is {}.", "{}"]),
)
def test_no_letter_is_guessed_from_a_word(word, form):
    options = ("1", "2", "3", "4")
    answer = extract.choice(form.format(word), options)
    assert answer is None, "no option's text is a word"


@given(
    st.text(alphabet=" \n:.()[]{}<>\"'`*_#|\\answerboxedoptionisABCDＡ是：/-ith" + "\u0301\u200b", max_size=200),
    st.sampled_from(["stop", "length"]),
)
def test_any_text_gets_a_letter_or_a_reason(text, finish_reason):
    answer = extract.answer(text, OPTIONS, finish_reason)
    assert (answer.value is None) == (answer.status is not Status.OK) == bool(answer.reason)
    assert answer.value is None or answer.value in "ABCD"


@given(st.text(max_size=300))
def test_any_unicode_is_survived(text):
    extract.answer(text, OPTIONS)
    extract.number_answer(text)


COLOURED = ("red", "green", "a green square", "a square")


@pytest.mark.parametrize(
    ("completion", "letter"),
    [
        ("Answer: B, since A is red", "B"),
        ("The answer is **B**, not **A**", "B"),
        ("Answer: B rather than C", "B"),
        ("Ans. B", "B"),
        ("因此,选择B", "B"),
        ("因此，选择B。", "B"),
        ("the second option", "B"),
        ("I choose the third option because A is wrong", "C"),
        ("Option II", "B"),
        ("(iii)", "C"),
        ("It is green.", "B"),
        ("It looks like a green square.", "C"),
        ("A square is drawn", "D"),
        ("It is green, not red", None),
        ("It is not green.", None),
        ("It is green or red.", None),
        ("Is it green?", None),
        ("It is green. The other is red.", None),
        ("Perhaps it is green.", None),
        ("the first or the second option", None),
        ("the fifth option", None),
        ("I", None),
        ("A line is drawn", None),
        ("Option A is not correct.", None),
        ("A is red and B is green", None),
        ("Answer: II", "B"),
        ("Answer: iv.", "D"),
        ("Answer: I", "A"),
        ("Answer: V", None),
        ("The correct choice is III.", "C"),
        ("Final answer: the last option", "D"),
        ("Answer: the second one", "B"),
        ("The answer is option 3.", "C"),
        ("Option two", "B"),
        ("I would pick option number three.", "C"),
        ("Answer: option four", "D"),
        ("Option five", None),
        ("Option one or option two", None),
        ("Option two is wrong.", None),
        ("The option one might choose is green.", "B"),
        ("Answer: option 2.5", None),
        ("Answer: 2", None),
        ("The answer is not A but C.", "C"),
        ("Answer: not A", None),
        ("Not A, not C, not D: B.", "B"),
        ("Not A, C or D: B", "B"),
        ("Neither A nor C nor D; it's B", "B"),
        ("Answer: Not A, not C. B", "B"),
        ("Not A, not C, not D", None),
        ("Not A, not C: B or D.", None),
        ("Not A, C.", None),
        ("Not A, not C: A", None),
        ("Not A, not C, not D: B?", None),
        ("If not A, then B", None),
        ("My answer is B; A is wrong.", "B"),
        ("My answer is B; A is red.", None),
        ("The first option is wrong.", None),
        ("Neither the first option nor the second option", None),
        ("选B", "B"),
        ("选项B正确", "B"),
        ("A red line inside a green frame is drawn", None),
        ("A red square is wrong.", None),
    ],
)
def test_forms_of_prose(completion, letter):
    assert extract.choice(completion, COLOURED) == letter


def test_a_number_in_words_names_no_option_where_the_options_are_such_numbers():
    counts = ("two", "three", "one", "four")
    assert extract.choice("Option two", counts) is None
    assert extract.choice("Option B", counts) == "B"


def test_an_article_is_no_letter_though_the_first_options_text_follows():
    shapes = ("circle", "square", "triangle", "star")
    assert extract.choice("A circle inside a square is drawn; I cannot tell.", shapes) is None
    assert extract.choice("A circle is drawn.", shapes) == "A"


def test_a_number_is_no_place_where_options_are_numbers():
    assert extract.choice("Answer: option 2", ("5", "3", "2", "8")) is None


@pytest.mark.parametrize(
    "text", ["iİ", "(İi)", "Answer: vıı", "the ſecond option", "option ſix", "the fırst one", "ſix"]
)
def test_letters_that_only_resemble_those_of_numbers_are_no_numbers(text):
    """`re.IGNORECASE` takes İ, ı, ſ and K for i, s and k, which `str.lower` does not."""
    assert extract.choice(text, ["red", "green", "blue", "white"]) is None
    assert extract.number_answer(f"Answer: {text}").value is None


def test_a_cut_reply_may_go_on_after_the_pronoun():
    assert extract.answer("Answer: I", COLOURED, "length").value is None


@pytest.mark.parametrize(
    ("completion", "letter"),
    [
        ("B\n\nOption B is the best answer, because", "B"),
        ("**B**\n\nSo it must be B. The other options", "B"),
        ("B\n\nOption A is the best answer, because", None),
        ("B\n\nOption B is the best answer. No, option A is correct", None),
        ("B\n\nIt floats, which option A does not", None),
        ("B\nblue boat\nA\na red", None),
        ("B\n\nThe other options are not", None),
        ("B) blue boat\n```dot\ndigraph {", "B"),
        ("B) blue boat\n\n**Option B** is not the best", None),
        ("B) blue boat\nC) Dog\nD)", None),
    ],
)
def test_cut_reply_needs_its_letter_and_a_conclusion_that_repeats_it(completion, letter):
    assert extract.answer(completion, OPTIONS, "length").value == letter


@pytest.mark.parametrize(
    ("completion", "letter"),
    [
        ("1. C", "C"),
        ("1) (C).", "C"),
        ("2. C", None),
        ("1. C\n2. B", None),
        ("1. Cars float", None),
        ("B: B", "B"),
        ("B) B\n\nI think that this is what it shows.", "B"),
        ("B: A", None),
        ("A: \nC: sleeps\nD: eats", None),
        ("A\n\nC: it sleeps\nD: it eats", "A"),  # the others are explained
        ("A:\nIt has wheels.", "A"),
    ],
)
def test_letter_is_told_from_the_numbers_and_items_of_a_list(completion, letter):
    assert extract.choice(completion, OPTIONS) == letter


def test_number_before_a_letter_is_kept_where_options_are_numbers():
    assert extract.choice("1. C", ["2", "1", "5", "3"]) != "C"
