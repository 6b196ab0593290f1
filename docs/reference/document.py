"""A page with what the headers add to it: titled sections of blocks, the same for both writers."""
from headers import declaration
from pages import Block, arguments_of

WIDTH = 72  # columns that a man page has for code on a terminal of 80


def wrapped(prototype):
    """A prototype in lines that fit, broken behind commas."""
    lines, line = [], ""
    for part in prototype.replace(", ", ",\0").split("\0"):
        if line and len(line) + 1 + len(part) > WIDTH:
            lines.append(line)
            line = "    " + part
        else:
            line = f"{line} {part}" if line else part
    return lines + [line]


def listed(words, last="and"):
    words = list(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def code(prototypes):
    return Block("code", [line for prototype in prototypes for line in wrapped(prototype)])


def synopsis(page, headers):
    functions, old = page.functions(headers), page.deprecated(headers)
    blocks = [Block("code", [f"#include <{headers.header(functions)}>"])]
    blocks += [Block("code", headers.structs[name].splitlines()) for name in page.keys.get("show", [])]
    current = [function.prototype() for function in functions if function.name not in old]
    if current:
        blocks.append(code(current))
    forms = [declaration(result, generic.name, parameters) for generic in page.generics(headers)
             for target, (result, parameters) in zip(generic.targets, generic.forms) if target != generic.name]
    if forms:
        blocks += [Block("text", "Type-generic, in C11 and C++:"), code(dict.fromkeys(forms))]
    for version in sorted(set(old.values())):
        since = f"Deprecated since OpenSHMEM {version}:"
        gone = [function.prototype() for function in functions if old.get(function.name) == version]
        if gone:
            blocks += [Block("text", since), code(gone)]
        families = {function.name for function in functions}
        single = [f"`{name}`" for name in old if old[name] == version and name not in families]
        if single:
            blocks.append(Block("text", f"{since} {listed(single)}."))
    return blocks


def types(page, headers):
    """What TYPENAME, TYPE and SIZE stand for on this page."""
    groups = {}
    for function in page.functions(headers):
        if function.rows and not function.name.startswith("shmem_ctx_"):
            groups.setdefault(tuple(function.rows), []).append(function.name)
    blocks = []
    typed = [names for rows, names in groups.items() if "TYPENAME" in names[0]]
    for rows, names in groups.items():
        if "SIZE" in names[0]:
            sizes = listed((name for name, _ in rows), "or")
            blocks.append(Block("text", f"`SIZE` is {sizes}: the bits of an element."))
            continue
        shown = [name if name == ctype else f"{name} ({ctype})" for name, ctype in rows]
        where = f" in {listed(f'`{name}`' for name in names)}" if len(typed) > 1 else ""
        blocks.append(Block("text", f"`TYPENAME`{where} is one of {len(rows)}, here with `TYPE` in parentheses where C "
                                    f"has another word for it: {', '.join(shown)}."))
    accepted = dict.fromkeys(ctype for generic in page.generics(headers) for ctype in generic.types)
    if accepted:
        blocks.append(Block("text", "The generic names choose by the type of the first pointer: "
                                    f"{', '.join(accepted)}, and whatever is the same type under another name."))
    return blocks


def sections(page, headers, defaults):
    """[(title, blocks)] without the name and the references to other pages."""
    own = dict(page.sections)
    made = []
    if page.section == 3:
        made.append(("Synopsis", synopsis(page, headers)))
        if types(page, headers):
            made.append(("Types", types(page, headers)))
        made.append(("Description", own.pop("")))
        arguments, _ = arguments_of(page, headers, defaults)
        own.pop("Arguments", None)
        if arguments:
            made.append(("Arguments", [Block("terms", arguments)]))
        made.append(("Return value", own.pop("Returns", [Block("text", "None.")])))
    else:
        own.pop("")
    return made + list(own.items())


def names(page, headers):
    """The page's name and, for whatis, the others that are no member of a typed or sized family."""
    single = [function.name for function in page.functions(headers) if not function.rows]
    generic = [generic.name for generic in page.generics(headers)]
    return list(dict.fromkeys([page.name, *generic, *single, *page.keys.get("also", [])]))
