#!/usr/bin/env bash
# scripts/fuzz.sh [SECONDS [TARGET...]]: builds the fuzz targets and runs each of them, or those that are named, for SECONDS
# (default 60; 0 builds only). A crash is left in fuzz/target/crashes/TARGET/, and the script ends with exit code 1.
# scripts/fuzz.sh keep [TARGET...]: keeps what the runs found, minimised, in fuzz/corpus/TARGET/.
#
# SANITIZER=none (the default) runs with any compiler; SANITIZER=address takes the nightly one and finds reads and writes out of
# bounds in the kernels too, at half the speed.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:$HOME/.cargo/bin"

keep=false
seconds=60
if [ $# -gt 0 ]; then
    if [ "$1" = keep ]; then keep=true; else seconds=$1; fi
    shift
fi
if ! [[ $seconds =~ ^[0-9]+$ ]]; then
    echo "scripts/fuzz.sh: expected a number of seconds or keep, found \"$seconds\"" >&2
    exit 2
fi
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for file in fuzz/fuzz_targets/*.rs; do targets+=("$(basename "$file" .rs)"); done
fi

# Counters of edges and comparisons, from which libFuzzer learns which inputs are new.
flags="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
    -Cllvm-args=-sanitizer-coverage-trace-compares"
sanitizer=${SANITIZER:-none}
case $sanitizer in
none) compiler= ;;
address) compiler=+nightly flags="$flags -Zsanitizer=address" ;;
*) echo "scripts/fuzz.sh: expected SANITIZER=none or SANITIZER=address, found \"$sanitizer\"" >&2 && exit 2 ;;
esac
# for a target by name: then build scripts and macros go without the flags
host=$(rustc $compiler -vV | sed -n 's/^host: //p')
built=fuzz/target/$sanitizer
bins=()
for target in "${targets[@]}"; do bins+=(--bin "$target"); done
RUSTFLAGS=$(echo $flags) CARGO_TARGET_DIR=$built \
    cargo $compiler build --locked --manifest-path fuzz/Cargo.toml --release --target "$host" "${bins[@]}"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
status=0
for target in "${targets[@]}"; do
    program=$built/$host/release/$target
    found=fuzz/target/corpus/$target kept=fuzz/corpus/$target crashes=fuzz/target/crashes/$target
    mkdir -p "$found" "$kept" "$crashes"
    log=fuzz/target/$target.log
    if $keep; then
        mv "$kept" "$scratch/old"
        mkdir "$kept"
        "$program" -set_cover_merge=1 "$kept" "$scratch/old" "$found" >"$log" 2>&1
        rm -r "$scratch/old"
        echo "$target: $(find "$kept" -type f | wc -l) files kept"
        continue
    fi
    [ "$seconds" -gt 0 ] || continue
    dictionary=fuzz/dictionaries/$target
    options=(-max_total_time="$seconds" -print_final_stats=1 -rss_limit_mb=3000 -timeout=30 -verbosity=1
        -artifact_prefix="$crashes/")
    [ ! -e "$dictionary" ] || options+=(-dict="$dictionary")
    if "$program" "${options[@]}" "$found" "$kept" >"$log" 2>&1; then
        echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions"
    else
        status=1
        echo "$target: FAILED, see $log and $crashes:" >&2
        grep -aE 'panicked at|ERROR|SUMMARY' -A2 "$log" | head -8 >&2
    fi
done
exit $status
