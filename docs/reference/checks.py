"""Do the pages and the headers say the same? A list of what does not fit, empty when all is well."""
import re

from document import WIDTH
from pages import PageError, arguments_of


def words_of(page):
    """Every piece of text of a page, code left out."""
    yield page.summary
    for blocks in page.sections.values():
        for block in blocks:
            if block.kind == "text":
                yield block.content
            elif block.kind == "items":
                yield from block.content
            elif block.kind == "terms":
                yield from (text for pair in block.content for text in pair)


def coverage(pages, headers):
    """Every function is on one page, and the pages name no other."""
    home = {}
    for page in pages:
        try:
            functions = page.functions(headers)
        except PageError as error:
            yield str(error)
            continue
        for function in functions:
            if function.name in home:
                yield f"{function.name} is on two pages, {home[function.name]} and {page.name}"
            home[function.name] = page.name
    for name in [*headers.families, *headers.extensions]:
        if name not in home:
            yield f"{name} is on no page"


def known_names(pages, headers):
    """What the words may speak of. shmem_x stands for any function."""
    known = {name for table in (headers.families, headers.extensions) for function in table.values()
             for name in (function.name, *function.concrete())}
    known |= headers.generics.keys() | headers.structs.keys() | {page.name for page in pages}
    return known | {"shmem_ctx_t", "shmem_team_t", "shmem_x", "pshmem_x"}


def own_variables(page):
    """Variables that a command's page explains itself: those of its section Environment."""
    if page.section != 1:
        return set()
    return {term for block in page.sections.get("Environment", []) if block.kind == "terms" for term, _ in block.content}


def names_known(page, known, page_names, headers, variables):
    variables = set(variables) | own_variables(page)
    for text in words_of(page):
        for name in re.findall(r"(?<!<)\b(p?shmemx?_\w+|shmalloc|shfree)\b(?!\.h)", text):
            if name not in known:
                yield f"{page.name} speaks of {name}, which does not exist"
        for name in re.findall(r"\b_?SHMEM_[A-Z0-9_]+\b", text):
            if name not in headers.constants and name not in variables:
                yield f"{page.name} speaks of {name}, which is neither a constant nor a variable"
    for name in page.keys.get("see", []):
        if name not in page_names:
            yield f"{page.name}: see {name}: there is no such page"
    for name in page.keys.get("show", []):
        if name not in headers.structs:
            yield f"{page.name}: show {name}: there is no such type"
    for name in page.deprecated(headers):
        if name not in known:
            yield f"{page.name}: deprecated {name}: there is no such function"


def signatures(page, headers, defaults):
    arguments, strange = arguments_of(page, headers, defaults)
    for name, text in arguments:
        if not text:
            yield f"{page.name} does not explain its argument {name}"
    for name in sorted(strange):
        yield f"{page.name} explains {name}, which none of its functions takes"
    if page.section == 3:
        returns = any(not function.result.endswith("void") for function in page.functions(headers))
        if returns and "Returns" not in page.sections:
            yield f"{page.name} says nothing of what it returns"
        if not returns and "Returns" in page.sections:
            yield f"{page.name} has a Returns, but its functions return nothing"


def fits(page):
    """Code that a terminal of 80 columns shows without breaking it."""
    for blocks in page.sections.values():
        for block in blocks:
            for line in block.content if block.kind == "code" else []:
                if len(line) > WIDTH:
                    yield f"{page.name}: longer than {WIDTH} columns: {line.strip()}"


def problems(pages, headers, defaults, variables):
    found = list(coverage(pages, headers))
    if found:
        return found
    names = [page.name for page in pages]
    known = known_names(pages, headers)
    for page in pages:
        found += names_known(page, known, names, headers, variables)
        found += [*signatures(page, headers, defaults), *fits(page)]
        if page.section == 3 and not page.sections[""]:
            found.append(f"{page.name} has no description")
    return found + [f"two pages are called {name}" for name in sorted({n for n in names if names.count(n) > 1})]
