"""tools/deps/install.sh on a machine that is made up: what it asks apt for, in which order, and that nothing is removed for it.
Usage: deps_test.py SCRIPT"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = sys.argv.pop(1)
COMMANDS = {
    "dpkg-query": 'for word; do :; done; case " $INSTALLED " in *" $word "*) echo "install ok installed" ;; *) exit 1 ;; esac',
    "apt-cache": 'case " $UNKNOWN " in *" $2 "*) ;; *) echo "  Candidate: 1.0" ;; esac',
    # Fails with all that it was asked for where it can do one of them not at all, or two not together, which it may see too late.
    "apt-get": """case " $* " in *" -s "*) simulated=1 ;; *) simulated=; echo "$*" >>"$NOTES" ;; esac
case " $* " in *" --no-remove "*) ;; *" install "*) echo "may remove packages" >>"$NOTES" ;; esac
for bad in $BAD; do case " $* " in *" $bad "*) exit 100 ;; esac; done
case "$simulated $BAD_TOGETHER $* " in " yes "*" mpich "*" gdb "*) exit 100 ;; esac""",
    "sudo": 'exec "$@"', "id": "echo 1000"}


class Deps(unittest.TestCase):
    def ask(self, purpose="test", **variables):
        """The packages of each time that apt was to install some, and what the script said of errors."""
        with tempfile.TemporaryDirectory(prefix="isthmus-deps-") as folder:
            for name, text in COMMANDS.items():
                file = pathlib.Path(folder, name)
                file.write_text(f"#!/bin/sh\n{text}\n")
                file.chmod(0o755)
            notes = pathlib.Path(folder, "notes")
            notes.write_text("")
            nothing = dict.fromkeys(("INSTALLED", "UNKNOWN", "BAD", "BAD_TOGETHER"), "")
            run = subprocess.run(["sh", SCRIPT, purpose], cwd=folder,
                                 env={**os.environ, **nothing, "PATH": f"{folder}:{os.environ['PATH']}", "NOTES": str(notes),
                                      **variables},
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60, check=True)
            self.assertNotIn("may remove packages", notes.read_text())
            lines = [line.split() for line in notes.read_text().splitlines() if " install " in line]
            return [[word for word in line[line.index("install") + 1:] if word[0] != "-"] for line in lines], run.stderr

    def test_required_packages_come_first(self):
        (required, extras), errors = self.ask()
        self.assertEqual(errors, "")
        self.assertEqual({"cmake", "g++", "openmpi-bin"} - set(required), set())
        self.assertEqual({"mpich", "libomp-19-dev", "gdb"} - set(extras), set())
        self.assertEqual(set(required) & set(extras), set())

    def test_the_demo_needs_less(self):
        (required,), errors = self.ask("demo")
        self.assertEqual(errors, "")
        self.assertEqual({"cmake", "g++"} - set(required), set())
        self.assertEqual({"openmpi-bin", "libgtest-dev", "clang"} & set(required), set())

    def test_nothing_is_lacking(self):
        required, extras = self.ask()[0]
        self.assertEqual(self.ask(INSTALLED=" ".join(required + extras)), ([], ""))

    def test_an_extra_that_cannot_be_installed(self):
        required, extras = self.ask()[0]
        left = [package for package in extras if package != "libomp-19-dev"]
        self.assertEqual(self.ask(BAD="libomp-19-dev"), ([required, left], ""))
        self.assertEqual(self.ask(UNKNOWN="libomp-19-dev"), ([required, left], ""))
        self.assertEqual(self.ask(BAD="libomp-19-dev", INSTALLED=" ".join(required + left)), ([], ""))

    def test_extras_that_cannot_be_installed_together(self):
        required, extras = self.ask()[0]
        self.assertEqual(self.ask(BAD_TOGETHER="yes")[0], [required, extras, *([package] for package in extras)])

    def test_a_required_package_that_cannot_be_installed(self):
        asked, errors = self.ask(BAD="valgrind")
        self.assertIn("please install: cmake", errors)
        self.assertEqual(len(asked), 1)


if __name__ == "__main__":
    unittest.main(verbosity=2)
