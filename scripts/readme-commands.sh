#!/usr/bin/env bash
# Runs every ```sh block of README.md and docs/scale.md as it stands, in the repository root with the release binary on PATH, which is built unless
# PROGRAM_IS_BUILT is set, and fails when one fails. Lines that begin with `make` are left out. Files that the commands create are removed afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."

[ -n "${PROGRAM_IS_BUILT:-}" ] || cargo build --release --quiet
release=$(cd "${CARGO_TARGET_DIR:-target}/release" && pwd)
export PATH="$release:$PATH"
untracked() { git ls-files --others --exclude-standard 2>/dev/null | sort || true; }

work=$(mktemp -d)
before=$(untracked)
clean_up() {
    comm -13 <(echo "$before") <(untracked) | while read -r file; do rm -f -- "$file"; done
    rm -rf -- "$work"
}
trap clean_up EXIT

# Block i goes to the file i in $work.
awk -v dir="$work" '
    /^```sh[ \t]*$/ { inside = 1; file = sprintf("%s/%03d", dir, ++blocks); printf "" > file; next }
    /^```/          { inside = 0 }
    inside && !/^make( |$)/ { print > file }
' README.md docs/scale.md

count=0
for block in "$work"/*; do
    [ -s "$block" ] || continue
    bash -ev "$block" </dev/null
    count=$((count + 1))
done
if [ "$count" -eq 0 ]; then
    echo "there is no sh block" >&2
    exit 1
fi
echo "$count blocks ran"
