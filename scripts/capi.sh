#!/usr/bin/env bash
# The C interface: its C tests and the C examples of its page under the address sanitizer, the Cython example in a fresh virtual environment, the Julia
# example, and cargo-c's installation with pkg-config. Its Rust tests, among them the comparison of its header with what cbindgen writes, are in `make test`.
# Julia and cargo-c come from a Debian release that has them where the machine lacks them and Debian's mirror is reached.
#
#   scripts/capi.sh [c]        c: the tests and examples in C alone
set -euo pipefail
cd "$(dirname "$0")/.."
# another PATH would have the interpreter looked for again, and what depends on it compiled again
command -v cargo >/dev/null || export PATH="$PATH:$HOME/.cargo/bin"
target=${CARGO_TARGET_DIR:-target}
built=$target/c include=crates/capi/include
mkdir -p "$built"

# with the packages and the profile of `make test`, whose compilation of the library serves here too
cargo build --locked --lib --tests --workspace --exclude polymod-mpi

# example LANGUAGE NUMBER FILE: the page's example of this number in this language.
example() { awk -v begin="^\`\`\`$1\$" -v number="$2" '$0 ~ begin { n++; on = 1; next } /^```/ { on = 0 } on && n == number' docs/c.md >"$built/$3"; }

example c 1 example.c
example c 2 progress.c
for source in crates/capi/tests/c/*.c "$built/example.c" "$built/progress.c"; do
    program=$built/$(basename "$source" .c)
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -g -fsanitize=address,undefined -fno-sanitize-recover "-I$include" "$source" \
        "$target/debug/libpolymod.a" -lpthread -ldl -lm -o "$program"
    "$program"
done
[ "${1:-}" != c ] || exit 0

# The module is compiled as setuptools would: against the interpreter's headers, with the static library.
cython_example() {
    local python=$built/venv/bin/python suffix headers
    example cython 1 polymod_words.pyx
    rm -rf "$built/venv"
    "${PYTHON:-python3}" -m venv "$built/venv"
    "$python" -m pip install --quiet --disable-pip-version-check 'cython>=3,<4'
    "$python" -m cython -3 "$built/polymod_words.pyx" -o "$built/polymod_words.c"
    suffix=$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')
    headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
    "${CC:-cc}" -shared -fPIC -O1 "-I$headers" "-I$include" "$built/polymod_words.c" "$target/debug/libpolymod.a" \
        -lpthread -ldl -lm -o "$built/polymod_words$suffix"
    PYTHONPATH=$built "$python" - <<'END'
from array import array

from polymod_words import mul

a, b, out = array("Q", [1, 2, 3]), array("Q", [4, 5, 6]), array("Q", [0] * 5)
mul(a, b, out, 97)
assert list(out) == [4, 13, 28, 27, 18], out
for wrong, n in (out[:4], 97), (out, 5):
    try:
        mul(a, b, wrong, n)
    except ValueError as error:
        assert str(error)
    else:
        raise AssertionError("no error")
print("the Cython example: passed")
END
}

if "${PYTHON:-python3}" -c 'import ensurepip, os, sysconfig, venv; os.stat(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null; then
    cython_example
else
    echo "the Cython example: skipped, no Python with headers and virtual environments"
fi

# provided PROGRAM RELEASE PACKAGE: whether the program is there, or could be unpacked from that release of Debian.
provided() {
    local folder=$built/$1
    command -v "$1" >/dev/null || {
        [ -x "$folder/bin/$1" ] || scripts/debian.sh "$2" "$3" "$1" "$folder" || return 1
        PATH=$(cd "$folder/bin" && pwd):$PATH
    }
}

# The last release with a Julia.
if provided julia bullseye julia; then
    example julia 1 example.jl
    LD_LIBRARY_PATH=$target/debug julia -e \
        'include(ARGS[1]); @assert zn_mul(UInt64[1, 2, 3], UInt64[4, 5, 6], UInt64(97)) == [4, 13, 28, 27, 18]' "$built/example.jl"
    echo "the Julia example: passed, $(julia --version)"
else
    echo "the Julia example: skipped, Julia is not installed and not to be had from Debian"
fi

# The C example against the installed library, as a program that knows nothing of this folder. What is installed is the subject, not its speed.
installed() {
    local prefix config
    prefix=$(cd "$built" && pwd)/installed
    rm -rf "$prefix"
    CARGO_PROFILE_BINDINGS_OPT_LEVEL=0 CARGO_PROFILE_BINDINGS_CODEGEN_UNITS=16 \
        cargo cinstall --profile bindings -p polymod-capi --locked --prefix="$prefix"
    config=$(dirname "$(find "$prefix" -name polymod.pc)")
    # shellcheck disable=SC2046 # a list of options
    "${CC:-cc}" "$built/example.c" $(PKG_CONFIG_PATH=$config pkg-config --cflags --libs polymod) -o "$built/linked"
    LD_LIBRARY_PATH=$(dirname "$config") "$built/linked"
}

command -v pkg-config >/dev/null || scripts/setup.sh pkg-config || true
if command -v pkg-config >/dev/null && provided cargo-cinstall trixie cargo-c; then
    installed
    echo "installation by cargo-c: passed, $(cargo cinstall --version)"
else
    echo "installation by cargo-c: skipped, cargo-c or pkg-config is not installed and not to be had from Debian"
fi
