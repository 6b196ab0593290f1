"""The Makefile, in a folder where the commands that it starts only write down how: where it installs. Usage: makefile_test.py MAKEFILE"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

MAKEFILE = pathlib.Path(sys.argv.pop(1))
NOTE = '#!/bin/sh\n{{ printf "%s" {name}; for word; do printf " [%s]" "$word"; done; echo; }} >>"$NOTES"\n'
CMAKE = 'case $1 in --preset) mkdir -p build/release && touch build/release/build.ninja ;; esac\n'


class Makefile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="isthmus-makefile-")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        text = MAKEFILE.read_text()
        self.write("Makefile", text)
        self.write("CMakeLists.txt", "project(Isthmus VERSION 1.2.3)\n")
        self.write("CMakePresets.json", "{}\n")
        for script in {"tools/deps/install.sh", *re.findall(r"\bsh (\S+\.sh)", text)}:
            self.write(script, "#!/bin/sh\n")
        for name, rest in (("cmake", CMAKE), ("ctest", ""), ("apt-get", "")):
            self.write(f"bin/{name}", NOTE.format(name=name) + rest)

    def write(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)

    def make(self, *arguments):
        """Runs make, and returns the commands of this time."""
        notes = self.root / "notes"
        notes.write_text("")
        variables = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
        subprocess.run(["make", *arguments], cwd=self.root, check=True, timeout=60, stdout=subprocess.DEVNULL,
                       env={**variables, "PATH": f"{self.root}/bin:{variables['PATH']}", "NOTES": str(notes)})
        return [line for line in notes.read_text().splitlines() if line.startswith(("cmake [--preset]", "cmake [--install]", "unpack"))]

    def test_installs_where_it_is_told(self):
        for prefix, where in (("/opt/isthmus", "/opt/isthmus"), ("/opt/my programs/isthmus", "/opt/my programs/isthmus"),
                              ("a place", f"{os.path.realpath(self.root)}/a place")):
            self.assertEqual(self.make("install", f"PREFIX={prefix}")[-1], f"cmake [--install] [build/release] [--prefix] [{where}]")


if __name__ == "__main__":
    unittest.main(verbosity=2)
