#!/bin/sh
# The packages for crates.io, as `cargo publish` would send them: each must be one that the registry takes, of at most 10 MB, and their versions must
# be released together. Nothing is sent.
#
#   scripts/packages.sh [--verify]        --verify compiles each package from its own files, which takes minutes
set -eu
cd "$(dirname "$0")/.."
folder=${CARGO_TARGET_DIR:-target}/package/tmp-crate
verify=--no-verify
[ "${1:-}" != --verify ] || verify=

rm -rf "$folder"
# shellcheck disable=SC2086 # an option or none
cargo publish --dry-run --workspace --allow-dirty --quiet $verify
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
for name in polymod-core polymod polymod-cli; do
    file=$folder/$name-$version.crate
    bytes=$(wc -c <"$file")
    [ "$bytes" -le 10485760 ] || { echo "$file: $bytes bytes, more than crates.io takes" >&2; exit 1; }
    echo "$name $version: $bytes bytes"
done
