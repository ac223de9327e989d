#!/bin/bash
# The job that submit.sh sends to the cluster. The same submission again goes on where this one stopped.

set -euo pipefail

# 3 says that rows are left, such as those that the engine failed at: they are asked for again.
for attempt in 1 2 3; do
    code=0
    sgpkit run --engine ray --ray auto "$@" || code=$?
    [ "$code" -eq 3 ] || exit "$code"
    echo "attempt $attempt left rows"
done
exit 3
