"""A local page that browses the runs below a folder: all runs, live counts of unfinished ones, the responses of one or
two runs page by page, and all answers to one row.

    runs.py      the run folders, and the state of each
    index.py     the location of each response of a run, and the reader of some of them
    answers.py   the responses of a run with their scores
    views.py     what the page shows, as JSON; cards are those of the report (`gallery`)
    server.py    the routes, on this machine only
"""
