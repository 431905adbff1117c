#!/bin/bash
# A sweep as a Slurm array of eight tasks:
#
#   jobid=$(sbatch --parsable docs/batch/slurm.sh)
#   sbatch --dependency=afterok:$jobid --wrap 'simulate merge shard-*.json > sweep.txt'
#
# Slurm sets the variables that --shard auto reads: the task's number, the
# lowest one, and how many there are.
#SBATCH --job-name=stampede-sweep
#SBATCH --array=1-8
#SBATCH --cpus-per-task=2
#SBATCH --mem=512M

set -euo pipefail

simulate sweep --scenario poisson-hot-key --strategy xfetch,lock \
  --vary beta=0.25:4:log9 --vary ttl=2s,5s,10s --seeds 200 \
  --workers "${SLURM_CPUS_PER_TASK:-1}" --shard auto > "shard-$SLURM_ARRAY_TASK_ID.part"
mv "shard-$SLURM_ARRAY_TASK_ID.part" "shard-$SLURM_ARRAY_TASK_ID.json"
