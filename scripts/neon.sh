#!/usr/bin/env bash
# The unit tests of the kernels on NEON: compiled for aarch64 and run there, or by an emulator on another CPU.
#
#   scripts/neon.sh [FILTER...]       FILTER: parts of names of tests; without any, all of the core's
#   scripts/neon.sh --count           cycles of the inner loops in the compiled tests, by models of two CPUs (scripts/mca.py)
set -euo pipefail
cd "$(dirname "$0")/.."

target=aarch64-unknown-linux-gnu
# at least this many tests the core has, most of which use vectors
expected=110

if [ "$(uname -m)" != aarch64 ]; then
    rustup target list --installed | grep -qx "$target" || rustup target add "$target"
    scripts/setup.sh aarch64-linux-gnu-gcc qemu-aarch64
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu'
fi
# The loops as users have them, which an emulator also needs; their functions by name, to be found. Built by all cores.
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUSTFLAGS='-C symbol-mangling-version=v0'
export CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_PANIC=unwind
tests=(cargo test --release -p polymod-core --test unit --target "$target")

if [ "${1:-}" = --count ]; then
    scripts/setup.sh llvm-mca-19
    program=$("${tests[@]}" --no-run --message-format=json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
    exec scripts/mca.py "$program"
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${tests[@]}" -- "$@" 2>&1 | tee "$log"
ran=$(sed -n 's/^test result: ok\. \([0-9]*\) passed.*/\1/p' "$log")
if [ $# -eq 0 ] && [ "${ran:-0}" -lt "$expected" ]; then
    echo "neon.sh: ${ran:-0} tests, expected at least $expected" >&2
    exit 1
fi
