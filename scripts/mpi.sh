#!/bin/sh
# The program polymod-mpi: its format, its lints, and its tests, which are jobs of Open MPI on this machine.
#
#   scripts/mpi.sh [OPTION...]        options of cargo test, such as the name of a test
set -eu
cd "$(dirname "$0")/../crates/mpi"
export PATH="$PATH:$HOME/.cargo/bin"

cargo fmt --check
[ $# -ne 0 ] || cargo clippy --locked --all-targets --no-deps -- -D warnings
# a job has several processes: one job at a time
cargo test --locked --quiet -- --test-threads=1 "$@"
