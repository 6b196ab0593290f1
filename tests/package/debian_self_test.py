"""Runs debian.py on a small tree made for it: a correct one must pass, and each kind of mistake must be found."""
import pathlib
import tempfile
import unittest

import debian


class Debian(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("bin/oshrun", "bin/helper", "lib/libx.so", "lib/libx.so.0", "share/man/man1/oshrun.1", "include/x/y.h"):
            self.write(f"prefix/{name}", "")
        self.write("debian/control", "Source: x\n\nPackage: x0\n\nPackage: x-dev\n")
        self.write("debian/x0.install", "usr/lib/*/libx.so.*\nusr/lib/isthmus/bin/*\nusr/share/man/man1/oshrun.isthmus.1\n")
        self.write("debian/x0.links", "# Why.\nusr/lib/isthmus/bin/oshrun usr/bin/oshrun.isthmus\n")
        self.write("debian/x-dev.install", "usr/lib/*/libx.so\nusr/include/x\n")

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def expect(self, *problems, partial=()):
        self.assertEqual(debian.problems(self.root / "debian", self.root / "prefix", partial), list(problems))

    def test_right(self):
        self.expect()

    def test_file_of_no_package(self):
        self.write("prefix/lib/pkgconfig/x.pc", "")
        self.expect("usr/lib/machine/pkgconfig/x.pc is in no package")

    def test_file_of_two(self):
        self.write("debian/x-dev.install", "usr/lib/*/libx.so*\nusr/include/x\n")
        self.expect("usr/lib/machine/libx.so.0 is in x0 and x-dev")

    def test_line_that_names_nothing(self):
        self.write("debian/x-dev.install", "usr/lib/*/libx.so\nusr/include/*\nusr/share/doc/x\n")
        self.expect("x-dev.install: usr/share/doc/x names nothing")
        self.expect(partial=["x-dev"])

    def test_link_to_another_package(self):
        self.write("debian/x-dev.links", "usr/lib/isthmus/bin/helper usr/lib/helper\n")
        self.expect("x-dev.links: usr/lib/helper leads to usr/lib/isthmus/bin/helper, which is not of this package")

    def test_command_without_a_link(self):
        self.write("prefix/share/man/man1/helper.1", "")
        self.expect("usr/share/man/man1/helper.1 is in no package", "helper has a page, and no link in usr/bin")

    def test_command_without_a_page(self):
        self.write("debian/x0.links", "usr/lib/isthmus/bin/oshrun usr/bin/oshrun.isthmus\nusr/lib/isthmus/bin/helper usr/bin/helper\n")
        self.expect("helper has a link in usr/bin, and no page")

    def test_file_of_an_unknown_package(self):
        self.write("debian/y.links", "")
        self.expect("y.links is of no package")


if __name__ == "__main__":
    unittest.main()
