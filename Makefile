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

.PHONY: all help deps llvm configured build demo test bench report install uninstall dist deb clean
.NOTPARALLEL: # ninja and ctest are parallel; apt would be in its own way
all: build

help:
	@echo "make demo                 build, and run the heat equation on 4 PEs"
	@echo "make test                 build, and run all tests"
	@echo "make bench [PEER=oshcc]   measure; with another library's oshcc, side by side"
	@echo "make report               repeat a paper's evaluation on this machine: report/index.html (docs/evaluation.md)"
	@echo "make install [PREFIX=dir] install (default $(PREFIX))"
	@echo "make uninstall            remove what the last make install has installed"
	@echo "make dist                 the sources of the last commit: build/isthmus-$(VERSION).tar.gz"
	@echo "make deb                  packages for this Debian, from the last commit, in build/deb"
	@echo "make deps                 install missing packages, those for the tests included (the others install what they need)"
	@echo "make clean                remove build/"

deps:
	@tools/deps/install.sh test

# Configures if that was not done, or the presets have changed. If packages have been installed since, CMake forgets what it had
# and had not found (--fresh).
define configure
@fresh=; if [ build/packages -nt $(BUILD)/build.ninja ]; then fresh=--fresh; fi; \
if [ -n "$$fresh" ] || [ ! -e $(BUILD)/build.ninja ] || [ CMakePresets.json -nt $(BUILD)/build.ninja ]; then \
  cmake --preset $(PRESET) $$fresh $(CONFIGURE) && touch $(BUILD)/build.ninja; fi
endef

configured: deps
	$(configure)

build: configured
	@cmake --build --preset $(PRESET)

demo:
	@tools/deps/install.sh demo
	$(configure)
	@cmake --build --preset $(PRESET) --target oshrun heat
	@view=; if [ -t 1 ]; then view=--view; fi; \
	$(BUILD)/bin/oshrun -n 4 $(BUILD)/bin/apps/heat --size 160 --steps 400 --progress $$view --png $(BUILD)/heat.png

# OpenMP is tested with LLVM 19 and 22: unpacked where they are not installed, since Debian's libomp-14-dev, libomp-19-dev and
# libomp-22-dev exclude one another. The file build/llvm/tried says that this was tried.
llvm: deps
	@[ -e build/llvm/tried ] || { mkdir -p build/llvm && touch build/llvm/tried; ! command -v apt-get >/dev/null || \
	{ sh tests/openmp/unpack_llvm.sh build/llvm 19 22 >/dev/null 2>&1 && touch build/packages; } || \
	echo "make test: LLVM 19 and 22 could not be fetched: left out; remove build/llvm/tried to try again"; }

# Three tests at a time, whatever the cores: most start more PEs than there are and yield, and some wait for seconds. What
# looks at times runs alone.
test: llvm build
	@sh tests/support/hide_kallsyms.sh ctest --preset $(PRESET) -j3 --label-exclude rebuild || \
	{ python3 -B tests/support/show_failed.py $(BUILD); exit 1; }

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

install:
	@tools/deps/install.sh install
	$(configure)
	@cmake --build --preset $(PRESET) --target isthmus_installed
	@cmake --install $(BUILD) --prefix "$$(realpath -ms -- "$(PREFIX)")"
	@cp $(BUILD)/install_manifest.txt $(BUILD)/installed

# Folders stay, since others may use them. The list is a copy, since tests install, too, and replace CMake's.
uninstall:
	@[ -e $(BUILD)/installed ] || { echo "make uninstall: nothing was installed from $(BUILD)" >&2; exit 1; }
	@sed "s|^|$(DESTDIR)|" $(BUILD)/installed | tr '\n' '\0' | xargs -0 rm -f --
	@rm $(BUILD)/installed

dist:
	@mkdir -p build
	@git archive --prefix=isthmus-$(VERSION)/ -o build/isthmus-$(VERSION).tar.gz HEAD
	@echo build/isthmus-$(VERSION).tar.gz

# debian/ says what is in which package. Without the compiler's cache: packages are built once.
deb: dist
	@tools/deps/install.sh test build-essential debhelper lintian fakeroot
	@rm -rf build/deb && mkdir -p build/deb && tar -xzf build/isthmus-$(VERSION).tar.gz -C build/deb
	@cd build/deb/isthmus-$(VERSION) && dpkg-buildpackage -us -uc -b
	@lintian --fail-on error build/deb/*.changes
	@ls build/deb/*.deb

clean:
	rm -rf build
