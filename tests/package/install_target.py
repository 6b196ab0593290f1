"""`make install` builds the target isthmus_installed, and then installs: all that is installed and made by the build must be among
what that target needs. Usage: install_target.py BUILD NINJA"""
import pathlib
import re
import subprocess
import sys


def listed(build, ninja, *words):
    return subprocess.run([ninja, "-C", build, "-t", *words], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def unversioned(names):
    """Of a library's names, which one rule makes, ninja's graph has only one."""
    return {re.sub(r"\.so\.[\d.]+$", ".so", name) for name in names}


def installed(build):
    """The files and folders in the build's own folder that its rules of installation name."""
    rules = "\n".join(path.read_text() for path in build.rglob("cmake_install.cmake"))
    calls = re.findall(r"file\(INSTALL DESTINATION .*? FILES(.*?)\)\n", rules, flags=re.DOTALL)
    return {name.rstrip("/") for call in calls for name in re.findall(f'"{re.escape(str(build))}/([^"]+)"', call)}


def main():
    build, ninja = pathlib.Path(sys.argv[1]), sys.argv[2]
    made = {line.rpartition(": ")[0] for line in listed(build, ninja, "targets", "all") if not line.endswith(": phony")}
    # The tool `inputs` leaves out what is only to be built before.
    needed = set(re.findall(r'label="([^"]*)"', "\n".join(listed(build, ninja, "graph", "isthmus_installed"))))
    names = installed(build)
    files = {file for file in made if names & {file, *map(str, pathlib.PurePosixPath(file).parents)}}
    missing = sorted(unversioned(files) - unversioned(needed))
    print(f"{len(files)} files that the build makes are installed, {len(missing)} of them not built by isthmus_installed")
    print("\n".join(missing))
    return 1 if missing or not files else 0


if __name__ == "__main__":
    sys.exit(main())
