#!/usr/bin/env bash
# Tests of what rests on `unsafe`, under the sanitizers of a nightly compiler, without GMP and without the compiler's checks of
# arithmetic, as in a release build: a length that wraps goes on to where the sanitizer sees it.
#
#   scripts/sanitizers.sh [address|thread]...       both by default
#   scripts/sanitizers.sh install                   the toolchain alone
#
# Installs the nightly toolchain where it is missing. Where that fails it says so, and exits with 1 only when
# CI_REQUIRE_SANITIZERS=1. Builds go to target/asan and target/tsan.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:$HOME/.cargo/bin"

host=x86_64-unknown-linux-gnu
target=${CARGO_TARGET_DIR:-target}

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

# Kernels for AVX2 alone: half of the compiler's time.
few="--cfg polymod_avx2"

# build SANITIZER LEVEL FLAGS ARGUMENT...: compiles tests with it and with these flags, the kernels optimised at level 1 and the rest at this level;
# adds the programs, one a line, to $programs.
programs=
build() {
    local sanitizer=$1 level=$2 flags=$3 messages
    shift 3
    messages=$(RUSTFLAGS="-Zsanitizer=$sanitizer $flags" CARGO_TARGET_DIR="$target/${sanitizer:0:1}san" \
        CARGO_PROFILE_DEV_OPT_LEVEL=$level CARGO_PROFILE_DEV_OVERFLOW_CHECKS=false CARGO_PROFILE_DEV_DEBUG_ASSERTIONS=false \
        cargo +nightly test --no-run --config profile.dev.package.polymod-core.opt-level=1 \
        --config "profile.dev.package.polymod.opt-level=$level" --target "$host" \
        --message-format=json-render-diagnostics "$@")
    programs+=$'\n'$(sed -n '/"test":true}/s/.*"executable":"\([^"]*\)".*/\1/p' <<<"$messages")
}

# runs NAME LEAST [FILTER...]: the tests of one of the programs whose names contain a filter, at least as many as `least`, so that
# tests which were renamed are missed.
runs() {
    local name=$1 least=$2 program count
    shift 2
    program=$(grep "/$name-[0-9a-f]*\$" <<<"$programs")
    count=$("$program" --list --format terse "$@" | grep -c ': test$' || true)
    if [ "$count" -lt "$least" ]; then
        echo "sanitizers: $name $*: $count tests, expected at least $least" >&2
        return 1
    fi
    "$program" "$@"
}

# Reads and writes out of bounds, in the kernels and by whoever misuses them; the library without features passes its unit tests.
address() {
    build address 0 "" -p polymod-core --test unit
    # transforms over Fermat fields take minutes, by kernels that have tests among the others
    runs unit 80 kernels:: pass:: residue:: simd:: transform:: bits:: --skip transform::fermat
    programs=
    # what the library asks of kernels, whichever they are
    build address 0 "$few" -p polymod --no-default-features --test unit --test soundness
    runs unit 50
    runs soundness 36
}

# Threads that share a transform, a product or an engine. The standard library is built too: its own synchronisation must be seen.
thread() {
    build thread 1 "$few" -Zbuild-std -p polymod --no-default-features --features parallel --test threads
    runs threads 7
}

# The toolchain alone, which is there by now.
install() { :; }

[ $# -gt 0 ] || set -- address thread
for sanitizer; do
    case "$sanitizer" in
        address | thread | install) ;;
        *) echo "sanitizers: expected address, thread or install, found $sanitizer" >&2 && exit 2 ;;
    esac
done
prepare
for sanitizer; do
    start=$SECONDS
    "$sanitizer"
    echo "sanitizers: $sanitizer: $((SECONDS - start)) s"
done
