# What .ci/run and .ci/nightly have in common, for bash: how a leg is run, and all legs by name.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit
export CI=true CARGO_TERM_COLOR=never PATH="$PATH:$HOME/.cargo/bin"
# shellcheck source=scripts/from-nothing.env
source scripts/from-nothing.env
exec </dev/null

target=${CARGO_TARGET_DIR:-target}
passed=$target/ci/passed
mkdir -p "$passed"
# what every leg depends on
ALWAYS=(Cargo.lock Cargo.toml .cargo .ci/legs.sh scripts/from-nothing.env scripts/setup.sh)
# what the compiled tests are made from, and read
SOURCES='src crates examples benches/*.rs benches/shared tests docs README.md CONTRIBUTING.md CHANGELOG.md Makefile'
CRATES=(--workspace --exclude polymod-mpi)
failed=() times=()

# key PATHS COMMAND...: a name for these files, this compiler and this command; nothing where a file is not as committed, or there are no paths.
key() {
    local paths=$1
    shift
    set -f
    # shellcheck disable=SC2086 # a list of paths
    [ -z "$paths" ] || [ -n "$(git status --porcelain -- $paths "${ALWAYS[@]}" 2>&1)" ] ||
        { git ls-files -s -- $paths "${ALWAYS[@]}" && rustc -V && echo "$*"; } | sha256sum | cut -d' ' -f1
    set +f
}

# leg NAME PATHS COMMAND...: runs the command, and says how long it took. What passed on the same files is not run again. Failures are counted in `failed`.
# Never part of a condition, in which bash would go on after a failed command.
leg() {
    local name=$1 start=$SECONDS status key
    key=$(key "${@:2}")
    shift 2
    echo "== $name"
    if [ -n "$key" ] && [ -e "$passed/$key" ]; then
        echo "== $name: reused"
        times+=("$name: reused")
        return
    fi
    set +e
    (
        set -euo pipefail
        "$@"
    )
    status=$?
    set -e
    times+=("$name: $((SECONDS - start)) s")
    if [ $status -eq 0 ]; then
        [ -z "$key" ] || touch "$passed/$key"
        echo "== $name: $((SECONDS - start)) s"
    else
        failed+=("$name")
        times[-1]+=", FAILED"
        echo "== $name: FAILED, exit code $status, $((SECONDS - start)) s"
    fi
}

# Installs what a leg needs. What is missing and cannot be installed fails the leg.
needs() { scripts/setup.sh "$@"; }

# Removes what no other leg reads, where the disk is short of space.
discard() { [ "$(df -Pm "$target" | awk 'END { print $4 }')" -ge 20000 ] || rm -rf "$@"; }

# --- nothing is compiled

formatting() {
    local manifest
    for manifest in Cargo.toml benches/peers/Cargo.toml crates/web/Cargo.toml fuzz/Cargo.toml; do
        cargo fmt --check --manifest-path "$manifest"
    done
}

# Of every workspace: a lock file that does not hold all dependencies fails here, not in a later leg's build.
lock_files() {
    local file
    git ls-files -- '*Cargo.lock' | while read -r file; do
        cargo metadata --locked --format-version 1 --manifest-path "${file%lock}toml" >/dev/null
    done
}

# Imports go down: a test of the sources that needs no crate.
layers() {
    CARGO_MANIFEST_DIR=$PWD rustc --edition 2024 --test tests/layering.rs -o "$target/ci/layering"
    "$target/ci/layering" --quiet
}

# Links, blocks of code and figures of the pages, the version of the release, and the tests of these checks.
pages() {
    python3 -m unittest discover --quiet --start-directory scripts
    scripts/figures.py --check
    scripts/book.py check
}

mutants_places() { cargo xtask mutants check; }

# --- compiled by `make test`

lints() {
    cargo clippy --locked "${CRATES[@]}" --all-targets -- -D warnings
    cargo clippy --locked -p polymod --lib --no-default-features -- -D warnings
}

suite() { make --no-print-directory suite FLAGS='--locked --no-fail-fast'; }

doc_examples() { make --no-print-directory doc-examples; }

# The core's unit tests and the laws of rings with the kernels of a CPU that has less, by the programs of the suite. Extensions have the laws of their
# base rings.
instruction_set() {
    export POLYMOD_ISA=$1
    if cargo nextest --version >/dev/null 2>&1; then
        cargo nextest run --tests --locked "${CRATES[@]}" --status-level fail --filterset \
            'binary(unit) & (package(polymod-core) + package(polymod) & test(/^ring::/) - test(quotient::laws_of))'
    else
        cargo test --locked "${CRATES[@]}" --quiet --tests ring::
    fi
}

# The blocks of the README and the book, by the program that the tests were run with.
page_commands() { PROGRAM=$target/debug/polymod scripts/readme-commands.sh; }

python_module() {
    needs venv
    scripts/python.sh module
}

c_interface() { scripts/capi.sh c; }

# --- by themselves

# The unit tests of the kernels, by an emulator.
neon() {
    needs aarch64-unknown-linux-gnu aarch64-linux-gnu-gcc qemu-aarch64
    scripts/neon.sh
}

# Cycles of the loops on NEON, by models of two CPUs.
neon_cycles() {
    needs aarch64-unknown-linux-gnu aarch64-linux-gnu-gcc llvm-mca-19
    scripts/neon.sh --count
}

address_sanitizer() { CI_REQUIRE_SANITIZERS=1 scripts/sanitizers.sh address; }

thread_sanitizer() { CI_REQUIRE_SANITIZERS=1 scripts/sanitizers.sh thread; }

# The page of crates/web: lints, its module tested by Node, its buttons pressed in a browser without a window.
web() {
    needs wasm32-unknown-unknown node
    command -v chromium chromium-browser google-chrome >/dev/null || needs chromium
    scripts/web.sh test
    discard "$target/wasm"
}

mpi() {
    needs mpi
    scripts/mpi.sh
}

# The comparisons with other libraries, without those libraries: FLINT takes ten minutes to build, its declarations in Rust suffice.
peers_check() {
    local manifest=benches/peers/Cargo.toml flint host features=()
    flint=$(cargo metadata --manifest-path "$manifest" --locked --format-version 1 |
        grep -o '"manifest_path":"[^"]*/flint3-sys-[^"/]*/Cargo.toml"' | cut -d'"' -f4)
    host=$(rustc -vV | sed -n 's/^host: //p')
    ! needs ntl || features=(--features ntl)
    CFLAGS= cargo check --manifest-path "$manifest" --locked --all-targets "${features[@]}" \
        --config "target.$host.flint.rustc-env.OUT_DIR='$(dirname "$flint")/bindgen'"
}

# Compiled only: nothing here could run the result.
other_targets() {
    local other
    for other in i686-unknown-linux-gnu aarch64-unknown-linux-gnu; do
        needs "$other"
        cargo check --locked -p polymod --lib --no-default-features --target "$other"
    done
}

oldest_compiler() {
    local msrv
    msrv=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    rustup toolchain list | grep -Eq "^${msrv//./\\.}[.-]" || rustup toolchain install "$msrv" --profile minimal
    cargo "+$msrv" check --locked
}

fuzz_build() {
    needs c++
    RUSTFLAGS='--cfg polymod_avx2' LEVEL=0 scripts/fuzz.sh 0
}

# --- for the night

fuzz_minute() {
    needs c++
    scripts/fuzz.sh 60
}

# What debug assertions and checks for overflow hide, and what optimisation breaks.
release_suite() {
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_PANIC=unwind make --no-print-directory suite FLAGS='--locked --release --no-fail-fast'
}

# All tests with the kernels and the choices of CPUs that have less, by the programs of the suite.
older_cpus() {
    local isa
    for isa in avx2 scalar; do
        POLYMOD_ISA=$isa make --no-print-directory suite FLAGS='--locked --no-fail-fast'
    done
}

readme_commands() {
    scripts/readme-commands.sh
    make --no-print-directory run
}

# Code of the program as users build it, by its own number of bytes: a new instance of generic code shows here, on every machine alike.
MOST_TEXT=14900000
program_size() {
    local text
    cargo build --locked --release
    text=$(size -A "$target/release/polymod" | awk '$1 == ".text" { print $2 }')
    echo ".text has $text bytes, of at most $MOST_TEXT"
    [ "$text" -le "$MOST_TEXT" ]
}

pari() {
    needs gp
    cargo build --locked --release
    PATH="$(cd "$target/release" && pwd):$PATH" tests/cross_check_pari.sh
}

# The wheel with Dask, Ray and mpi4py, the notebooks, and the programs of its page; the bindings as a free-threaded interpreter's wheel has them, without
# such an interpreter: its description suffices to compile them.
wheel() {
    needs venv mpi
    scripts/python.sh test
    scripts/book.py programs "$target/python/venv/bin/python"
    printf '%s\n' implementation=CPython version=3.14 shared=true pointer_width=64 build_flags=Py_GIL_DISABLED >"$target/free-threaded.txt"
    PYO3_CONFIG_FILE=$(cd "$target" && pwd)/free-threaded.txt cargo clippy --locked -p polymod-python --no-deps -- -D warnings
}

c_and_others() { scripts/capi.sh; }

documentation() {
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps
    cargo xtask examples
}

book() {
    needs mdbook
    make --no-print-directory book
}

packages() { scripts/packages.sh --verify; }

examples() {
    local file
    for file in examples/*.rs; do
        echo "-- $file"
        cargo run --quiet --locked --example "$(basename "$file" .rs)"
    done
}

# Started by `cargo test`, a benchmark takes each of its figures once.
benches_once() {
    local file benches=()
    for file in benches/*.rs crates/*/benches/*.rs; do
        benches+=(--bench "$(basename "$file" .rs)")
    done
    cargo test --locked --quiet "${benches[@]}"
}

profiles() { scripts/profiles.py; }

peers_tests() {
    needs autoreconf automake libtoolize ntl
    (cd benches/peers && env -u CARGO_TARGET_DIR cargo test --locked --release --features ntl)
    make --no-print-directory bench TABLE=products SIZES=quick
}

mutants() { cargo xtask mutants run; }

soak() { make --no-print-directory soak SECONDS=600; }
