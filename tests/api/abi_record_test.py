"""Checks that the comparison with the record of the binary interface can fail: a small library with headers of its own is recorded,
then spoiled in one way at a time. Only gcc writes records (-aux-info), so it is the compiler here."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import abi_record

HEADER = """#ifndef SMALL_H
#define SMALL_H
#include <stddef.h>
#define SHMEM_LIMIT 5
#define SHMEM_VENDOR_STRING "small"
typedef struct { int length; } shmem_size_t;
void shmem_call(void);
void pshmem_call(void);
int shmemx_ask(shmem_size_t *size);
int shmemx_tell(long value);
#endif
"""
SOURCE = """#include "shmem.h"
void pshmem_call(void) {}
void shmem_call(void) {}
int shmemx_ask(shmem_size_t *size) { return size->length; }
int shmemx_tell(long value) { return value != 0; }
"""


GCC = shutil.which("gcc")


@unittest.skipUnless(GCC, "gcc is not installed")
class SpoiledLibrary(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(tempfile.mkdtemp(prefix="isthmus-abi-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.with_libabigail = bool(shutil.which("abidw") and shutil.which("abidiff"))
        if not cls.with_libabigail:  # then nobody compares them either
            abi_record.Interface.types = lambda interface: ""
        abi_record.write(cls.build(), cls.work / "record")

    @classmethod
    def build(cls, header=HEADER, source=SOURCE, soname="libsmall.so.0"):
        """An interface of a library from these texts."""
        for name in abi_record.HEADERS:
            (cls.work / name).write_text(header if name == "shmem.h" else '#include "shmem.h"\n')
        (cls.work / "small.c").write_text(source)
        subprocess.run([GCC, "-shared", "-fPIC", f"-I{cls.work}", f"-Wl,-soname,{soname}", cls.work / "small.c", "-o",
                        cls.work / soname], check=True)
        interface = abi_record.Interface(cls.work / soname, cls.work, GCC)
        cls.addClassCleanup(interface.folder.cleanup)
        return interface

    def broken(self, **spoiled):
        """What is said of a library that was recorded as it is above and then built like this."""
        return "\n".join(abi_record.broken(self.build(**spoiled), self.work / "record"))

    def test_the_same(self):
        self.assertEqual(self.broken(), "")

    def test_a_function_more(self):
        self.assertEqual(self.broken(header=HEADER.replace("#endif", "void shmemx_new(void);\n#endif"),
                                     source=SOURCE + "void shmemx_new(void) {}\n"), "")

    def test_a_symbol_removed(self):
        for name in ("pshmem_call", "shmemx_tell"):
            kept = [line for line in SOURCE.splitlines(True) if f" {name}(" not in line]
            self.assertRegex(self.broken(source="".join(kept)), f"undefined (reference to|symbol).*{name}")

    def test_a_prototype_changed(self):
        said = self.broken(header=HEADER.replace("long value", "int value"), source=SOURCE.replace("long value", "int value"))
        self.assertIn("conflicting types for", said)
        self.assertIn("shmemx_tell", said)

    def test_a_constant_changed(self):
        self.assertIn("SHMEM_LIMIT was 5 and is 6", self.broken(header=HEADER.replace("LIMIT 5", "LIMIT 6")))

    def test_a_constant_removed(self):
        self.assertIn("SHMEM_LIMIT", self.broken(header=HEADER.replace("#define SHMEM_LIMIT 5\n", "")))

    def test_information_changed(self):
        self.assertEqual(self.broken(header=HEADER.replace('"small"', '"other"')), "")

    def test_a_structure_changed(self):
        if not self.with_libabigail:
            self.skipTest("libabigail is not installed")
        for member in ("long length;", "int length; int more;", "int more; int length;"):
            self.assertIn("shmem_size_t", self.broken(header=HEADER.replace("int length;", member)))

    def test_another_name(self):
        self.assertIn("write a record of the new one", self.broken(soname="libsmall.so.1"))


if __name__ == "__main__":
    unittest.main()
