"""A review page for each test."""

import pytest
import review_page


@pytest.fixture
def workspace(tmp_path):
    running = review_page.ReviewPage(tmp_path / "toys")
    yield running
    running.stop()
