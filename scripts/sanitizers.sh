#!/usr/bin/env bash
# Tests of what rests on `unsafe`, under the sanitizers of a nightly compiler, without GMP and without the compiler's checks of
# arithmetic, as in a release build: a length that wraps goes on to where the sanitizer sees it.
#
#   scripts/sanitizers.sh [address|thread]...       both by default
#
# Installs the nightly toolchain where it is missing. Where that fails it says so, and exits with 1 only when
# CI_REQUIRE_SANITIZERS=1. Builds go to target/asan and target/tsan.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:$HOME/.cargo/bin"

host=x86_64-unknown-linux-gnu
target=${CARGO_TARGET_DIR:-target}
features=(--no-default-features --features parallel)

unavailable() {
    echo "sanitizers: skipped: $1" >&2
    [ "${CI_REQUIRE_SANITIZERS:-0}" = 1 ] && exit 1
    exit 0
}

prepare() {
    [ "$(uname -sm)" = "Linux x86_64" ] || unavailable "these builds are for Linux on x86-64"
    command -v rustup >/dev/null || unavailable "rustup is not installed"
    rustup component list --toolchain nightly --installed 2>/dev/null | grep -qx rust-src ||
        rustup toolchain install nightly --profile minimal --component rust-src ||
        unavailable "the nightly toolchain could not be installed (rustup toolchain install nightly --component rust-src)"
}

# with SANITIZER ARGUMENT...: runs cargo's tests with it.
with() {
    local sanitizer=$1
    shift
    RUSTFLAGS="-Zsanitizer=$sanitizer" CARGO_TARGET_DIR="$target/${sanitizer:0:1}san" \
        CARGO_PROFILE_DEV_OVERFLOW_CHECKS=false CARGO_PROFILE_DEV_DEBUG_ASSERTIONS=false \
        cargo +nightly test --target "$host" "${features[@]}" "$@"
}

# Reads and writes out of bounds, in the kernels and by whoever misuses them.
address() {
    with address --lib -- kernels::
    with address --test soundness
}

# Threads that share a transform or a product. The standard library is built too: its own synchronisation must be seen.
thread() {
    with thread -Zbuild-std --lib -- threads transform::fermat transform::frobenius crt:: engine::
}

[ $# -gt 0 ] || set -- address thread
prepare
for sanitizer; do
    case "$sanitizer" in
        address | thread)
            start=$SECONDS
            "$sanitizer"
            echo "sanitizers: $sanitizer: $((SECONDS - start)) s"
            ;;
        *)
            echo "sanitizers: expected address or thread, found $sanitizer" >&2
            exit 2
            ;;
    esac
done
