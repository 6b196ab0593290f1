"""Checks that the tests of this folder can fail. Each case spoils one thing in a copy of the headers, or in a list of
symbols, and expects the test that is meant for it to report that. The compilers and headers come from the environment:
CC, CXX, INCLUDE."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import exported_symbols
import make_prototypes

HERE = pathlib.Path(__file__).parent


class SpoiledHeaders(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.work)
        self.include = self.work / "include"
        shutil.copytree(os.environ["INCLUDE"], self.include)

    def spoil(self, file, good, bad):
        path = self.include / file
        text = path.read_text()
        self.assertIn(good, text)
        path.write_text(text.replace(good, bad, 1))

    def script(self, *arguments):
        return subprocess.run([sys.executable, "-B", *map(str, arguments)], capture_output=True, text=True, check=False)

    def names(self):
        return self.script(HERE / "declared_names.py", self.include, os.environ["CC"])

    def misuse(self, language):
        compiler = {"c": ["CC", "-std=c11"], "c++": ["CXX", "-std=c++11"]}[language]
        return self.script(HERE / "misuse.py", language, self.include, os.environ[compiler[0]], compiler[1])

    def compiles(self, language):
        source = self.work / "prototypes"
        source.write_text(make_prototypes.source(language))
        compiler = [os.environ["CC"], "-std=c11"] if language == "c" else [os.environ["CXX"], "-std=c++11"]
        done = subprocess.run([*compiler, "-x", language, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                               f"-I{self.include}", source], capture_output=True, check=False)
        return done.returncode == 0

    def test_headers_as_they_are(self):
        self.assertEqual(self.names().returncode, 0)
        for language in ("c", "c++"):
            self.assertTrue(self.compiles(language))
            self.assertEqual(self.misuse(language).returncode, 0)

    def test_function_missing(self):
        self.spoil("shmem/functions/lock.h", "ISTHMUS_FN(int, shmem_test_lock, (long *lock))", "")
        self.assertIn("function pshmem_test_lock is missing", self.names().stdout)
        self.assertFalse(self.compiles("c"))

    def test_function_extra(self):
        self.spoil("shmem/functions/lock.h", "/* Locks. */", "ISTHMUS_FN(void, shmem_break_lock, (long *lock))")
        self.assertIn("function shmem_break_lock is in no table", self.names().stdout)

    def test_constant_extra(self):
        self.spoil("shmem/constants.h", "#define SHMEM_CMP_EQ 0", "#define SHMEM_CMP_EQ 0\n#define SHMEM_CMP_ANY 9")
        self.assertIn("constant SHMEM_CMP_ANY is in no table", self.names().stdout)

    def test_parameter_of_another_type(self):
        self.spoil("shmem/functions/wait.h", "const TYPE *cmp_values", "TYPE *cmp_values")
        self.assertFalse(self.compiles("c"))
        self.assertFalse(self.compiles("c++"))

    def test_constant_of_another_type(self):
        self.spoil("shmem/constants.h", "#define SHMEM_CTX_PRIVATE 2L", "#define SHMEM_CTX_PRIVATE 2")
        self.assertFalse(self.compiles("c"))
        self.assertFalse(self.compiles("c++"))

    def test_option_of_two_bits(self):
        self.spoil("shmem/constants.h", "#define SHMEM_CTX_NOSTORE 4L", "#define SHMEM_CTX_NOSTORE 3L")
        self.assertFalse(self.compiles("c"))

    def test_generic_takes_too_much(self):
        table = "#define ISTHMUS_DISTINCT_AMO_BITWISE_TYPES(X) \\\n"
        self.spoil("shmem/types.h", table, table + "  X(longlong, long long) \\\n")
        self.spoil("shmem/types.h", "#define ISTHMUS_AMO_BITWISE_TYPES(X) \\\n",
                   "#define ISTHMUS_AMO_BITWISE_TYPES(X) \\\n  X(longlong, long long) \\\n")
        for language in ("c", "c++"):
            self.assertIn("taken: void call_shmem_atomic_fetch_or", self.misuse(language).stdout)

    def test_generic_takes_too_little(self):
        self.spoil("shmem/types.h", "  ISTHMUS_DISTINCT_WORD_TYPES(X)  \\\n  X(longdouble, long double)\n",
                   "  ISTHMUS_DISTINCT_WORD_TYPES(X)\n")
        for language in ("c", "c++"):
            self.assertIn("refused: void call_shmem_put", self.misuse(language).stdout)


class SpoiledLibrary(unittest.TestCase):
    GOOD = {"shmem_init": ("10", "W"), "pshmem_init": ("10", "T"), "shmemx_heap_query": ("20", "T")}

    def wrong(self, **changes):
        symbols = {name: entry for name, entry in {**self.GOOD, **changes}.items() if entry}
        return list(exported_symbols.wrong_symbols(symbols, ["shmem_init"]))

    def test_library(self):
        self.assertEqual(self.wrong(), [])
        self.assertEqual(len(self.wrong(shmem_init=None)), 1, "function missing")
        self.assertEqual(len(self.wrong(pshmem_init=None)), 1, "twin missing")
        self.assertEqual(len(self.wrong(shmem_init=("10", "T"))), 1, "not weak")
        self.assertEqual(len(self.wrong(shmem_init=("14", "W"))), 1, "not the same function")
        self.assertEqual(len(self.wrong(shmem_fini=("30", "T"))), 1, "one too many")
