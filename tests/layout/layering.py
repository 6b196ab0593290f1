"""Includes in src/ point downwards only; see docs/architecture.md. Usage: layering.py ROOT"""
import pathlib
import re
import sys

# From the bottom up. Folders of one rank are siblings and do not include one another.
RANKS = [
    ["base"],
    ["config"],
    ["memkind", "bootstrap"],
    ["transport/ofi", "transport/node", "transport/lifeline"],
    ["memory"],
    ["comm"],
    ["ops"],
    ["collectives"],
    ["runtime"],
    ["device"],
    ["api"],
]
RANK = {layer: rank for rank, layers in enumerate(RANKS) for layer in layers}

# External headers that only one place may include.
HOMES = [
    (re.compile(r"rdma/"), ["transport/ofi"]),
    (re.compile(r"(cuda|cuda_runtime|hip/|level_zero/|ze_api|nvml|rocm)"), ["memkind", "device"]),
    (re.compile(r"pmix"), ["bootstrap"]),
]

# What a layer may include of src/: nothing, but for one that cannot stand on a SHMEM job (docs/mpi.md).
INTERNAL = {
    "mpi": re.compile(r"(base|config|memkind|transport/node)/|comm/(neighbours|sync_slot)\.hpp$"
                      r"|collectives/(barrier/node_barrier|device/(pieces|slices|work)|group/(round|slice)|reduce/combine)\.hpp$"),
}

SOURCES = {".hpp", ".cpp", ".h", ".c", ".def", ".in"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def files_of(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in SOURCES) if folder.is_dir() else []


def includes_of(path):
    """(line number, '<' or '"', name) of each include directive."""
    text = path.read_text(encoding="utf-8")
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match.group(1), match.group(2)


def layer_of(relative):
    """The layer that holds a path relative to src/, or None."""
    for depth in (2, 1):
        layer = "/".join(relative.parts[:-1][:depth])
        if layer in RANK:
            return layer
    return None


def expand(source_root, name):
    """What a name in a template can become: base/arch/@cpu@/wait.hpp stands for the file of every cpu."""
    pattern = re.sub(r"@\w+@", "*", name)
    if pattern == name:
        return [name]
    return sorted(str(path.relative_to(source_root)) for path in source_root.glob(pattern)) or [name]


def resolve(source_root, path, name):
    """The path relative to src/ that a quoted include means; None where it is a public header or unknown."""
    for candidate in (source_root / name, path.parent / name):
        # A header made from a template counts as lying where the template lies.
        for form in (candidate, candidate.with_name(candidate.name + ".in")):
            if form.is_file() and source_root in form.resolve().parents:
                return candidate.resolve().relative_to(source_root)
    return None


def check_source(root):
    """One message per include that breaks a rule."""
    source_root = (root / "src").resolve()
    for path in files_of(source_root):
        relative = path.relative_to(source_root)
        layer = layer_of(relative)
        where = f"src/{relative}"
        if layer is None:
            yield f"{where}: lies in no layer of the design"
            continue
        includes = [(line, kind, name) for line, kind, text in includes_of(path) for name in expand(source_root, text)]
        for line, kind, name in includes:
            for pattern, homes in HOMES:
                if pattern.match(name) and resolve(source_root, path, name) is None and layer not in homes:
                    yield f"{where}:{line}: {name} belongs to {' and '.join(homes)} alone"
            if kind == "<":
                continue
            target = resolve(source_root, path, name)
            if target is None:
                if not (root / "include" / name).is_file():
                    yield f"{where}:{line}: {name} is neither in src/ nor in include/"
                continue
            other = layer_of(target)
            if other is None or other == layer:
                continue
            if RANK[other] > RANK[layer]:
                yield f"{where}:{line}: {layer} includes {name}, upwards"
            elif RANK[other] == RANK[layer]:
                yield f"{where}:{line}: {layer} includes {name} of its sibling"


def check_layers(root):
    """Layers on top of the library include the public headers, their own, and what INTERNAL names."""
    layers = (root / "layers").resolve()
    for path in files_of(layers):
        layer = layers / path.relative_to(layers).parts[0]
        permitted = INTERNAL.get(layer.name)
        for line, kind, name in includes_of(path):
            places = [(folder / name).resolve() for folder in (path.parent, layers, layer, layer / "include")]
            places += path.parent.resolve().glob(f"*/{name}")  # one of several, which the build chooses by its folder
            own = kind == '"' and any(place.is_file() and layer in place.parents for place in places)
            if permitted and permitted.match(name) and not own:
                continue
            public = (root / "include" / name).is_file()
            internal = not own and ((root / "src" / name).is_file() or name.startswith(".."))
            if internal or (kind == '"' and not own and not public):
                yield f"layers/{path.relative_to(layers)}:{line}: {name} is not a public header"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    files = files_of(root / "src")
    problems = [*check_source(root), *check_layers(root)]
    if not files:
        problems.append("src/ holds no sources")
    print("\n".join(problems) or f"{len(files)} files, all includes point downwards")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
