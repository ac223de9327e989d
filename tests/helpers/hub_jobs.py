"""The loopback Hub's Jobs API. It stores submitted jobs and runs none."""

from typing import Any

from hub_exchange import Answer, Request, signed_in
from hub_store import Store

JOBS: dict[int, list[dict[str, Any]]] = {}
"""By store id: the jobs of the store as they were submitted, with `status`."""


def of(store: Store) -> list[dict[str, Any]]:
    return JOBS.setdefault(id(store), [])


def create(store: Store, request: Request, at: dict[str, str]) -> Answer:
    user, jobs = signed_in(request), of(store)
    owner = {"id": user.name, "name": at["owner"], "type": "user"}
    number = f"job-{len(jobs) + 1}"
    jobs.append({**request.json(), "id": number, "owner": owner, "status": {"stage": "RUNNING"}})
    return Answer(shown(jobs[-1]))


def listing(store: Store, request: Request, at: dict[str, str]) -> Answer:
    signed_in(request)
    return Answer([shown(job) for job in of(store) if job["owner"]["name"] == at["owner"]])


def shown(job: dict[str, Any]) -> dict[str, Any]:
    """Return a job in the API's form, with names of secrets only."""
    return {**job, "secrets": sorted(job.get("secrets", {}))}
