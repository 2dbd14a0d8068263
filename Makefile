# `make run` and `make test` are all that a fresh machine needs; `make help` lists the rest.

export PATH := $(PATH):$(HOME)/.cargo/bin
include scripts/from-nothing.env
TARGET := $(or $(CARGO_TARGET_DIR),target)
DATA := examples/data
PRODUCT := $(TARGET)/product.json

# Tables of `make bench` against other libraries.
TABLES := products small shapes gf2 ntt integers polynomials matrices polymat lattices sparse modular factor big extensions gfpf threads
# Table of `make bench`, or all (hours), its sizes (all, small or quick), and a part of the names of the cases wanted.
TABLE ?= products
SIZES ?= all
CASE ?=
# NTL is compared with where its headers, its static library and a C++ compiler are installed (scripts/setup.sh ntl).
NTL_PARTS = $(and $(wildcard /usr/include/NTL/ZZX.h /usr/local/include/NTL/ZZX.h), \
	$(wildcard /usr/lib/libntl.a /usr/lib/*/libntl.a /usr/lib64/libntl.a /usr/local/lib/libntl.a), \
	$(shell command -v c++))
# fflas-ffpack likewise, with Givaro and OpenBLAS, and LinBox, which needs them; PML where POLYMOD_PML names its compiled folder ntl-extras;
# HEXL where POLYMOD_HEXL names a checkout compiled into its folder build; bitpolymul2 where POLYMOD_BITPOLYMUL names a compiled checkout.
FFLAS_PARTS = $(and $(wildcard /usr/include/fflas-ffpack/fflas-ffpack.h /usr/local/include/fflas-ffpack/fflas-ffpack.h), \
	$(wildcard /usr/lib/libopenblas.so /usr/lib/*/libopenblas.so /usr/lib64/libopenblas.so /usr/local/lib/libopenblas.so), \
	$(shell command -v c++))
LINBOX_PARTS = $(and $(FFLAS_PARTS),$(wildcard /usr/include/linbox/linbox-config.h /usr/local/include/linbox/linbox-config.h))
PEERS = $(if $(NTL_PARTS),ntl) $(if $(FFLAS_PARTS),fflas) $(if $(LINBOX_PARTS),linbox) $(if $(and $(NTL_PARTS),$(POLYMOD_PML)),pml) $(if $(POLYMOD_HEXL),hexl) \
	$(if $(POLYMOD_BITPOLYMUL),bitpolymul)
# an OpenBLAS that is older than the CPU takes its AVX2 kernels
BLAS_KERNELS := $(if $(shell grep -s -m1 -o avx512vl /proc/cpuinfo),OPENBLAS_CORETYPE=$(or $(OPENBLAS_CORETYPE),SkylakeX))
# glibc gives large blocks back to the kernel at every free, which slows whoever allocates inside a call.
MALLOC := glibc.malloc.trim_threshold=4294967296:glibc.malloc.mmap_threshold=4294967296:glibc.malloc.top_pad=268435456

# How long `make fuzz` runs each target, and which ones; none: all.
SECONDS ?= 60
TARGETS ?=

# How long `make soak` runs: hours, SECONDS, or cases, whichever ends first; the seed of its cases and the number of the first.
HOURS ?=
CASES ?=
SEED ?= 1
FIRST ?= 0
SOAK_SECONDS = $(if $(filter command line,$(origin SECONDS)),--seconds $(SECONDS),$(if $(HOURS)$(CASES),,--seconds $(SECONDS)))
SOAK = $(if $(HOURS),--hours $(HOURS)) $(if $(CASES),--cases $(CASES)) $(SOAK_SECONDS)

.PHONY: help run test suite doc-examples bench figures book capi mpi fuzz soak python python-bench wheels packages web ci nightly clean setup

help:
	@echo 'make run     install what is missing, build, and multiply two polynomials of $(DATA)'
	@echo 'make test    install what is missing and run all tests'
	@echo 'make bench   compare with other libraries: TABLE=$(subst $() ,|,$(TABLES))|chooser, or all but the last: hours'
	@echo '             SIZES=all|small|quick CASE=TEXT (cases whose names contain the text)'
	@echo '             (the first time it builds FLINT, about 10 minutes and 700 MB); a whole table goes to docs/results/CPU/TABLE.json'
	@echo 'make figures draw the plots and write the tables of the pages from docs/results, without measuring'
	@echo 'make book    write the book of docs/book as HTML to target/book'
	@echo 'make capi    test the C interface: crates/capi, docs/c.md'
	@echo 'make mpi     test the program over ranks of MPI: crates/mpi, docs/scale.md'
	@echo 'make fuzz    run each fuzz target for SECONDS=60, or those named by TARGETS="ring text"'
	@echo 'make soak    compare random cases with FLINT, and NTL and PARI where they are installed, for HOURS=8, SECONDS=60 or CASES=100000;'
	@echo '             SEED=1 FIRST=0 repeat the cases, CASE=TEXT takes those whose verb, ring or library contains the text'
	@echo 'make python  build the Python package, install it into a fresh virtual environment, run its tests and the notebooks;'
	@echo '             make python-bench: compare it with python-flint and galois'
	@echo 'make wheels  build the wheels of the Python package for distribution, and test each'
	@echo 'make web     build the page that computes in the browser and serve it: http://127.0.0.1:8000/ (PORT=8000)'
	@echo 'make packages make the packages for crates.io without sending them'
	@echo 'make ci      what a change must pass'
	@echo 'make nightly everything else, hours; LEGS="NAME..." some of it. Results go to .ci/nightly.md'
	@echo 'make clean   remove all build outputs'

setup:
	@scripts/setup.sh

# PROGRAM=FILE: with this program as it is
run: setup
	$(if $(PROGRAM),,cargo build --release)
	$(or $(PROGRAM),$(TARGET)/release/polymod) mul $(DATA)/a.json $(DATA)/b.json --ring zn:2305843009213693951 \
		--explain --time -o $(PRODUCT)
	@echo "product: degree $$(tr -cd , <$(PRODUCT) | wc -c | tr -d ' ')," \
		"$$(wc -c <$(PRODUCT) | tr -d ' ') bytes of JSON in $(PRODUCT)"

test: setup suite doc-examples

# Every crate but the one that needs libmpi. The Python package and the C library are then made from the same compilation of the library.
CRATES := --workspace --exclude polymod-mpi

# All tests but the documentation's, with the options FLAGS of the test runner.
suite:
	@if cargo nextest --version >/dev/null 2>&1; then \
		echo 'cargo nextest run --tests $(CRATES) $(FLAGS)'; cargo nextest run --tests $(CRATES) $(FLAGS); \
	else \
		echo 'cargo test --tests $(CRATES) $(FLAGS)'; cargo test --tests $(CRATES) $(FLAGS); \
	fi

doc-examples:
	cargo test --doc $(CRATES)

# In its own folder, so that its compiler flags and its GMP stay there (benches/peers/.cargo/config.toml).
ifeq ($(TABLE),chooser)
# choices against their alternatives: no other library takes part
bench: setup
	cargo bench -p polymod-cli --bench chooser -- $(filter all,$(if $(filter command line,$(origin SIZES)),$(SIZES)))
else
bench: setup
	@scripts/setup.sh autoreconf automake libtoolize
	cd benches/peers && env -u CARGO_TARGET_DIR cargo build --release --features '$(strip $(PEERS))'
	for table in $(if $(filter all,$(TABLE)),$(TABLES),$(TABLE)); do \
		GLIBC_TUNABLES=$(MALLOC) $(BLAS_KERNELS) \
			benches/peers/target/release/polymod-peers $$table --sizes $(SIZES) --case '$(CASE)' || exit 1; \
	done
endif

figures:
	@scripts/figures.py

book:
	@scripts/setup.sh mdbook
	@scripts/book.py build

capi: setup
	scripts/capi.sh

mpi: setup
	@scripts/setup.sh mpi
	scripts/mpi.sh

fuzz: setup
	@scripts/fuzz.sh $(SECONDS) $(TARGETS)

soak: setup
	@scripts/setup.sh autoreconf automake libtoolize
	cd benches/peers && env -u CARGO_TARGET_DIR cargo build --profile soak --features '$(filter ntl,$(PEERS))'
	benches/peers/target/soak/polymod-peers soak $(strip $(SOAK)) --seed $(SEED) --first $(FIRST) --case '$(CASE)'

python: setup
	@scripts/setup.sh venv
	@scripts/python.sh test

python-bench: setup
	@scripts/setup.sh venv
	@scripts/python.sh bench

wheels: setup
	@scripts/setup.sh venv
	@scripts/wheels.sh

packages:
	@scripts/packages.sh

web:
	@scripts/setup.sh
	@scripts/web.sh serve $(PORT)

ci:
	@.ci/run

nightly:
	@.ci/nightly $(LEGS)

clean:
	cargo clean
	rm -rf benches/peers/target crates/web/target fuzz/target
