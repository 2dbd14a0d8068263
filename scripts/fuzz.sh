#!/usr/bin/env bash
# scripts/fuzz.sh [SECONDS [TARGET...]]: builds the fuzz targets and runs each of them, or those that are named, for SECONDS
# (default 60; 0 builds only). A crash is left in fuzz/target/crashes/TARGET/, and the script ends with exit code 1.
# scripts/fuzz.sh keep [TARGET...]: keeps what the runs found, minimised, in fuzz/corpus/TARGET/.
# scripts/fuzz.sh table [TARGET...]: all runs since fuzz/target/runs was last removed, as a table of Markdown.
#
# JOBS (default: the number of cores) targets run at a time, each on one core. LONGEST (default 512; 256 for keep) is the length
# in bytes of the longest input. LEVEL=0 compiles without optimisation, for a run that is short. SANITIZER=none (the default)
# runs with any compiler; SANITIZER=address takes the nightly one and finds reads and writes out of bounds in the kernels too, at
# half the speed.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH="$PATH:$HOME/.cargo/bin"

refuse() { echo "scripts/fuzz.sh: $1" >&2 && exit 2; }
task=run seconds=60
case ${1-60} in
keep | table) task=$1 ;;
*[!0-9]* | '') refuse "expected a number of seconds, keep or table, found \"$1\"" ;;
*) seconds=${1-60} ;;
esac
[ $# -eq 0 ] || shift
targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
    for file in fuzz/fuzz_targets/*.rs; do targets+=("$(basename "$file" .rs)"); done
fi
jobs=${JOBS:-$(nproc 2>/dev/null || sysctl -n hw.ncpu)}
case $jobs in 0* | *[!0-9]*) refuse "expected JOBS to be a positive number, found \"$jobs\"" ;; esac
sanitizer=${SANITIZER:-none}
case $sanitizer in
none) compiler= ;;
address) compiler=+nightly ;;
*) refuse "expected SANITIZER=none or SANITIZER=address, found \"$sanitizer\"" ;;
esac
host=$(rustc $compiler -vV | sed -n 's/^host: //p')
built=fuzz/target/$sanitizer

build() {
    # Counters of edges and comparisons, from which libFuzzer learns which inputs are new.
    local flags="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4
        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table
        -Cllvm-args=-sanitizer-coverage-trace-compares ${RUSTFLAGS:-}"
    [ "$sanitizer" = none ] || flags="$flags -Zsanitizer=$sanitizer"
    local bins=() levels=() target
    [ -z "${LEVEL:-}" ] || levels=(--config "profile.release.opt-level=$LEVEL" --config "profile.release.package.polymod.opt-level=$LEVEL")
    for target in "${targets[@]}"; do bins+=(--bin "$target"); done
    # for a target by name: then build scripts and macros go without the flags
    RUSTFLAGS=$(echo $flags) CARGO_TARGET_DIR=$built \
        cargo $compiler build --locked --manifest-path fuzz/Cargo.toml --release --target "$host" "${levels[@]}" "${bins[@]}"
}

# paths TARGET: where its program and its inputs are.
paths() {
    program=$built/$host/release/$1 log=fuzz/target/$1.log
    found=fuzz/target/corpus/$1 kept=fuzz/corpus/$1 crashes=fuzz/target/crashes/$1
    mkdir -p "$found" "$kept" "$crashes" fuzz/target/runs
}

run() {
    paths "$1"
    local dictionary=fuzz/dictionaries/$1 executions
    # long inputs from the start: short ones reach new code for hours
    local options=(-max_total_time="$seconds" -max_len="${LONGEST:-512}" -len_control=0 -print_final_stats=1 -rss_limit_mb=3000
        -timeout=30 -verbosity=1 -artifact_prefix="$crashes/")
    [ ! -e "$dictionary" ] || options+=(-dict="$dictionary")
    if "$program" "${options[@]}" "$found" "$kept" >"$log" 2>&1; then
        executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        echo "$executions $seconds" >>"fuzz/target/runs/$1"
        echo "$1: $executions executions"
    else
        echo "$1: FAILED, see $log and $crashes:" >&2
        grep -aE 'panicked at|ERROR|SUMMARY' -A2 "$log" | head -8 >&2
        return 1
    fi
}

keep() {
    paths "$1"
    mv "$kept" "$scratch/$1"
    mkdir "$kept"
    if ! "$program" -set_cover_merge=1 -max_len="${LONGEST:-256}" "$kept" "$scratch/$1" "$found" >"$log" 2>&1; then
        rm -r "$kept"
        mv "$scratch/$1" "$kept"
        echo "$1: FAILED, see $log" >&2
        return 1
    fi
    echo "$1: $(find "$kept" -type f | wc -l) files, $(cat "$kept"/* | wc -c) bytes kept"
}

table() {
    local target
    echo '| target | executions | seconds |'
    echo '|---|---:|---:|'
    for target in "${targets[@]}"; do
        [ ! -e "fuzz/target/runs/$target" ] || awk -v target="$target" '{ n += $1; s += $2 }
            END { printf "| `%s` | %.0f | %.0f |\n", target, n, s }' "fuzz/target/runs/$target"
    done
    cat fuzz/target/runs/* | awk '{ n += $1; s += $2 } END { printf "| all | %.0f | %.0f |\n", n, s }'
}

if [ "$task" = table ]; then
    table
    exit
fi
build
[ "$seconds" -gt 0 ] || exit 0

scratch=$(mktemp -d)
# what still runs after an interruption ends too
trap 'trap - EXIT; kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
status=0 running=0
for target in "${targets[@]}"; do
    if [ $running -eq "$jobs" ]; then
        wait -n || status=1
        running=$((running - 1))
    fi
    "$task" "$target" &
    running=$((running + 1))
done
for ((; running > 0; running--)); do wait -n || status=1; done
exit $status
