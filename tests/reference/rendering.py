"""Every man page is formatted without a warning, by whichever of groff, man and mandoc are there."""
import os
import shutil
import subprocess
import sys

from generated import Pages

# mandoc wants a date, which would change the pages with every build.
DATE = "missing date, using"
TOOLS = {
    "groff": lambda files: ["groff", "-man", "-ww", "-z", "-Tutf8", *files],
    "man": lambda files: ["man", "--warnings", "-E", "UTF-8", "-Tutf8", "-Z", "-l", *files],
    "mandoc": lambda files: ["mandoc", "-T", "lint", "-W", "warning", *files],
}


def complaints(tool, files):
    ran = subprocess.run(TOOLS[tool](files), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         env={**os.environ, "MANROFFSEQ": "", "LC_ALL": "C.UTF-8"})
    lines = (ran.stdout if tool == "mandoc" else ran.stderr).splitlines()
    found = [line for line in lines if DATE not in line]
    if ran.returncode != 0 and tool != "mandoc" and not found:
        found = [f"{tool} failed with status {ran.returncode}"]
    return found


def main():
    pages = Pages()
    files = [str(path) for path in pages.files()]
    bad = pages.man / "bad.3"
    bad.write_text(".TH BAD 3\n.SH NAME\nbad \\- bad\n.SH NOTES\n.no_such_macro\n")
    # Only tools that do complain about a bad page prove anything: some systems have a man that prints an excuse.
    there = [tool for tool in TOOLS if shutil.which(tool) and complaints(tool, [str(bad)])]
    found = []
    for tool in there:
        found += complaints(tool, files)
        print(f"{tool}: {len(files)} pages")
    print("\n".join(found))
    if not there:
        print("skipped: no working groff, man or mandoc is installed")
        return 77
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
