"""Writes a C++ source with the text of a page. Usage: embed.py PAGE OUTPUT"""
import pathlib
import sys

PIECE = 8000  # characters: a string literal may have 64 Ki

text = pathlib.Path(sys.argv[1]).read_text()
pieces = [text[at:at + PIECE] for at in range(0, len(text), PIECE)]
assert ')PAGE"' not in text
pathlib.Path(sys.argv[2]).write_text(
    "namespace isthmus::profile {\nextern const char kPage[];\nconst char kPage[] =\n"
    + "\n".join(f'R"PAGE({piece})PAGE"' for piece in pieces) + ";\n}\n")
