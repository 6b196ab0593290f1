"""Runs docs/reference/generate for the tests."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CC = os.environ.get("CC", "cc")


def generate(*options):
    return subprocess.run([sys.executable, "-B", str(ROOT / "docs/reference/generate"), "--cc", CC, *map(str, options)],
                          capture_output=True, text=True)


class Pages:
    """The pages in a folder that goes with this object."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.man = pathlib.Path(self.folder.name) / "man"
        self.markdown = pathlib.Path(self.folder.name) / "markdown"
        ran = generate("--man", self.man, "--markdown", self.markdown)
        if ran.returncode != 0:
            sys.exit(ran.stdout + ran.stderr)

    def files(self):
        """The man pages themselves, without their other names."""
        return sorted(path for path in self.man.rglob("*") if path.is_file() and not path.is_symlink())

    def examples(self):
        """{page: C source}."""
        found = {}
        for path in sorted(self.markdown.glob("shmem*.md")):
            for source in re.findall(r"^## Example\n\n```c\n(.*?)^```", path.read_text(), flags=re.S | re.M):
                found[path.stem] = source
        return found
