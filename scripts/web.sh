#!/usr/bin/env bash
# The page of crates/web that computes in the browser, in target/web.
#
#   scripts/web.sh build                builds it
#   scripts/web.sh serve [PORT]         builds it and serves it to this machine alone (8000)
#   scripts/web.sh test                 builds it, and tests the module by Node and the page by Chromium without a window; format and lints of the
#                                       crate. Fails without Node or Chromium, unless POLYMOD_CI_PARTIAL is set
#   scripts/web.sh speed                times of computations by Node, with vectors of 128 bits and without
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:$HOME/.cargo/bin"
mkdir -p "${CARGO_TARGET_DIR:-target}"
target=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
page=$target/web
# what a visitor may have to download, compressed: 400 KB
most=400000

has_target() { rustup target list --installed 2>/dev/null | grep -qx wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown; }

# In the crate, whose own settings are for wasm32 (.cargo/config.toml) and for size (Cargo.toml).
cargo_web() {
    (
        unset RUSTFLAGS CARGO_PROFILE_RELEASE_CODEGEN_UNITS CARGO_PROFILE_RELEASE_PANIC
        cd crates/web
        CARGO_TARGET_DIR=$target/wasm cargo "$@"
    )
}

# What is not tested for want of a program: a failure, unless parts of the tests may be left out.
missing() {
    echo "$1" >&2
    [ -n "${POLYMOD_CI_PARTIAL:-}" ] || exit 1
}

build() {
    has_target
    cargo_web build --release --locked --quiet
    rm -rf "$page"
    mkdir -p "$page"
    cp crates/web/page/* "$page"
    cp "$target/wasm/wasm32-unknown-unknown/release/polymod_web.wasm" "$page/polymod.wasm"
    local bytes=0 file
    for file in "$page"/*; do bytes=$((bytes + $(gzip -9 -c "$file" | wc -c))); done
    [ "$bytes" -le "$most" ] || { echo "the page has $bytes bytes compressed, more than $most" >&2; exit 1; }
    echo "the page: $page/index.html, $bytes bytes compressed"
}

case "${1:-}" in
    build) build ;;
    serve)
        build
        echo "http://127.0.0.1:${2:-8000}/"
        exec python3 -m http.server --bind 127.0.0.1 --directory "$page" "${2:-8000}"
        ;;
    test)
        has_target
        cargo_web fmt --check
        cargo_web clippy --locked --quiet -- -D warnings
        build
        if command -v node >/dev/null; then
            node crates/web/tests/module.mjs "$page/polymod.wasm"
        else
            missing 'the module: not tested by itself, there is no node'
        fi
        browser=$(command -v chromium chromium-browser google-chrome | head -1 || true)
        if [ -n "$browser" ]; then
            python3 crates/web/tests/browser.py "$page" "$browser"
        else
            missing 'the page: not tested, there is no chromium'
        fi
        ;;
    speed)
        build
        (
            # in place of the flags of .cargo/config.toml
            export RUSTFLAGS=-Ctarget-feature=-simd128
            cd crates/web
            CARGO_TARGET_DIR=$target/wasm-words cargo build --release --locked --quiet
        )
        node crates/web/tests/speed.mjs "$page/polymod.wasm" "$target/wasm-words/wasm32-unknown-unknown/release/polymod_web.wasm"
        ;;
    *)
        sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
esac
