"""Pages as Markdown, with an index by area."""
import document


def block(part):
    if part.kind == "text":
        return [part.content, ""]
    if part.kind == "items":
        return [*[f"- {item}" for item in part.content], ""]
    if part.kind == "terms":
        return ["| | |", "|---|---|", *[f"| `{term}` | {bars(words)} |" for term, words in part.content], ""]
    return ["```c", *part.content, "```", ""]


def bars(words):
    return words.replace("|", "\\|")


def page(one, headers, defaults):
    out = [f"# {one.name}", "", one.summary, ""]
    for title, blocks in document.sections(one, headers, defaults):
        out += [f"## {title}", ""]
        for part in blocks:
            out += block(part)
    see = one.keys.get("see", [])
    if see:
        out += ["## See also", "", ", ".join(f"[{name}]({name}.md)" for name in see), ""]
    return "\n".join(out)


def index(pages):
    out = ["# Reference", ""]
    for area in dict.fromkeys(one.area for one in pages):
        out += [f"## {area}", "", "| | |", "|---|---|"]
        out += [f"| [{one.name}]({one.name}.md) | {bars(one.summary)} |" for one in pages if one.area == area] + [""]
    return "\n".join(out)
