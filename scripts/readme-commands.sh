#!/usr/bin/env bash
# Runs every ```sh block of README.md, docs/scale.md and docs/book as it stands, in the repository root with the program on PATH: PROGRAM, or the release
# binary, which is then built. Fails when a block fails, or when a ```text block follows it that is not what it prints on standard output. Of
# the lines that begin with `make` only `make run` is run. Files that the commands create are removed afterwards.
set -euo pipefail
cd "$(dirname "$0")/.."

[ -n "${PROGRAM:-}" ] || cargo build --release --quiet
PROGRAM=${PROGRAM:-${CARGO_TARGET_DIR:-target}/release/polymod}
folder=$(cd "$(dirname "$PROGRAM")" && pwd)
export PATH="$folder:$PATH" PROGRAM="$folder/polymod"
untracked() { git ls-files --others --exclude-standard 2>/dev/null | sort || true; }

work=$(mktemp -d)
before=$(untracked)
clean_up() {
    comm -13 <(echo "$before") <(untracked) | while read -r file; do rm -f -- "$file"; done
    rm -rf -- "$work"
}
trap clean_up EXIT

# Block i goes to the file i in $work, what it is to print to i.text, and where it stands to i.place.
awk -v dir="$work" '
    function begin(kind) { inside = kind; printf "" > file kind }
    /^```sh[ \t]*$/ { file = sprintf("%s/%03d", dir, ++blocks); begin(".sh"); print FILENAME ":" FNR > (file ".place"); next }
    /^```text[ \t]*$/ && follows { begin(".text"); follows = 0; next }
    /^```/ { follows = inside == ".sh"; inside = ""; next }
    inside == ".text" || (inside && (!/^make( |$)/ || /^make run( |$)/)) { print > file inside; next }
    !inside && NF { follows = 0 }
' README.md docs/scale.md docs/book/*.md

count=0
for block in "$work"/*.sh; do
    [ -s "$block" ] || continue
    place=$(cat "${block%.sh}.place")
    echo "-- $place"
    if ! bash -ev "$block" </dev/null >"$work/printed"; then
        cat "$work/printed"
        echo "$place: a command failed" >&2
        exit 1
    fi
    cat "$work/printed"
    wanted=${block%.sh}.text
    if [ -e "$wanted" ] && ! diff -u "$wanted" "$work/printed"; then
        echo "$place: the commands print something else than the page says" >&2
        exit 1
    fi
    count=$((count + 1))
done
if [ "$count" -eq 0 ]; then
    echo "there is no sh block" >&2
    exit 1
fi
echo "$count blocks ran"
