"""Runs the layout tests on small trees made for them: a correct tree must pass, and each kind of mistake must be
found."""
import pathlib
import tempfile
import unittest

import file_sizes
import layering
import life_of_a_put
import links
import process_state


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


class Layering(Tree):
    def setUp(self):
        super().setUp()
        for header in ("base/fd.hpp", "memory/heap.hpp", "memkind/kind.hpp", "bootstrap/exchange.hpp",
                       "transport/node/peer.hpp", "transport/ofi/endpoint.hpp", "api/entry.hpp"):
            self.write(f"src/{header}", "#pragma once\n")
        self.write("include/shmem.h", "")

    def expect(self, path, text, problem):
        self.write(path, text)
        problems = [*layering.check_source(self.root), *layering.check_layers(self.root)]
        if problem is None:
            self.assertEqual(problems, [])
        else:
            self.assertEqual(len(problems), 1, problems)
            self.assertIn(problem, problems[0])

    def test_downwards_own_and_public_includes_pass(self):
        self.write("src/runtime/version.hpp.in", "")
        self.expect("src/runtime/world.cpp",
                    '#include "shmem.h"\n#include "version.hpp"\n#include "runtime/version.hpp"\n'
                    '#include "memory/heap.hpp"\n#include "transport/node/peer.hpp"\n#include <vector>\n', None)

    def test_template_stands_for_every_choice(self):
        self.write("src/base/arch/aarch64/cpu.hpp", "")
        self.expect("src/base/cpu.hpp.in", '#include "base/arch/@arch@/cpu.hpp"\n', None)

    def test_template_with_an_upward_choice(self):
        self.expect("src/base/cpu.hpp.in", '#include "@layer@/heap.hpp"\n', "base includes memory/heap.hpp, upwards")

    def test_template_without_a_choice(self):
        self.expect("src/base/cpu.hpp.in", '#include "base/arch/@arch@/cpu.hpp"\n', "neither in src/ nor in include/")

    def test_upwards(self):
        self.expect("src/base/log.cpp", '\n#include "memory/heap.hpp"\n', "src/base/log.cpp:2: base includes")

    def test_upwards_by_a_relative_path(self):
        self.expect("src/base/log.cpp", '#include "../memory/heap.hpp"\n', "upwards")

    def test_indented_directive(self):
        self.expect("src/base/log.cpp", '  #  include "memory/heap.hpp"\n', "upwards")

    def test_siblings(self):
        self.expect("src/memkind/host.cpp", '#include "bootstrap/exchange.hpp"\n', "sibling")

    def test_sibling_transports(self):
        self.expect("src/transport/node/peer.cpp", '#include "transport/ofi/endpoint.hpp"\n', "sibling")

    def test_nothing_includes_api(self):
        self.expect("src/device/proxy.cpp", '#include "api/entry.hpp"\n', "upwards")

    def test_libfabric_outside_its_folder(self):
        self.expect("src/ops/put_get.cpp", "#include <rdma/fabric.h>\n", "transport/ofi alone")

    def test_libfabric_at_home(self):
        self.expect("src/transport/ofi/endpoint.cpp", "#include <rdma/fabric.h>\n", None)

    def test_vendor_header(self):
        self.expect("src/ops/put_get.cpp", "#include <cuda.h>\n", "memkind and device alone")

    def test_unknown_folder(self):
        self.expect("src/utils/things.hpp", "", "no layer")

    def test_unknown_header(self):
        self.expect("src/base/log.cpp", '#include "nowhere.hpp"\n', "neither in src/ nor in include/")

    def test_layers_use_public_headers(self):
        self.write("layers/gasnet/core.h", "")
        self.expect("layers/gasnet/core.c", '#include <shmem.h>\n#include "core.h"\n#include <stdio.h>\n', None)

    def test_the_mpi_layer_uses_what_needs_no_job(self):
        self.write("layers/mpi/host/fold.hpp", "")
        self.expect("layers/mpi/host/fold.cpp",
                    '#include "base/copy.hpp"\n#include "host/fold.hpp"\n#include "collectives/group/round.hpp"\n', None)

    def test_the_mpi_layer_uses_no_job(self):
        self.expect("layers/mpi/host/fold.cpp", '#include "runtime/world.hpp"\n', "not a public header")

    def test_layers_use_nothing_else(self):
        self.expect("layers/gasnet/core.c", '#include "memory/heap.hpp"\n', "not a public header")


class LifeOfAPut(Tree):
    def problems(self, block):
        self.write("src/api/rma.cpp", "#define TYPED(NAME) \\\n  void shmem_##NAME##_put(int pe) { \\\n    put(pe); }\n"
                                      "#define OTHER(NAME) \\\n PUT(shmem_##NAME##_put_nbi, TYPE, sizeof(TYPE))\n"
                                      "API(void, shmem_quiet, (void)) { quiet(); }\n")
        self.write("src/ops/put_get.hpp", "// void get(int pe) {\ninline void put(int pe) noexcept { write(pe); }\n")
        self.write("docs/life-of-a-put.md", f"# Page\n```c\nshmem_put(1);\n```\n```\n{block}```\n")
        return life_of_a_put.problems(self.root)

    def test_defined_and_stamped_functions_pass(self):
        self.assertEqual(self.problems("shmem_float_put src/api/rma.cpp\nshmem_int_put_nbi src/api/rma.cpp\n"
                                       "shmem_quiet src/api/rma.cpp\nops::put()  src/ops/put_get.hpp\n"), [])

    def test_call_is_no_definition(self):
        self.assertIn("does not define", self.problems("write src/ops/put_get.hpp\n")[0])

    def test_comment_is_no_definition(self):
        self.assertIn("does not define", self.problems("get src/ops/put_get.hpp\n")[0])

    def test_stamp_of_another_name(self):
        self.assertIn("does not define", self.problems("shmem_float_get src/api/rma.cpp\n")[0])

    def test_missing_file(self):
        self.assertIn("does not exist", self.problems("put src/ops/gone.hpp\n")[0])

    def test_counts_of_the_readme(self):
        block = "shmem_quiet src/api/rma.cpp\nput src/ops/put_get.hpp\n"
        self.write("README.md", "It is two\nfunctions in two files.\n")
        self.assertEqual(self.problems(block), [])
        self.write("README.md", "three functions in two files\n")
        self.assertIn("has two functions in two files", self.problems(block)[0])

    def test_no_listing(self):
        self.assertIn("no fenced block", self.problems("nothing to see\n")[0])

    def test_no_page(self):
        self.assertIn("is missing", life_of_a_put.problems(self.root)[0])


class FileSizes(Tree):
    def test_long_file_is_found(self):
        self.write("src/base/long.cpp", "\n" * (file_sizes.LIMIT + 1))
        self.write("src/base/short.cpp", "\n" * file_sizes.LIMIT)
        found = file_sizes.lengths(self.root)
        self.assertEqual([path for _, path in file_sizes.too_long(found)], ["src/base/long.cpp"])


class ProcessState(Tree):
    PAGE = """
## Process-wide state

| file of `src/` | variables | why |
|---|---|---|
| `base/log.cpp` | `my_pe`, `name` | below |
| `base/wait.hpp` | `spin_limit` | below |

## Errors

| `base/late.cpp` | `other` | not of this table |
"""
    # What objdump prints of a variable, a static of a function, an inline one, a thread's, constants and a function.
    LISTING = """
0000000000000000 l     O .data\t0000000000000004 isthmus::base::(anonymous namespace)::my_pe
0000000000000000 u     O .bss.x\t0000000000000004 isthmus::base::host_name(std::map<int, int> const&)::name
0000000000000000 u     O .data._ZN7isthmus4base10spin_limitE\t0000000000000004 .hidden isthmus::base::spin_limit
0000000000000008 l     O .tbss\t0000000000000001 isthmus::base::mine
0000000000000000 l     O .data.rel.ro.local\t0000000000000018 isthmus::base::kTable
0000000000000000 l     O .data.rel.local\t0000000000000018 isthmus::base::kKnown
0000000000000000 u     O .bss\t0000000000000008 guard variable for isthmus::base::host_name()::name
0000000000000000 g     F .text\t0000000000000018 isthmus::base::say()
"""

    def test_rows_of_the_table(self):
        self.assertEqual(process_state.of_table(self.PAGE),
                         {("base/log.cpp", "my_pe"), ("base/log.cpp", "name"), ("base/wait.hpp", "spin_limit")})

    def test_writable_variables_are_found(self):
        self.assertEqual(process_state.of_symbols(self.LISTING),
                         {("my_pe", False), ("name", True), ("spin_limit", True), ("mine", False)})

    def test_a_variable_without_a_row(self):
        table = process_state.of_table(self.PAGE)
        objects = {("base/log.cpp",): {("my_pe", False), ("spin_limit", True), ("mine", False)}}
        lines = process_state.missing_from(table, objects)
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith("base/log.cpp: mine is not in the table"))
        self.assertEqual(len(process_state.missing_from(table, {("base/other.cpp",): {("my_pe", False)}})), 1)

    def test_files_that_are_compiled_as_one(self):
        table = process_state.of_table(self.PAGE)
        self.write("x.dir/Unity/unity_base_cxx.cxx", '#include "/a/src/base/fd.cpp"\n\n#include "/a/src/base/log.cpp"\n')
        files = process_state.files_of(f"{self.root}/x.dir/Unity/unity_base_cxx.cxx.o")
        self.assertEqual(files, ("base/fd.cpp", "base/log.cpp"))
        self.assertEqual(process_state.files_of("/b/src/CMakeFiles/isthmus_objects.dir/ops/am.cpp.o"), ("ops/am.cpp",))
        lines = process_state.missing_from(table, {files: {("my_pe", False), ("mine", False)}})
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith("base/fd.cpp or base/log.cpp: mine is not in the table"))

    def test_a_row_without_a_variable(self):
        self.write("src/base/log.cpp", "int my_pe;\n")
        self.write("src/base/wait.hpp", "inline int spin_limit;\n")
        self.assertEqual(process_state.gone_from(process_state.of_table(self.PAGE), self.root),
                         ["docs/architecture.md: src/base/log.cpp has no name"])


class Links(Tree):
    def setUp(self):
        super().setUp()
        self.write("docs/page.md", "# A `quick` page's heading\n\n```sh\n# no heading\n```\n")

    def expect(self, text, *problems):
        self.write("README.md", text)
        self.assertEqual(links.problems(self.root), list(problems))

    def test_files_headings_and_the_web_pass(self):
        self.expect("# Here\n[a](docs/page.md) [b](docs/page.md#a-quick-pages-heading) [c](#here) ![d](docs) [e](http://f.g/h#i)\n")

    def test_listings_have_no_links(self):
        self.expect("`[a](b)`\n```c\n[a](b)\n```\n")

    def test_missing_file(self):
        self.expect("\n[a\nb](docs/other.md)", "README.md:3: docs/other.md leads to no file")

    def test_missing_heading(self):
        self.expect("[a](docs/page.md#no-heading)", "README.md:1: docs/page.md#no-heading leads to no heading")


if __name__ == "__main__":
    unittest.main()
