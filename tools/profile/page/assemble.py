"""Puts the profile page together: index.html with the files that its include lines name, one HTML file that fetches nothing.
The line with @PROFILE@ stays as it is; the profiler puts a job's data there. Usage: assemble.py OUT"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = re.compile(r"^<!-- include: (\S+) -->\n", re.MULTILINE)
PLACE = '<script type="application/json" id="profile">@PROFILE@</script>\n'


def piece(name):
    text = (HERE / name).read_text(encoding="utf-8")
    # What would end the element around it, or be taken for the place of the data, must not stand inside a piece.
    for forbidden in ("</script", "</style", "<!--", "@PROFILE@"):
        if forbidden in text:
            raise SystemExit(f"assemble.py: {name} contains {forbidden}, which would break the page: write it otherwise")
    return text


def assemble():
    text = INCLUDE.sub(lambda line: piece(line.group(1)), (HERE / "index.html").read_text(encoding="utf-8"))
    if text.count(PLACE) != 1 or text.count("@PROFILE@") != 1:
        raise SystemExit(f"assemble.py: index.html must have this line exactly once: {PLACE}")
    return text


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    pathlib.Path(sys.argv[1]).write_text(assemble(), encoding="utf-8")


if __name__ == "__main__":
    main()
