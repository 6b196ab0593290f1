"""Pages as troff source for man(1)."""
import re

import document


def plain(words):
    """Backslashes made visible, and no control line by accident."""
    words = words.replace("\\", "\\e")
    return "\\&" + words if words[:1] in (".", "'") else words


def text(words):
    """Running text: backquotes become bold."""
    bold = lambda match: "\\fB" + match[1].replace("-", "\\-") + "\\fR"
    return re.sub(r"`([^`]+)`", bold, plain(words))


def code(line):
    return plain(line).replace("-", "\\-")


def prototypes(lines):
    return [".PP", ".nf", *[f"\\fB{code(line)}\\fR" for line in lines], ".fi"]


def block(part):
    if part.kind == "text":
        return [".PP", text(part.content)]
    if part.kind == "items":
        return [line for item in part.content for line in (".IP \\(bu 2", text(item))]
    if part.kind == "terms":
        return [line for term, words in part.content for line in (".TP", f"\\fB{code(term)}\\fR", text(words))]
    return [".PP", ".RS 2", ".EX", *[code(line) for line in part.content], ".EE", ".RE"]


def page(one, headers, defaults, version, section_of):
    manual = "OpenSHMEM 1.6" if one.section == 3 else "Isthmus"
    out = [f'.TH {one.name.upper()} {one.section} "" "Isthmus {version}" "{manual}"', ".nh", ".ad l", ".SH NAME",
           f"{', '.join(document.names(one, headers))} \\- {text(one.summary)}"]
    for title, blocks in document.sections(one, headers, defaults):
        out.append(f'.SH "{title.upper()}"')
        for number, part in enumerate(blocks):
            declared = title == "Synopsis" and part.kind == "code"
            lines = prototypes(part.content) if declared else block(part)
            out += lines[1:] if number == 0 and lines[0] == ".PP" else lines
    see = [f".BR {name} ({section_of[name]})" for name in one.keys.get("see", [])]
    if see:
        out += ['.SH "SEE ALSO"', *[line + "," for line in see[:-1]], see[-1]]
    return "\n".join(out) + "\n"
