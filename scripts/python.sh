#!/bin/sh
# Builds the wheel of the Python package in crates/python, installs it into a fresh virtual environment, and runs its tests there.
#
#   scripts/python.sh [test|bench] [OPTION...]      test (the default) runs pytest with the options, bench the benchmarks
#
# PYTHON names the interpreter (python3).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
what=${1:-test}
[ $# -eq 0 ] || shift
cd "$root/crates/python"
# wheels are downloaded; a wheel must not exceed 12 MB
most=12582912
target=${CARGO_TARGET_DIR:-target}
env=$target/venv
wheels=$target/wheels

rm -rf "$env" "$wheels"
"${PYTHON:-python3}" -m venv "$env"
"$env/bin/pip" install --quiet --disable-pip-version-check 'maturin>=1.9,<2'
"$env/bin/maturin" build --release --locked --interpreter "$env/bin/python" --out "$wheels"
wheel=$(echo "$wheels"/*.whl)
size=$(wc -c <"$wheel")
echo "$(basename "$wheel"): $size bytes"
[ "$size" -le $most ] || { echo "the wheel has more than $most bytes" >&2; exit 1; }
"$env/bin/pip" install --quiet --disable-pip-version-check "$wheel[test]"
case $what in
    test) "$env/bin/python" -m pytest --quiet tests "$@" ;;
    bench) "$env/bin/python" bench.py "$@" ;;
    *) echo "expected test or bench, got $what" >&2; exit 2 ;;
esac
