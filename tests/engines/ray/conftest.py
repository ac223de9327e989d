"""The cluster that tests of shards share."""

from ray_nodes import nodes

__all__ = ["nodes"]
