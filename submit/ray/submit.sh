#!/bin/bash
# One run on a Ray cluster that is up already (KubeRay, `ray up`, …): a Ray job on its head node that uses all its GPUs.
# sgpkit[ray,vllm] is installed there, and --out is on a file system that outlives the job.
#
#   submit/ray/submit.sh http://HEAD:8265 sgp-svg --data ORG/sgp-bench@v1.0.0 --model ORG/MODEL --out /shared/runs/NAME

set -euo pipefail
[ "$#" -ge 2 ] || { echo "usage: $0 ADDRESS CONFIG [OPTION…]" >&2; exit 2; }
address="$1"
shift
exec ray job submit --address "$address" --working-dir "$(dirname "${BASH_SOURCE[0]}")" -- bash job.sh "$@"
