#!/usr/bin/env bash
# The unit tests of the kernels on NEON: compiled for aarch64 and run there, or by an emulator on another CPU.
#
#   scripts/neon.sh [FILTER...]       FILTER: parts of names of tests; without any, all of the core's
set -euo pipefail
cd "$(dirname "$0")/.."

target=aarch64-unknown-linux-gnu
if [ "$(uname -m)" != aarch64 ]; then
    rustup target list --installed | grep -qx "$target" || rustup target add "$target"
    scripts/setup.sh aarch64-linux-gnu-gcc qemu-aarch64
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu'
fi

# at least this many of the core's tests use vectors here
expected=60
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cargo test -p polymod-core --lib --target "$target" -- "$@" 2>&1 | tee "$log"
ran=$(sed -n 's/^test result: ok\. \([0-9]*\) passed.*/\1/p' "$log")
if [ $# -eq 0 ] && [ "${ran:-0}" -lt "$expected" ]; then
    echo "neon.sh: ${ran:-0} tests, expected at least $expected" >&2
    exit 1
fi
