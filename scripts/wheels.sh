#!/bin/sh
# Builds the wheels of the Python package for distribution, and tests each in a fresh virtual environment: one of the stable ABI for all
# interpreters with a global lock, and one for each free-threaded interpreter that is found. On Linux they are for an old glibc, by Zig's C compiler
# and linker.
#
#   scripts/wheels.sh [FOLDER]        the folder of the wheels (target/wheels-release)
#
# PYTHON names the interpreter that tests the first wheel (python3), FREE_THREADED the free-threaded ones, of version 3.14 or later; without
# it python3.14t is looked for, and uv is asked to install it.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root/crates/python"
target=${CARGO_TARGET_DIR:-$root/target}
out=${1:-$target/wheels-release}
tools=$target/wheel-tools
glibc=manylinux_2_17
# what a wheel must not exceed: 12 MB
most=12582912

rm -rf "$tools" "$out"
"${PYTHON:-python3}" -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9,<2' uv ziglang
# maturin finds Zig by the Python of the tools
PATH=$(cd "$tools/bin" && pwd):$PATH
export PATH

# build INTERPRETER: its wheel, whose name it leaves in `wheel`.
build() {
    rm -rf "$target/wheel"
    if [ "$(uname -s)" = Linux ]; then
        set -- "$1" --zig --compatibility $glibc
    fi
    interpreter=$1
    shift
    maturin build --profile bindings --locked --interpreter "$interpreter" --out "$target/wheel" "$@"
    wheel=$(echo "$target"/wheel/*.whl)
    size=$(wc -c <"$wheel")
    echo "$(basename "$wheel"): $size bytes"
    [ "$size" -le $most ] || { echo "the wheel has more than $most bytes" >&2; exit 1; }
    mkdir -p "$out"
    cp "$wheel" "$out"
    wheel=$out/$(basename "$wheel")
}

# check INTERPRETER TESTS PACKAGE...: those tests of the wheel whose names match, in a fresh virtual environment with these packages.
check() {
    interpreter=$1
    tests=$2
    shift 2
    rm -rf "$target/wheel-venv"
    "$interpreter" -m venv "$target/wheel-venv"
    "$target/wheel-venv/bin/pip" install --quiet --disable-pip-version-check --only-binary :all: "$@"
    "$target/wheel-venv/bin/python" -m pytest --quiet tests -k "$tests"
}

build "$tools/bin/python"
check "${PYTHON:-python3}" "" "$wheel[test,distributed]"

if [ -z "${FREE_THREADED:-}" ]; then
    FREE_THREADED=$(command -v python3.14t) || true
fi
if [ -z "$FREE_THREADED" ] && uv python install --quiet 3.14t 2>/dev/null; then
    FREE_THREADED=$(uv python find 3.14t)
fi
[ -n "$FREE_THREADED" ] || echo "free-threaded wheel: skipped, no interpreter is found or could be installed (uv python install 3.14t)"
for interpreter in $FREE_THREADED; do
    build "$interpreter"
    # galois needs numba, which has no wheels for them
    check "$interpreter" "not galois" "$wheel" hypothesis mypy pytest python-flint sympy
done
ls -l "$out"
