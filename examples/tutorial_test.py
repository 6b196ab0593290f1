"""Runs every example by the command in its first comment and compares what it prints, in any order, with the tutorial.
Usage: tutorial_test.py EXAMPLES TUTORIAL BIN, where BIN holds oshcc and oshrun."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HEADING = re.compile(r"^## (\d\d_\w+\.c)\b.*$", re.MULTILINE)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def command_of(source):
    """The first command in the first comment."""
    comment = source.read_text().split("*/")[0]
    found = re.search(r"^ \*   (oshcc .*)$", comment, re.MULTILINE)
    return found and found.group(1)


def chapters(tutorial):
    """{file name: (command, printed lines)} as the tutorial has it."""
    parts = HEADING.split(tutorial.read_text())[1:]
    found = {}
    for name, text in zip(parts[::2], parts[1::2]):
        blocks = dict(BLOCK.findall(text))
        found[name] = (blocks.get("sh", "").strip(), sorted(blocks.get("text", "").splitlines()))
    return found


def run(command, folder, programs):
    env = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=60,
                          stdin=subprocess.DEVNULL, check=False)
    if done.returncode != 0 or done.stderr.strip():
        return [f"status {done.returncode}", *done.stderr.splitlines()]
    return sorted(done.stdout.splitlines())


def main():
    examples, tutorial, programs = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    told, failed = chapters(tutorial), 0
    sources = sorted(examples.glob("[0-9][0-9]_*.c"))
    if [source.name for source in sources] != list(told) or len(sources) < 11:
        sys.exit(f"the tutorial's chapters {list(told)} are not the files of {examples}")
    with tempfile.TemporaryDirectory() as folder:
        folder = shutil.copytree(examples, pathlib.Path(folder) / "examples")
        for source in sources:
            command, lines = command_of(source), told[source.name][1]
            if command != told[source.name][0]:
                printed = [f"the tutorial says {told[source.name][0]!r}"]
            else:
                printed = run(command, folder, programs)
            right = printed == lines
            failed += not right
            print(f"{source.name}: {'as told' if right else 'NOT as told'}: {command}")
            if not right:
                print("\n".join(f"    printed: {line}" for line in printed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
