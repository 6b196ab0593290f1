"""The examples of the reference pages must compile without a warning."""
import pathlib
import subprocess
import sys

from generated import CC, ROOT, Pages


def main():
    pages = Pages()
    folder = pathlib.Path(pages.folder.name)
    files = []
    for name, source in pages.examples().items():
        files.append(folder / f"{name}.c")
        files[-1].write_text(source)
    flags = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", f"-I{ROOT / 'include'}"]
    ran = subprocess.run([CC, *flags, *map(str, files)], capture_output=True, text=True)
    print(ran.stderr + f"{len(files)} examples")
    return 1 if ran.returncode != 0 or len(files) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
