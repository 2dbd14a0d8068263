#!/usr/bin/env bash
# The C interface: its Rust tests, its header against cbindgen's where that is installed, its C tests and the C example of its page under the
# address sanitizer.
set -euo pipefail
cd "$(dirname "$0")/../crates/capi"
export PATH="$PATH:$HOME/.cargo/bin"
target=${CARGO_TARGET_DIR:-target}
built=$target/c
mkdir -p "$built"

cargo fmt --check
if [ -z "${CAPI_C_ONLY:-}" ]; then
    cargo clippy --locked --all-targets -- -D warnings
    cargo test --locked --quiet
fi
cargo build --locked

if command -v cbindgen >/dev/null; then
    cbindgen --quiet --config cbindgen.toml --output "$built/polymod.h" .
    diff -u include/polymod.h "$built/polymod.h"
else
    echo "header: not compared, cbindgen is not installed (cargo install cbindgen --locked)"
fi

sed -n '/^```c$/,/^```$/p' ../../docs/c.md | sed '/^```/d' >"$built/example.c"
for source in tests/c/*.c "$built/example.c"; do
    program=$built/$(basename "$source" .c)
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -g -fsanitize=address,undefined -fno-sanitize-recover -Iinclude "$source" \
        "$target/debug/libpolymod.a" -lpthread -ldl -lm -o "$program"
    "$program"
done
