#!/bin/sh
# Installs what a build needs and this machine lacks: a C compiler, make and m4 (for GMP), and the tools named as
# arguments. Silent when nothing is missing. Exits 1, naming the packages, where it cannot install them.
#
#   scripts/setup.sh [TOOL...]        TOOL: autoreconf, automake, libtoolize (FLINT's build), gp (PARI), c++ (libFuzzer's build),
#                                         mpi (Open MPI, and libclang, which reads its declarations),
#                                         ntl (NTL's headers and a C++ compiler), venv (Python with virtual environments),
#                                         aarch64-linux-gnu-gcc and qemu-aarch64 (tests on NEON), llvm-mca-19 (cycles of loops),
#                                         node and chromium (the page of crates/web),
#                                         mdbook (the book), by cargo in the version below,
#                                         wasm32-unknown-unknown, i686-unknown-linux-gnu, aarch64-unknown-linux-gnu (targets of the compiler), by rustup
set -eu

# The version that CI builds the book with; another one that is installed is left as it is.
MDBOOK=0.5.4

say() { echo "setup: $*" >&2; }
has() { command -v "$1" >/dev/null 2>&1; }

# The package of `manager` that holds a tool.
package_of() {
    case "$manager:$1" in
        apk:cc) echo gcc musl-dev ;;
        apt-get:cc) echo gcc libc6-dev ;;
        dnf:cc) echo gcc glibc-devel ;;
        *:cc) echo gcc ;;
        apk:c++ | apt-get:c++) echo g++ ;;
        dnf:c++) echo gcc-c++ ;;
        *:c++) echo gcc ;;
        *:autoreconf) echo autoconf ;;
        *:libtoolize) echo libtool ;;
        *:node) echo nodejs ;;
        apt-get:gp | dnf:gp) echo pari-gp ;;
        *:gp) echo pari ;;
        apt-get:venv) echo python3 python3-venv ;;
        *:venv) echo python3 ;;
        apt-get:aarch64-linux-gnu-gcc) echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross ;;
        *:aarch64-linux-gnu-gcc) echo gcc-aarch64-linux-gnu ;;
        apt-get:qemu-aarch64) echo qemu-user ;;
        dnf:qemu-aarch64) echo qemu-user-static-aarch64 ;;
        *:qemu-aarch64) echo qemu-aarch64 ;;
        apt-get:llvm-mca-19) echo llvm-19 ;;
        *:llvm-mca-19) echo llvm ;;
        apk:mpi) echo openmpi openmpi-dev clang-dev ;;
        apt-get:mpi) echo openmpi-bin libopenmpi-dev libclang-dev clang ;;
        dnf:mpi) echo openmpi openmpi-devel clang-devel ;;
        pacman:mpi) echo openmpi clang ;;
        brew:mpi) echo open-mpi llvm ;;
        apk:ntl) echo ntl-dev g++ ;;
        apt-get:ntl) echo libntl-dev libgf2x-dev g++ ;;
        dnf:ntl) echo ntl-devel ntl-static gcc-c++ ;;
        *) echo "$1" ;;
    esac
}

install_packages() {
    case "$manager" in
        apt-get)
            $as_root apt-get update -qq
            $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
            ;;
        dnf) $as_root dnf install -y -q "$@" ;;
        apk) $as_root apk add -q "$@" ;;
        pacman) $as_root pacman -S --noconfirm --needed -q "$@" ;;
        brew) brew install -q "$@" ;;
    esac
}

missing=
book=
targets=
for tool in cc make m4 "$@"; do
    case "$tool" in
        venv) python3 -c 'import ensurepip, venv' 2>/dev/null || missing="$missing $tool" ;;
        libtoolize) has libtoolize || has glibtoolize || missing="$missing $tool" ;;
        mdbook) has mdbook || book=1 ;;
        *-unknown-*) targets="$targets $tool" ;;
        mpi) { has mpicc && has mpirun && has clang; } || missing="$missing $tool" ;;
        ntl) has c++ && { [ -e /usr/include/NTL/ZZX.h ] || [ -e /usr/local/include/NTL/ZZX.h ]; } || missing="$missing $tool" ;;
        *) has "$tool" || missing="$missing $tool" ;;
    esac
done

if [ -n "$missing" ]; then
    manager=
    for candidate in apt-get dnf apk pacman brew; do
        if has "$candidate"; then manager=$candidate && break; fi
    done

    packages=
    for tool in $missing; do packages="$packages $(package_of "$tool")"; done

    as_root=
    if [ "$(id -u)" -ne 0 ] && [ "$manager" != brew ]; then
        has sudo && as_root=sudo || manager=
    fi
    if [ -z "$manager" ]; then
        say "cannot install packages here; please install:$packages"
        exit 1
    fi

    say "installing by $manager:$packages"
    # shellcheck disable=SC2086 # a list of words
    install_packages $packages >/dev/null || {
        say "$manager failed; please install:$packages"
        exit 1
    }
fi

if ! has cargo; then
    say "cargo is missing; get it from https://rustup.rs, then start again:"
    say "  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y && . \"\$HOME/.cargo/env\""
    exit 1
fi

for target in $targets; do
    if ! has rustup; then
        say "rustup is missing, which installs the compiler's target $target; get it from https://rustup.rs"
        exit 1
    fi
    # the list first: rustup asks its server even for a target that is there
    rustup target list --installed | grep -qx "$target" || rustup target add "$target" || {
        say "rustup failed; please install the target (rustup target add $target)"
        exit 1
    }
done

if [ -n "$book" ]; then
    say "installing mdbook $MDBOOK by cargo, which takes some minutes"
    # without its server; optimised less, because compiling it takes longer than the book does
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo install --quiet --locked --version "$MDBOOK" --no-default-features --features search mdbook || {
        say "cargo failed; please install mdbook (cargo install --locked --version $MDBOOK mdbook)"
        exit 1
    }
fi
