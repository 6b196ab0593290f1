"""The hand-written words in pages/*.txt, and whether they fit the headers. pages/README.md describes the format."""
import dataclasses
import re


class PageError(Exception):
    pass


@dataclasses.dataclass
class Block:
    kind: str  # text, items, terms, code
    content: object  # str; [str]; [(term, str)]; [line]


@dataclasses.dataclass
class Page:
    name: str
    summary: str
    area: str
    keys: dict  # of the head: functions, see, ..; each a list of words
    sections: dict  # title -> [Block]; "" is the description

    @property
    def section(self):
        return int(self.keys.get("section", ["3"])[0])

    def functions(self, headers):
        """The families and functions of the page in order, each followed by its twin with a context."""
        both = []
        for name in self.keys.get("functions", []):
            function = headers.families.get(name) or headers.extensions.get(name)
            if not function:
                raise PageError(f"{self.name}: no header declares {name}")
            twin = headers.with_ctx(function)
            both += [function] + ([twin] if twin else [])
        return both

    def generics(self, headers):
        names = {function.name for function in self.functions(headers)}
        return [generic for generic in headers.generics.values() if names & set(generic.targets)]

    def deprecated(self, headers):
        """{name: version}, of families and functions; a version without names is that of the whole page."""
        found, version = {}, None
        for word in self.keys.get("deprecated", []):
            if word[0].isdigit():
                version = word
            else:
                found[word] = version
        return found if found or not version else {function.name: version for function in self.functions(headers)}

    def aliases(self, headers):
        """Every C name that this page describes."""
        names = {name for function in self.functions(headers) for name in function.concrete()}
        names |= {generic.name for generic in self.generics(headers)} | set(self.keys.get("also", []))
        return sorted(names - {self.name})


def parse_blocks(lines):
    blocks = []
    for number, line in enumerate(lines):
        last = blocks[-1] if blocks and number and lines[number - 1].strip() else None
        term = re.match(r"(\S+(?: (?:[^\s:]|:(?!:))+)*):: +(.*)", line)
        if not line.strip():
            if blocks and blocks[-1].kind == "code":
                blocks[-1].content.append("")
        elif line.startswith("    ") and not (last and last.kind != "code"):
            if not blocks or blocks[-1].kind != "code":
                blocks.append(Block("code", []))
            blocks[-1].content.append(line[4:])
        elif line.startswith("- "):
            if not blocks or blocks[-1].kind != "items":
                blocks.append(Block("items", []))
            blocks[-1].content.append(line[2:])
        elif term:
            if not blocks or blocks[-1].kind != "terms":
                blocks.append(Block("terms", []))
            blocks[-1].content.append([term[1], term[2]])
        elif last and last.kind == "text":
            last.content += " " + line.strip()
        elif last and last.kind == "items":
            last.content[-1] += " " + line.strip()
        elif last and last.kind == "terms":
            last.content[-1][1] += " " + line.strip()
        else:
            blocks.append(Block("text", line.strip()))
    for block in blocks:
        while block.kind == "code" and not block.content[-1]:
            block.content.pop()
    return blocks


def parse_file(text, shared, where):
    """The pages of one file. `shared` has the lines that "+ name" stands for."""
    area, *parts = re.split(r"^= ", text, flags=re.M)
    pages = []
    for part in parts:
        title, *lines = part.splitlines()
        name, _, summary = title.partition(": ")
        keys, sections, here = {}, {"": []}, ""
        while lines and lines[0].strip():
            key, colon, value = lines.pop(0).partition(":")
            if not colon:
                raise PageError(f"{where}: {name}: '{key}' is not key: value")
            keys[key] = keys.get(key, []) + value.split()
        for line in lines:
            if line.startswith("== "):
                here = line[3:].strip()
                sections[here] = []
            elif line.startswith("+ "):
                if line[2:] not in shared:
                    raise PageError(f"{where}: {name}: no shared text '{line[2:]}'")
                sections[here] += shared[line[2:]]
            else:
                sections[here].append(line)
        pages.append(Page(name, summary, area.strip(), keys, {k: parse_blocks(v) for k, v in sections.items()}))
    return pages


def parse_shared(text):
    """{name: lines} of shared.txt."""
    parts = re.split(r"^= (\S+)\n", text, flags=re.M)[1:]
    return {name: body.strip("\n").splitlines() for name, body in zip(parts[::2], parts[1::2])}


def environment_rows(text):
    """The table of docs/environment.md, which osh_info writes, as terms."""
    rows = re.findall(r"^\| `(\w+(?:<ID>)?)` \| (.*?) \| (.*) \|$", text, flags=re.M)
    return [f"{name}:: {meaning} (default: {default})" for name, default, meaning in rows]


def read_pages(folder, environment):
    shared = parse_shared((folder / "shared.txt").read_text(encoding="ascii"))
    shared["environment"] = environment_rows(environment)
    pages = [page for path in sorted(folder.glob("[0-9]*.txt"))
             for page in parse_file(path.read_text(encoding="ascii"), shared, path.name)]
    arguments = {term: text for block in parse_blocks(shared["arguments"]) for term, text in block.content}
    return pages, arguments


def arguments_of(page, headers, defaults):
    """[(name, text)] of every parameter, the context first, with the page's own words or the shared ones, or None; and
    the names that the page explains without need."""
    own = {term: text for block in page.sections.get("Arguments", []) for term, text in block.content}
    names = dict.fromkeys(name for function in page.functions(headers) for name in function.parameter_names())
    names = sorted(names, key="ctx".__ne__) if len(page.functions(headers)) > 1 else names
    return [(name, own.get(name) or defaults.get(name)) for name in names], set(own) - set(names)
