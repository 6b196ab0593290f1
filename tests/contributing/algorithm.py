"""Adds an algorithm to a copy of the sources, exactly as docs/extending.md says, and runs it.
Usage: algorithm.py ROOT BUILD LIBRARY OSHRUN PROGRAM
PROGRAM is the test of the operation, which proves every byte; LIBRARY is the libisthmus of the build."""
import re
import subprocess
import sys
import tempfile

import page
import rebuild


def main():
    root, build, library, oshrun, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        copy = rebuild.Copy(root, build, folder)
        touched = page.follow(root, folder, "An algorithm")
        sources = [path for path in touched if path.endswith(".cpp")]
        new = [path for path in sources if path not in copy.commands]
        if len(touched) != 3 or len(new) != 1 or not set(sources) <= copy.cmake_sources():
            sys.exit(f"an algorithm is one file, one row and one name in src/CMakeLists.txt: {touched}")
        like = next(path for path in sources if path not in new)
        for path in sources:
            copy.compile(path, like)
        name = new[0].rsplit("/", 1)[1].removesuffix(".cpp")
        operation = new[0].split("/")[2]
        forced = {f"SHMEM_{operation.upper()}_ALGORITHM": name, "SHMEM_DEBUG": "1"}
        command = [oshrun, "-n", "2", "--timeout", "60", program]
        # Without it: the name is refused, so that what runs next is the copy.
        before = subprocess.run(command, env=rebuild.environment(**forced), capture_output=True, text=True, check=False)
        if before.returncode == 0 or f"no algorithm '{name}'" not in before.stderr:
            sys.exit(f"the build has {name} already, or fails otherwise:\n{before.stderr}")
        forced["LD_LIBRARY_PATH"] = str(copy.link_library(library))
        job = subprocess.run(command, env=rebuild.environment(**forced), text=True, check=False,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        report = rf"{operation}: {name} is forced, and was taken in (\d+) calls"
        taken = [int(calls) for calls in re.findall(report, job.stdout)]
        if job.returncode != 0 or len(taken) != 2 or min(taken) == 0:
            sys.exit(f"{job.stdout}\nstatus {job.returncode}, taken {taken}")
        print(f"{name} was taken in {taken} calls")


if __name__ == "__main__":
    main()
