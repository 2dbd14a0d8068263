#!/bin/sh
# Tests the Python package of crates/python in a fresh virtual environment.
#
#   scripts/python.sh [test] [OPTION...]      builds the wheel, installs it and runs pytest with the options; without options the notebooks of
#                                             docs/notebooks, too
#   scripts/python.sh module [OPTION...]      pytest with the module as `make test` compiles it, which takes no compilation of the library; without what
#                                             needs Dask, Ray or mpi4py
#   scripts/python.sh notebooks               builds the wheel, and runs the notebooks
#   scripts/python.sh bench [OPTION...]       builds the wheel, and runs the benchmarks
#
# PYTHON names the interpreter (python3).
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
what=${1:-test}
[ $# -eq 0 ] || shift
mkdir -p "${CARGO_TARGET_DIR:-$root/target}/python"
target=$(cd "${CARGO_TARGET_DIR:-$root/target}" && pwd)
cd "$root/crates/python"
# wheels are downloaded; a wheel must not exceed 12 MB
most=12582912
env=$target/python/venv
wheels=$target/python/wheels

rm -rf "$env" "$wheels"
"${PYTHON:-python3}" -m venv "$env"
pip() { "$env/bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }

wheel() {
    pip 'maturin>=1.9,<2'
    "$env/bin/maturin" build --profile bindings --locked --interpreter "$env/bin/python" --out "$wheels"
    wheel=$(echo "$wheels"/*.whl)
    size=$(wc -c <"$wheel")
    echo "$(basename "$wheel"): $size bytes"
    [ "$size" -le $most ] || { echo "the wheel has more than $most bytes" >&2; exit 1; }
    pip "$wheel[test,distributed,notebooks]"
}

# With the packages and the profile of `make test`, whose compilation of the library serves here too.
module() {
    (cd "$root" && PYO3_BUILD_EXTENSION_MODULE=1 cargo build --locked --lib --tests --workspace --exclude polymod-mpi)
    "$env/bin/python" -c 'import tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]
print(*project["dependencies"], *project["optional-dependencies"]["test"], sep="\n")' >"$target/python/requirements.txt"
    pip -r "$target/python/requirements.txt"
    package=$("$env/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/polymod
    cp -r python/polymod "$package"
    library=$target/debug/lib_polymod.so
    [ -e "$library" ] || library=$target/debug/lib_polymod.dylib
    cp "$library" "$package/_polymod.abi3.so"
}

# Their assertions are the tests. Outputs are not kept: a notebook in the repository has none.
notebooks() {
    for file in "$root"/docs/notebooks/*.ipynb; do
        ! grep -q '"output_type"' "$file" || { echo "$file: clear the outputs" >&2; return 1; }
        started=$(date +%s)
        "$env/bin/jupyter" execute --timeout=120 "$file" 2>"$target/python/notebook.log" || { cat "$target/python/notebook.log" >&2; return 1; }
        echo "$(basename "$file"): $(($(date +%s) - started)) s"
    done
}

case $what in
    test)
        wheel
        "$env/bin/python" -m pytest --quiet -rs --numprocesses auto tests "$@"
        [ $# -ne 0 ] || notebooks
        ;;
    module)
        module
        "$env/bin/python" -m pytest --quiet -rs --numprocesses auto tests "$@"
        ;;
    notebooks)
        wheel
        notebooks
        ;;
    bench)
        wheel
        "$env/bin/python" bench.py "$@"
        ;;
    *) echo "expected test, module, notebooks or bench, got $what" >&2; exit 2 ;;
esac
