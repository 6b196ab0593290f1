"""The tables of OpenSHMEM 1.6 in data/: api.tsv has a row per symbol, generics.tsv one per type-generic name."""
import dataclasses
import pathlib
import re

DATA = pathlib.Path(__file__).parent / "data"


@dataclasses.dataclass
class Parameter:
    type: str  # without the name, as in "const TYPE *"
    name: str  # empty for void and "..."


@dataclasses.dataclass
class Function:
    name: str
    result: str
    parameters: list

    def declarator(self, name, language):
        """The function's type around another name, such as (*pointer)."""
        listed = ", ".join(f"{p.type} {p.name}".strip() for p in self.parameters)
        return in_language(f"{self.result} {name}({listed})", language)


@dataclasses.dataclass
class Constant:
    name: str
    type: str  # int, long, string, shmem_team_t, shmem_ctx_t
    is_bit: bool
    alias_of: str  # empty for a name of its own


@dataclasses.dataclass
class Generic:
    name: str
    signatures: list  # Functions over TYPE; the one without a context first
    chosen: dict  # C type -> name of the type in the function chosen for it

    def with_ctx(self, signature):
        return signature.parameters[0].type == "shmem_ctx_t"

    def typed_name(self, typename, ctx):
        operation = self.name.removeprefix("shmem_")
        return f"shmem_{'ctx_' if ctx else ''}{typename}_{operation}"


def in_language(text, language):
    """Replaces C's complex types by those of C++ when `language` is C++."""
    return re.sub(r"(double|float) _Complex", r"std::complex<\1>", text) if language == "c++" else text


def parse_signature(text):
    match = re.fullmatch(r"(.*?)\s*(\w+)\((.*)\)", text.strip().rstrip(";"))
    result, name, listed = match.groups()
    parameters = []
    for one in listed.split(", "):
        if one in ("void", "..."):
            parameters.append(Parameter(one, ""))
        else:
            kind, parameter = re.fullmatch(r"(.*?)(\w+)", one).groups()
            parameters.append(Parameter(kind.strip(), parameter))
    return Function(name, result, parameters)


def rows(file):
    lines = (DATA / file).read_text().splitlines()
    header = lines[0].split("\t")
    return [dict(zip(header, line.split("\t"), strict=True)) for line in lines[1:]]


def functions():
    """The functions that version 1.6 requires."""
    return [parse_signature(row["c_signature"]) for row in rows("api.tsv")
            if row["kind"] == "function" and row["removed_in"] == "-"]


def constants():
    found = []
    for row in rows("api.tsv"):
        if row["kind"] in ("constant", "handle"):
            kind = row["c_signature"].split()[0]
            alias = re.match(r"alias of (\w+)", row["notes"])
            found.append(Constant(row["symbol"], kind, "bit flag" in row["c_signature"], alias[1] if alias else ""))
    return found


def generics():
    found = []
    for row in rows("generics.tsv"):
        signatures = [parse_signature(one) for one in row["signatures"].split(";") if one.strip()]
        listed = row["lp64_linux_distinct_types"]
        chosen = {} if listed == "-" else dict(pair.strip().split("->") for pair in listed.split(";"))
        found.append(Generic(row["generic"], signatures, chosen))
    return found
