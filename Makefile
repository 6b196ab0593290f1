# A thin front for CMake's presets (CMakePresets.json); PRESET=dev, asan, ubsan, sanitized (both) or tsan chooses another.
PRESET ?= release
PREFIX ?= /usr/local
PEER ?=
CONFIGURE ?=
BUILD := build/$(PRESET)
VERSION := $(shell sed -n 's/^project.Isthmus VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

# Recompiling is faster with ccache, where it is there.
ifneq ($(shell command -v ccache 2>/dev/null),)
export CMAKE_C_COMPILER_LAUNCHER ?= ccache
export CMAKE_CXX_COMPILER_LAUNCHER ?= ccache
endif

.PHONY: all help deps llvm configured build demo test bench report install dist deb clean
all: build

help:
	@echo "make demo                 build, and run the heat equation on 4 PEs"
	@echo "make test                 build, and run all tests"
	@echo "make bench [PEER=oshcc]   measure; with another library's oshcc, side by side"
	@echo "make report               the paper's evaluation on this machine, as a page: report/index.html"
	@echo "make install [PREFIX=dir] install (default $(PREFIX))"
	@echo "make dist                 the sources of the last commit: build/isthmus-$(VERSION).tar.gz"
	@echo "make deb                  packages for this Debian, from the last commit, in build/deb"
	@echo "make deps                 install missing packages (the others do this first)"
	@echo "make clean                remove build/"

deps:
	@tools/deps/install.sh

$(BUILD)/build.ninja: CMakePresets.json | deps
	@cmake --preset $(PRESET) $(CONFIGURE)
	@touch $@

configured: deps $(BUILD)/build.ninja

build: configured
	@cmake --build --preset $(PRESET)

demo: configured
	@cmake --build --preset $(PRESET) --target oshrun heat
	@view=; if [ -t 1 ]; then view=--view; fi; \
	$(BUILD)/bin/oshrun -n 4 $(BUILD)/bin/apps/heat --size 160 --steps 400 --progress $$view --png $(BUILD)/heat.png

# OpenMP is tested with LLVM 22, too: unpacked, since Debian's libomp-19-dev and libomp-22-dev exclude one another. The file
# says that this was tried. CMake looks for LLVM, so that it has to run after that, once more if it has run before.
llvm: build/llvm/tried
build/llvm/tried: | deps
	@mkdir -p build/llvm
	@[ -e build/llvm/clang-22 ] || ! command -v apt-get >/dev/null || \
	sh tests/openmp/unpack_llvm.sh 22 build/llvm >/dev/null 2>&1 || \
	echo "make test: LLVM 22 could not be fetched: left out; remove $@ to try again"
	@touch $@
ifneq ($(filter test,$(MAKECMDGOALS)),)
$(BUILD)/build.ninja: build/llvm/tried
endif

# Four tests at a time, whatever the cores: most start more PEs than there are and yield, and some wait for seconds. What
# looks at times runs alone.
test: llvm build
	@sh tests/hide_kallsyms.sh ctest --preset $(PRESET) -j4 --label-exclude rebuild

bench: configured
	@cmake --build --preset $(PRESET) --target oshrun isthmus osh_info bench_programs
	@bench/run --oshcc $(BUILD)/bin/oshcc --json $(BUILD)/bench.json $(if $(PEER),--peer $(PEER))
	@if [ -x $(BUILD)/bench/raw ]; then bench/run --oshcc $(BUILD)/bin/oshcc --nodes 2 --raw $(BUILD)/bench/raw \
	  --json $(BUILD)/bench-wire.json; fi
	@if [ -n "$(PEER)" ]; then bench/run --oshcc $(BUILD)/bin/oshcc --nodes 2 --peer $(PEER) \
	  --json $(BUILD)/bench-wire-peer.json; fi
	@if [ -x $(BUILD)/bench/raw ]; then bench/run --oshcc $(BUILD)/bin/oshcc --nodes 2 --flat \
	  --json $(BUILD)/bench-levels.json; fi
	@bench/plot --out $(BUILD)/plots $(BUILD)/bench.json $$(ls $(BUILD)/bench-levels.json 2>/dev/null)
	@wire=; if [ -x $(BUILD)/bench/raw ]; then wire=--wire; fi; \
	bench/instructions --oshcc $(BUILD)/bin/oshcc $$wire --json $(BUILD)/instructions.json
	@cmake --build --preset $(PRESET) --target gasnet_isthmus_seq_shared
	@bench/gasnet/run --oshrun $(BUILD)/bin/oshrun --libraries $(BUILD)/src --json $(BUILD)/bench-gasnet.json \
	  $$(if [ ! -x $(BUILD)/bench/raw ]; then echo --no-wire; fi) $(if $(GASNET_PEER),--peer $(GASNET_PEER)) $(GASNET_PEER_LINK)
	@cmake --build --preset $(PRESET) --target apps_offloaded
	@report/run --build $(BUILD) --only micro --pes 2,4 --rounds 3 --table --out $(BUILD)/bench-micro.html \
	  --json $(BUILD)/bench-micro.json
	@cmake --build --preset $(PRESET) --target shmem_profile heat gups
	@bench/profile_overhead --build $(BUILD) --json $(BUILD)/bench-profile.json

# Takes minutes. What is stored of other machines is shown on the same page.
report: configured
	@cmake --build --preset $(PRESET) --target oshrun isthmus apps_offloaded
	@report/run --build $(BUILD) $(addprefix --stored ,$(wildcard report/h200.json))

install: configured
	@cmake --build --preset $(PRESET) --target isthmus_installed
	@cmake --install $(BUILD) --prefix "$$(realpath -ms -- "$(PREFIX)")"

dist:
	@mkdir -p build
	@git archive --prefix=isthmus-$(VERSION)/ -o build/isthmus-$(VERSION).tar.gz HEAD
	@echo build/isthmus-$(VERSION).tar.gz

# debian/ says what is in which package. Without the compiler's cache: packages are built once.
deb: dist
	@tools/deps/install.sh debhelper lintian fakeroot
	@rm -rf build/deb && mkdir -p build/deb && tar -xzf build/isthmus-$(VERSION).tar.gz -C build/deb
	@cd build/deb/isthmus-$(VERSION) && dpkg-buildpackage -us -uc -b
	@lintian --fail-on error build/deb/*.changes
	@ls build/deb/*.deb

clean:
	rm -rf build
