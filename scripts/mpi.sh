#!/bin/sh
# The program polymod-mpi: its lints, and its tests, which are jobs of Open MPI on this machine.
#
#   scripts/mpi.sh [OPTION...]        options of cargo test, such as the name of a test
set -eu
cd "$(dirname "$0")/.."
export PATH="$PATH:$HOME/.cargo/bin"

[ $# -ne 0 ] || cargo clippy --locked -p polymod-mpi --all-targets --no-deps -- -D warnings
# a job has several processes: one job at a time
cargo test --locked --quiet -p polymod-mpi -- --test-threads=1 "$@"
