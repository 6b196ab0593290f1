"""Every name of GASNet's tools, atomics, vectors and old collectives is used by a test. Usage: names.py NAMES FOLDER"""
import pathlib
import re
import sys

WORD = re.compile(r"\w+")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
# CHECK_X(atomic32, ..) stands for gasnett_atomic32_add and so on where a macro of the file says gasnett_##family##_add.
FAMILY = re.compile(r"CHECK_\w+\((\w+),")
MEMBER = re.compile(r"(?:(\w+)##)?\bfamily\b(?:##(\w+))?")


def words_of(text):
    text = COMMENT.sub(" ", text)
    words = set(WORD.findall(text))
    for family in FAMILY.findall(text):
        words.update(f"{before}{family}{after}" for before, after in MEMBER.findall(text))
    return words


def main():
    names = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").split()
    used = set()
    for path in pathlib.Path(sys.argv[2]).rglob("*.c*"):
        used |= words_of(path.read_text(encoding="utf-8"))
    missing = [name for name in names if name not in used]
    for name in missing:
        print(f"{name}: no test uses it")
    print(f"{len(names) - len(missing)} of {len(names)} names are used")
    return 1 if missing or not names else 0


if __name__ == "__main__":
    sys.exit(main())
