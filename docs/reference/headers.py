"""What the public headers declare, as families: shmem_TYPENAME_put with its types, shmem_putSIZE with its sizes.

The compiler's preprocessor reads the headers twice: with type tables of the one row TYPENAME, which shows the families,
and as a program sees them. Both must come to the same functions."""
import dataclasses
import re
import subprocess


class HeaderError(Exception):
    pass


@dataclasses.dataclass
class Function:
    """A family or a single function. `rows` are what TYPENAME or SIZE stands for, with the C type or the bytes."""
    name: str
    result: str
    parameters: str  # as declared, without the parentheses
    rows: list = dataclasses.field(default_factory=list)

    def prototype(self):
        return declaration(self.result, self.name, self.parameters)

    def concrete(self):
        """{name: (result, parameters)} of the C functions."""
        if not self.rows:
            return {self.name: (self.result, self.parameters)}
        return {re.sub("TYPENAME|SIZE", name, self.name): tuple(re.sub(r"\bTYPE\b", ctype, text)
                                                               for text in (self.result, self.parameters))
                for name, ctype in self.rows}

    def parameter_names(self):
        return [re.search(r"\w+$", p).group() for p in self.parameters.split(", ") if p not in ("void", "...")]


@dataclasses.dataclass
class Generic:
    """A type-generic name: what it may be called with, and the families or functions it chooses from."""
    name: str
    forms: list  # (result, parameters)
    targets: list  # names of families or functions
    types: list  # C types; empty where it chooses by a handle


@dataclasses.dataclass
class Headers:
    families: dict  # name -> Function, those with a context too
    extensions: dict  # name -> Function, of shmemx.h and shmemx_omp.h
    generics: dict  # name -> Generic
    structs: dict  # name of a type -> its typedef, as written
    constants: set
    in_omp: set  # names of those in shmemx_omp.h

    def header(self, functions):
        """The one that declares all of these."""
        if any(f.name in self.in_omp for f in functions):
            return "shmemx_omp.h"
        return "shmemx.h" if any(f.name in self.extensions for f in functions) else "shmem.h"

    def with_ctx(self, function):
        """The twin of a function or family that takes a context first, or None."""
        twin = self.families.get(function.name.replace("shmem_", "shmem_ctx_", 1))
        rest = function.parameters if function.parameters != "void" else ""
        expected = "shmem_ctx_t ctx" + (f", {rest}" if rest else "")
        return twin if twin and twin.parameters == expected else None


def declaration(result, name, parameters):
    space = "" if result.endswith("*") else " "
    return f"{result}{space}{name}({parameters});"


def tidy(text):
    text = " ".join(text.replace("__attribute__((__noreturn__))", "_Noreturn").split())
    return re.sub(r" ?\* ?", " *", text)


def preprocess(compiler, include, tables):
    """One text: the families, REF_CONCRETE, the functions, and the rows of the tables."""
    lines = ["#define ISTHMUS_FN(result, name, parameters) REF_FN { result } { name } { parameters }"]
    for table in tables:
        row = "X(SIZE, BYTES)" if table.endswith("SIZES") else "X(TYPENAME, TYPE)"
        lines.append(f"#define ISTHMUS_{table}(X) REF_TABLE {{ {table} }} {row} REF_TABLE {{ }}")
    declared = ['#include "shmem/functions.h"', '#include "shmem/functions/background.h"',
                '#include "shmem/functions/on_stream.h"']
    lines += [*declared, "REF_CONCRETE"]
    lines += [f"#undef ISTHMUS_{table}" for table in tables]
    lines += ['#include "shmem/types.h"', *declared]
    lines.append("#define REF_X(NAME, TYPE) REF_FN { TYPE } { NAME } { row }")
    lines += [f"REF_TABLE {{ {table} }} ISTHMUS_{table}(REF_X)" for table in tables]
    ran = subprocess.run([*compiler, "-E", "-P", "-x", "c", "-I", str(include), "-"], input="\n".join(lines) + "\n",
                         capture_output=True, text=True)
    if ran.returncode != 0:
        raise HeaderError(f"{' '.join(compiler)} -E failed:\n{ran.stderr}")
    return ran.stdout


def records(text):
    """(table, result, name, parameters) in order; table is "" outside one."""
    table = ""
    pattern = r"REF_TABLE \{ (\w*) ?\}|REF_FN \{ (.*?) \} \{ (\w+) \} \{ \(?(.*?)\)? \}"
    for match in re.finditer(pattern, " ".join(text.split())):
        if match[3] is None:
            table = match[1]
        else:
            yield table, tidy(match[2]), match[3], tidy(match[4])


def read_families(compiler, include):
    tables = re.findall(r"#define ISTHMUS_(\w+)\(X\)", (include / "shmem/types.h").read_text())
    symbolic, real = preprocess(compiler, include, tables).split("REF_CONCRETE")
    rows, concrete, families = {}, {}, {}
    for table, result, name, parameters in records(real):
        if parameters == "row":
            rows.setdefault(table, []).append((name, result))
        else:
            concrete[name] = (result, parameters)
    for table, result, name, parameters in records(symbolic):
        family = families.setdefault(name, Function(name, result, parameters))
        if (family.result, family.parameters) != (result, parameters):
            raise HeaderError(f"{name} has two prototypes")
        family.rows += rows.get(table, [])
    found = {name: proto for family in families.values() for name, proto in family.concrete().items()}
    if found != concrete:
        differ = {name for name in found.keys() | concrete.keys() if found.get(name) != concrete.get(name)}
        raise HeaderError(f"families and functions differ: {', '.join(sorted(differ))}")
    return families, rows


def read_generics(text, families, rows):
    text = text.replace("\\\n", " ")
    generics = {}
    for name, body in re.findall(r"#define (shmem_\w+)\(\.\.\.\)\s+(.*)", text):
        by_type = re.fullmatch(r"ISTHMUS_BY_(CTX|TYPE|DEST)\(ISTHMUS_(\w+), (\w+), __VA_ARGS__\)\s*", body)
        if by_type:
            how, table, op = by_type.groups()
            prefixes = ["shmem_ctx_", "shmem_"] if how == "CTX" else ["shmem_"]
            targets = [f"{prefix}TYPENAME_{op}" for prefix in reversed(prefixes)]
            for prefix in prefixes:
                row = f"ISTHMUS_C11_{prefix.replace('shmem_', '')}{op}"
                if not re.search(rf"#define {row}\(NAME, TYPE\)\s+, TYPE \*: {prefix}##NAME##_{op}\b", text):
                    raise HeaderError(f"{name}: {row} does not choose {prefix}TYPENAME_{op}")
            types = [ctype for _, ctype in rows[table]]
        else:
            targets, types = re.findall(r": (shmem_\w+)", body), []
        missing = [target for target in targets if target not in families]
        if missing or not targets:
            raise HeaderError(f"{name} chooses {' '.join(missing) or 'nothing'}, which functions/ does not declare")
        forms = [(families[t].result, families[t].parameters) for t in targets]
        generics[name] = Generic(name, forms, targets, types)
    return generics


def read_extensions(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return {name: Function(name, tidy(result), tidy(parameters))
            for result, name, parameters in re.findall(
                r"^(?:static inline )?([\w ]+?[ *]+)(shmem\w+)\(([^)]*)\)(?:;| \{)", text, flags=re.M)}


def read_headers(compiler, include):
    families, rows = read_families(compiler, include)
    names = ("shmem/constants.h", "shmemx.h", "shmemx_omp.h")
    constants, shmemx, omp = [(include / name).read_text() for name in names]
    in_omp = set(read_extensions(omp))
    shmemx += omp
    structs = {name: body for body, name in re.findall(r"(typedef struct \{[^}]*\} (\w+);)", constants + shmemx)}
    structs |= {name: body for body, name in re.findall(r"^(typedef [^{};]*?\b(shmemx_\w+_t)\b[^{};]*;)", shmemx, re.M)}
    extensions = read_extensions(shmemx)
    for name in [name for name in families if name.startswith("shmemx_")]:
        extensions[name] = families.pop(name)
    return Headers(families, extensions,
                   read_generics((include / "shmem/generics_c11.h").read_text(), families, rows), structs,
                   set(re.findall(r"#define (_?SHMEM_\w+)", constants)), in_omp)
