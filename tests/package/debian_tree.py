"""Makes the tree that some packages of debian/ would install, out of the installed one. Usage: debian_tree.py DEBIAN PREFIX TREE
PACKAGE..."""
import pathlib
import shutil
import sys

import debian


def main():
    folder, prefix, tree = (pathlib.Path(word) for word in sys.argv[1:4])
    patterns = [(package, words[0]) for package in sys.argv[4:] for words in debian.lines(folder / f"{package}.install")]
    shutil.rmtree(tree, ignore_errors=True)
    copied = 0
    for name, path in debian.installed(prefix, ()).items():
        if debian.owners(name, patterns):
            target = tree / path.relative_to(prefix)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target, follow_symlinks=False)
            copied += 1
    print(f"{copied} files")
    return 0 if copied else 1


if __name__ == "__main__":
    sys.exit(main())
