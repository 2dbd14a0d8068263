#!/bin/sh
# Builds the wheel of the Python package in crates/python, installs it into a fresh virtual environment, and runs its tests and the
# notebooks of docs/notebooks there.
#
#   scripts/python.sh [test|notebooks|bench] [OPTION...]      test (the default) runs pytest with the options, and without options the
#                                                             notebooks, too; bench the benchmarks
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
"$env/bin/pip" install --quiet --disable-pip-version-check "$wheel[test,notebooks]"

# Their assertions are the tests. Outputs are not kept: a notebook in the repository has none.
notebooks() {
    for file in "$root"/docs/notebooks/*.ipynb; do
        ! grep -q '"output_type"' "$file" || { echo "$file: clear the outputs" >&2; return 1; }
        started=$(date +%s)
        "$env/bin/jupyter" execute --timeout=120 "$file" 2>"$target/notebook.log" || { cat "$target/notebook.log" >&2; return 1; }
        echo "$(basename "$file"): $(($(date +%s) - started)) s"
    done
}

case $what in
    test)
        "$env/bin/python" -m pytest --quiet -rs tests "$@"
        [ $# -ne 0 ] || notebooks
        ;;
    notebooks) notebooks ;;
    bench) "$env/bin/python" bench.py "$@" ;;
    *) echo "expected test, notebooks or bench, got $what" >&2; exit 2 ;;
esac
