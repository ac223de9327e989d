"""Draft questions, review rows, and collect answers from people, with the web pages for these tasks."""
