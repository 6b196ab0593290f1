"""Prints once more what the failed tests of ctest's last run have said, of which each may lie thousands of lines above:
show_failed.py BUILD"""
import pathlib
import sys


def main():
    logs = pathlib.Path(sys.argv[1], "Testing/Temporary")
    failed = {line.split(":", 1)[1] for line in (logs / "LastTestsFailed.log").read_text().splitlines()}
    for test in (logs / "LastTest.log").read_text(errors="replace").split(" Testing: ")[1:]:
        name, rest = test.split("\n", 1)
        if name in failed:
            print(f"== {name}\n{rest.split('Output:', 1)[1].rsplit('<end of output>', 1)[0][-4000:]}")


if __name__ == "__main__":
    main()
