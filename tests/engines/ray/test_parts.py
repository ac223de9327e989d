"""The division of work over a cluster: chunks, workers, scored batches. Needs no Ray."""

import pytest
import toy
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import messages
from sgpkit.engines import Request
from sgpkit.engines.ray import request_chunks
from sgpkit.engines.ray.placement import find_placement
from sgpkit.engines.ray.request_chunks import COMPANY, LEAST, ChunkQueue
from sgpkit.engines.ray.worker import Secrets
from sgpkit.errors import UserError
from sgpkit.runs.scoring import on_ray
from sgpkit.sandbox import cluster


def requests(count: int, samples: int = 1) -> list[Request]:
    rows = [toy.row(f"row-{number}", 0) for number in range(count)]
    return [Request(row, sample, 0, messages(row["question"])) for row in rows for sample in range(samples)]


@given(st.integers(0, 400), st.integers(1, 4), st.integers(1, 9))
def test_every_request_is_given_out_once_and_in_order(count, samples, workers):
    asked = requests(count, samples)
    shared = ChunkQueue(asked, workers)
    taken = []
    while shared.left():
        taken.append(shared.next())
    assert [index for portion in taken for index in portion] == list(range(len(asked)))
    for portion in taken:
        last = portion[-1] + 1
        assert last == len(asked) or asked[last].row["id"] != asked[last - 1].row["id"], "samples stay together"
    assert shared.next() == []


def test_portions_grow_smaller_and_all_workers_have_some():
    shared = ChunkQueue(requests(1000), 2)
    sizes = []
    while shared.left():
        sizes.append(len(shared.next()))
    assert sizes[0] == 250 and sizes == sorted(sizes, reverse=True) and LEAST in sizes
    few = ChunkQueue(requests(6), 3)
    assert [len(few.next()) for _ in range(4)] == [2, 2, 1, 1]


def test_a_portion_is_bounded_in_memory(monkeypatch):
    monkeypatch.setattr(request_chunks, "MOST_BYTES", 1000)
    shared = ChunkQueue(requests(400), 1)
    while shared.left():
        assert sum(request_chunks.weight_of(shared.requests[index]) for index in shared.next()) <= 1000


@given(st.integers(1, 200), st.integers(0, 199), st.integers(1, 4))
def test_only_the_request_that_kills_is_given_up(count, killer, workers):
    """A worker with the killing request in its chunk dies before it answers anything."""
    killer %= count
    shared = ChunkQueue(requests(count), workers)
    answered, given_up, deaths = [], [], 0
    while shared.left():
        portion = shared.next()
        if killer in portion:
            given_up += shared.survive(portion)
            deaths += 1
        else:
            answered += portion
    assert given_up == [killer]
    assert sorted(answered) == [index for index in range(count) if index != killer]
    assert deaths == len(COMPANY)


def test_what_a_worker_gives_back_is_next_and_not_blamed():
    shared = ChunkQueue(requests(100), 2)
    first = shared.next()
    shared.give_back(first[3:])
    assert shared.next()[0] == first[3]
    assert shared.deaths == {}


@pytest.fixture
def nodes(monkeypatch):
    def there_are(*resources):
        monkeypatch.setattr(cluster, "alive_nodes", lambda: list(resources))

    return there_are


def test_models_take_the_gpus_and_the_rest_a_worker_a_node(nodes):
    nodes({"CPU": 8.0, "GPU": 4.0}, {"CPU": 8.0, "GPU": 3.0}, {"CPU": 2.0})
    assert find_placement("vllm", {}) == (7, 3, 0, 1)
    assert find_placement("vllm", {"engine_args": {"tensor_parallel_size": 2}}) == (3, 3, 0, 2)
    assert find_placement("vllm", {"engine_args": {"data_parallel_size": 2}}) == (3, 3, 0, 2)
    assert find_placement("vllm", {"ray_workers": 5}) == (5, 3, 0, 1)
    assert find_placement("endpoint", {}) == (3, 3, 1, 0)
    nodes({"CPU": 8.0}, {"memory": 1.0})
    assert find_placement("vllm", {}) == (1, 2, 1, 0)


def test_what_has_no_room_is_refused(nodes):
    nodes({"CPU": 8.0, "GPU": 2.0}, {"CPU": 1.0, "GPU": 2.0})
    with pytest.raises(UserError, match="needs 4 GPUs on one node, but no node of the cluster has more than 2"):
        find_placement("vllm", {"engine_args": {"tensor_parallel_size": 2, "pipeline_parallel_size": 2}})
    with pytest.raises(UserError, match="--ray-workers 5: the cluster has room for 4 with one GPU each"):
        find_placement("vllm", {"ray_workers": 5})
    with pytest.raises(UserError, match="room for 9 with one processor each"):
        find_placement("baseline", {"ray_workers": 10})
    nodes({"memory": 1.0})
    with pytest.raises(UserError, match="no node of the cluster has a free processor"):
        find_placement("endpoint", {})


def test_secrets_are_not_shown():
    assert "sk-" not in f"{Secrets(KEY='sk-1')} {Secrets(KEY='sk-1')!r}"


@given(st.lists(st.integers(0, 30), max_size=300))
def test_scored_batches_never_part_a_drawing(clusters):
    rows = [{"cluster": f"cluster-{number}"} for number in clusters]
    batches = list(on_ray.in_batches(rows))
    assert sorted(item for batch in batches for item in batch) == list(range(len(rows)))
    drawings = [{rows[item]["cluster"] for item in batch} for batch in batches]
    assert sum(map(len, drawings)) == len(set(clusters))
