"""The Makefile, in a folder where the commands that it starts only write down how: whether it configures once, in what order, and
where it installs. Usage: makefile_test.py MAKEFILE"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

MAKEFILE = pathlib.Path(sys.argv.pop(1))
NOTE = '#!/bin/sh\n{{ printf "%s" {name}; for word; do printf " [%s]" "$word"; done; echo; }} >>"$NOTES"\n'
CMAKE = '''case $1 in
  --preset) mkdir -p build/release && touch build/release/build.ninja ;;
  --install) echo "$4/bin/oshrun" >build/release/install_manifest.txt ;;
esac
'''
# As the real script: the compiler is there if all went well.
UNPACKED, FAILED = 'mkdir -p "$1" && touch "$1/clang-22"\n', "exit 1\n"


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

    def unpacking(self, end):
        self.write("tests/openmp/unpack_llvm.sh", NOTE.format(name="unpack") + end)

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

    def test_uninstalls_what_it_installed(self):
        ours, another = self.root / "ours/bin/oshrun", self.root / "another/bin/oshrun"
        for file in (ours, another):
            self.write(file, "")
        self.make("install", "PREFIX=ours")
        (self.root / "build/release/install_manifest.txt").write_text(f"{another}\n")  # as by a test that installs
        self.make("uninstall")
        self.assertEqual((ours.exists(), another.exists()), (False, True))

    def test_configures_once(self):
        for end, jobs in ((UNPACKED, "-j1"), (FAILED, "-j1"), (UNPACKED, "-j4"), (FAILED, "-j4")):
            with self.subTest(end=end, jobs=jobs):
                subprocess.run(["rm", "-rf", self.root / "build"], check=True)
                self.unpacking("sleep 0.2\n" + end)  # longer than what must not happen at the same time
                self.assertEqual([line.split()[0] for line in self.make(jobs, "test")], ["unpack", "cmake"])
                self.assertEqual(self.make(jobs, "test"), [])
                self.assertEqual(self.make(jobs, "build"), [])

    def test_configures_again_with_llvm(self):
        self.unpacking(UNPACKED)
        self.assertEqual(self.make("build"), ["cmake [--preset] [release]"])
        self.assertEqual([line.split()[0] for line in self.make("test")], ["unpack", "cmake"])
        self.assertEqual(self.make("test"), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
