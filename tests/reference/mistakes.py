"""Descriptions and headers that contradict each other: the generator must say what is wrong and write nothing."""
import pathlib
import shutil
import tempfile
import unittest

from generated import ROOT, generate


class Mistakes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "include", self.root / "include")
        shutil.copytree(ROOT / "docs/reference/pages", self.root / "pages")

    def edit(self, path, old, new):
        file = self.root / path
        text = file.read_text()
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1))

    def expect(self, message):
        ran = generate("--include", self.root / "include", "--pages", self.root / "pages", "--man", self.root / "man")
        if message is None:
            self.assertEqual(ran.returncode, 0, ran.stderr)
            return
        self.assertEqual(ran.returncode, 1, ran.stdout)
        self.assertIn(message, ran.stderr)
        self.assertFalse((self.root / "man").exists())

    def test_nothing_wrong(self):
        self.expect(None)

    def test_new_function(self):
        self.edit("include/shmem/functions/lock.h", "ISTHMUS_FN(void, shmem_set_lock",
                  "ISTHMUS_FN(void, shmem_new_lock, (long *lock))\nISTHMUS_FN(void, shmem_set_lock")
        self.expect("shmem_new_lock is on no page")

    def test_new_family(self):
        self.edit("include/shmem/functions/rma.h", "#define ISTHMUS_RMA(NAME, TYPE)",
                  "#define ISTHMUS_RMA(NAME, TYPE) ISTHMUS_MOVE(NAME##_push, TYPE)")
        self.expect("shmem_TYPENAME_push is on no page")

    def test_new_extension(self):
        self.edit("include/shmemx.h", "int shmemx_heap_query", "int shmemx_more(int n);\nint shmemx_heap_query")
        self.expect("shmemx_more is on no page")

    def test_function_gone(self):
        self.edit("include/shmem/functions/lock.h", "ISTHMUS_FN(int, shmem_test_lock, (long *lock))", "")
        self.expect("shmem_set_lock: no header declares shmem_test_lock")

    def test_new_argument(self):
        self.edit("include/shmem/functions/lock.h", "set_lock, (long *lock)", "set_lock, (long *lock, int how)")
        self.expect("shmem_set_lock does not explain its argument how")

    def test_argument_gone(self):
        self.edit("pages/45-locks.txt", "== Arguments\n", "== Arguments\nhow:: in a hurry\n")
        self.expect("shmem_set_lock explains how, which none of its functions takes")

    def test_result_not_explained(self):
        self.edit("include/shmem/functions/order.h", "ISTHMUS_FN(void, shmem_fence", "ISTHMUS_FN(int, shmem_fence")
        self.expect("shmem_fence says nothing of what it returns")

    def test_two_pages_for_one_function(self):
        self.edit("pages/35-ordering.txt", "functions: shmem_fence", "functions: shmem_fence shmem_quiet")
        self.expect("shmem_quiet is on two pages")

    def test_unknown_function_in_the_text(self):
        self.edit("pages/35-ordering.txt", "It completes nothing", "Unlike `shmem_loud` it completes nothing")
        self.expect("shmem_fence speaks of shmem_loud")

    def test_unknown_constant(self):
        self.edit("pages/35-ordering.txt", "SHMEM_CTX_NOSTORE", "SHMEM_CTX_NOSTORES")
        self.expect("SHMEM_CTX_NOSTORES")

    def test_reference_to_no_page(self):
        self.edit("pages/35-ordering.txt", "see: ", "see: shmem_nothing ")
        self.expect("see shmem_nothing: there is no such page")

    def test_generic_of_another_function(self):
        self.edit("include/shmem/generics_c11.h", "#define ISTHMUS_C11_put(NAME, TYPE) , TYPE *: shmem_##NAME##_put",
                  "#define ISTHMUS_C11_put(NAME, TYPE) , TYPE *: shmem_##NAME##_get")
        self.expect("ISTHMUS_C11_put does not choose shmem_TYPENAME_put")

    def test_long_line_of_code(self):
        self.edit("pages/45-locks.txt", "long lock, total;", "long lock, total;" + " " * 60 + "// far out")
        self.expect("longer than 72 columns")

    def test_header_that_does_not_preprocess(self):
        self.edit("include/shmem/functions/lock.h", "/* Locks. */", "#error out of order")
        self.expect("out of order")


if __name__ == "__main__":
    unittest.main()
