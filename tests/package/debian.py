"""Compares the installed tree with debian/*.install and *.links, without building packages: every file belongs to one package, every
line there names something, and every command with a manual page is found in /usr/bin. Usage: debian.py DEBIAN PREFIX [PACKAGE...],
where the packages named are those of which this build installs only parts."""
import fnmatch
import pathlib
import re
import sys

# Where debian/rules puts the commands, and a name in place of the machine's.
COMMANDS, LIBRARIES = "usr/lib/isthmus/bin", "usr/lib/machine"


def lines(path):
    """The words of each line of a file of debhelper's, which may be missing."""
    text = path.read_text() if path.exists() else ""
    return [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def packages(debian):
    return re.findall(r"^Package: (\S+)$", (debian / "control").read_text(), flags=re.MULTILINE)


def installed(prefix, renamed):
    """The files of the tree, by the names that they have in the packages, where the pages of renamed commands have the new
    name, and links between those pages are debhelper's to make."""
    found = {}
    for path in sorted(prefix.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            continue
        first, _, rest = str(path.relative_to(prefix)).partition("/")
        folder = {"bin": COMMANDS, "lib": LIBRARIES}.get(first, f"usr/{first}")
        page = rest.removeprefix("man/man1/").removesuffix(".1")
        if page not in renamed or first != "share":
            found[f"{folder}/{rest}"] = path
        elif not path.is_symlink():
            found[f"{folder}/man/man1/{page}.isthmus.1"] = path
    return found


def owners(name, patterns):
    """The packages that have this file. A pattern stands for all that is below a folder, too, as dh_install has it."""
    above = [name, *(str(folder) for folder in pathlib.PurePosixPath(name).parents)]
    return [package for package, pattern in patterns if any(matches(part, pattern) for part in above)]


def matches(name, pattern):
    """As a shell's pattern: * does not stand for /."""
    parts, wanted = name.split("/"), pattern.split("/")
    return len(parts) == len(wanted) and all(map(fnmatch.fnmatchcase, parts, wanted))


def problems(debian, prefix, partial=()):
    found = []
    patterns = [(package, words[0]) for package in packages(debian) for words in lines(debian / f"{package}.install")]
    links = [(package, *words) for package in packages(debian) for words in lines(debian / f"{package}.links")]
    renamed = {pathlib.PurePosixPath(target).name for _, target, name in links
               if name.startswith("usr/bin/") and name.endswith(".isthmus")}
    files = installed(prefix, renamed)
    for name in files:
        having = owners(name, patterns)
        if len(having) != 1:
            found.append(f"{name} is in {' and '.join(having) or 'no package'}")
    for package, pattern in patterns:
        if package not in partial and not any(owners(name, [(package, pattern)]) for name in files):
            found.append(f"{package}.install: {pattern} names nothing")
    for package, target, name in links:
        below = [file for file in files if file == target or file.startswith(f"{target}/")]
        if package not in partial and (not below or any(owners(file, patterns) != [package] for file in below)):
            found.append(f"{package}.links: {name} leads to {target}, which is not of this package")
    paged = {path.name.removesuffix(".1") for path in (prefix / "share/man/man1").iterdir()}
    linked = {pathlib.PurePosixPath(target).name for _, target, name in links if name.startswith("usr/bin/")}
    for path in sorted((prefix / "bin").iterdir()):
        if path.name in paged - linked:
            found.append(f"{path.name} has a page, and no link in usr/bin")
        if path.name in linked - paged:
            found.append(f"{path.name} has a link in usr/bin, and no page")
    for path in sorted(debian.iterdir()):
        if path.suffix in (".install", ".links") and path.stem not in packages(debian):
            found.append(f"{path.name} is of no package")
    return found


def main():
    debian, prefix = (pathlib.Path(word) for word in sys.argv[1:3])
    found = problems(debian, prefix, sys.argv[3:])
    print(f"{len(packages(debian))} packages, {len(found)} problems")
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
