"""The record of the library's binary interface, abi/<version>/: a program in C that was written for that version, which must still
compile with the headers, link with the library and find its constants unchanged; and libabigail's record of the structures that
programs and library share. What was added since is no matter.
Usage: abi_record.py check|write LIBRARY INCLUDE CC RECORD; writing needs gcc"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HEADERS = ("shmem.h", "shmemx.h", "pshmem.h", "shmemx_device.h")
INCLUDES = "".join(f"#include <{header}>\n" for header in HEADERS)
# Not a part of the interface: what the specification calls these may change with it.
INFORMATION = re.compile(r"_?SHMEM_(MAJOR_VERSION|MINOR_VERSION|VENDOR_STRING)")

PROGRAM = """/* A program for {soname} as it was in Isthmus {version}: what it declares, calls and compares must hold for every later library
 * of that name. Written by tests/api/abi_record.py; the prototypes of OpenSHMEM's own functions are in tests/api/data/api.tsv. */
{includes}#include <complex.h>
#include <stdio.h>

/* ---- The extensions ---- */
{prototypes}
/* ---- Every function: the linker must find it ---- */
typedef void (*Function)(void);
#define TWINS(name) (Function)name, (Function)p##name,
#define ALONE(name) (Function)name,
const Function functions[] = {{
{functions}}};

/* ---- Constants, which are compiled into programs ---- */
static int compare(const char *name, long long value, long long recorded) {{
  if (value == recorded) return 0;
  printf("%s was %lld and is %lld\\n", name, recorded, value);
  return 1;
}}
#define CONSTANT(name, recorded) wrong += compare(#name, (long long)(name), recorded);

int main(void) {{
  int wrong = 0;
{constants}  return wrong != 0;
}}
"""


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, timeout=60, **more)


def output(*command):
    done = run(*command)
    if done.returncode != 0:
        raise SystemExit(f"abi_record.py: {command[0]} failed: {done.stderr}")
    return done.stdout


def exported(library):
    """Names of the functions that the library exports."""
    lines = output("nm", "-D", "--defined-only", library).splitlines()
    return sorted(line.split()[-1].split("@")[0] for line in lines)


def soname(library):
    found = re.search(r"SONAME.*\[(.*)\]", output("readelf", "-d", library))
    return found.group(1) if found else pathlib.Path(library).name


class Interface:
    """The library and the headers as they are now."""

    def __init__(self, library, include, compiler):
        self.library, self.include, self.compiler = pathlib.Path(library), include, compiler
        self.folder = tempfile.TemporaryDirectory(prefix="isthmus-abi-")
        self.work = pathlib.Path(self.folder.name)
        (self.work / "headers.c").write_text(INCLUDES)

    def compile(self, source, *options):
        # Deprecated functions are a part of the interface; casts between types of functions are what the table is made of.
        return run(self.compiler, "-std=c99", "-w", f"-I{self.include}", source, *options)

    def preprocessed(self, *options):
        return output(self.compiler, "-std=c99", "-E", "-P", f"-I{self.include}", self.work / "headers.c", *options)

    def prototypes(self, names):
        """Declarations of the named functions, from the headers, by the compiler."""
        done = self.compile(self.work / "headers.c", "-fsyntax-only", "-aux-info", self.work / "prototypes.txt")
        if done.returncode != 0:
            raise SystemExit(f"abi_record.py: the headers do not compile: {done.stderr}")
        found = {}
        for line in (self.work / "prototypes.txt").read_text().splitlines():
            text = re.sub(r"/\*.*?\*/ *", "", line).removeprefix("extern ")
            name = re.search(r"(\w+) \(", text)
            if name and name.group(1) in names:
                found[name.group(1)] = text.strip()
        return [found[name] for name in sorted(found)]

    def constants(self):
        """{name: value} of every constant of the headers that is a number or a handle."""
        names = [name for name in re.findall(r"^#define (_?SHMEMX?_\w+) ", self.preprocessed("-dM"), flags=re.M)
                 if not INFORMATION.fullmatch(name)]
        lines = "".join(f'  printf("%s %lld\\n", "{name}", (long long)({name}));\n' for name in sorted(names))
        (self.work / "constants.c").write_text(f"{INCLUDES}#include <stdio.h>\nint main(void) {{\n{lines}  return 0;\n}}\n")
        done = self.compile(self.work / "constants.c", "-o", self.work / "constants")
        if done.returncode != 0:
            raise SystemExit(f"abi_record.py: the constants do not compile: {done.stderr}")
        return {name: int(value) for name, value in map(str.split, output(self.work / "constants").splitlines())}

    def types(self):
        """libabigail's record, as text, of a library with a variable of each structure of the host's headers. The library itself
        need have no debug information that way. What device code shares with it (isthmus_device_*) has a version of its own,
        by which the library refuses programs that were compiled with another."""
        found = re.findall(r"\b(shmemx?_\w+_t);|\(\*(shmemx?_\w+_t)\)", self.preprocessed())
        names = sorted({name or pointer for name, pointer in found})
        (self.work / "types.c").write_text(INCLUDES + "".join(f"{name} a_{name};\n" for name in names))
        done = self.compile(self.work / "types.c", "-g", "-shared", "-fPIC", f"-fdebug-prefix-map={self.work}=.",
                            "-o", self.work / "types.so")
        if done.returncode != 0:
            raise SystemExit(f"abi_record.py: the types do not compile: {done.stderr}")
        text = output("abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-elf-needed", self.work / "types.so")
        return re.sub(r" architecture='[^']*'", "", text, count=1)  # the structures are the same on all machines of 64 bits


def program(interface, version):
    symbols = exported(interface.library)
    twins = {name for name in symbols if "p" + name in symbols}
    alone = [name for name in symbols if name not in twins and not (name.startswith("p") and name[1:] in twins)]
    functions = [f"  TWINS({name})\n" for name in sorted(twins)] + [f"  ALONE({name})\n" for name in alone]
    constants = [f"  CONSTANT({name}, {value})\n" for name, value in interface.constants().items()]
    prototypes = [line + "\n" for line in interface.prototypes(set(alone))]
    return PROGRAM.format(soname=soname(interface.library), version=version, includes=INCLUDES, prototypes="".join(prototypes),
                          functions="".join(functions), constants="".join(constants))


def write(interface, record):
    record.mkdir(parents=True, exist_ok=True)
    (record / "program.c").write_text(program(interface, record.name))
    (record / "types.abi").write_text(interface.types())


def broken(interface, record):
    """Lines about what a program for the record would miss."""
    text = (record / "program.c").read_text()
    name = re.search(r"A program for (\S+)", text).group(1)
    if soname(interface.library) != name:
        yield f"the library is {soname(interface.library)} and the record is of {name}: write a record of the new one"
        return
    made = interface.work / "program"
    done = interface.compile(record / "program.c", "-o", made, interface.library, "-Wl,-z,now", "-Wl,--no-demangle")
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if re.search(r"error:|undefined (reference|symbol)", line)]
        yield from lines[:20] or [done.stderr]
        return
    ran = run(made, env={"LD_LIBRARY_PATH": str(interface.library.parent)})
    if ran.returncode != 0:
        yield ran.stdout + ran.stderr
    if shutil.which("abidiff") and shutil.which("abidw"):
        (interface.work / "now.abi").write_text(interface.types())
        difference = run("abidiff", "--no-added-syms", record / "types.abi", interface.work / "now.abi")
        if difference.returncode != 0:
            yield difference.stdout + difference.stderr
    else:
        print("structures are not compared: libabigail's abidw and abidiff are not installed")


def main():
    if len(sys.argv) != 6 or sys.argv[1] not in ("check", "write"):
        raise SystemExit(__doc__)
    interface, record = Interface(*sys.argv[2:5]), pathlib.Path(sys.argv[5])
    if sys.argv[1] == "write":
        write(interface, record)
        return 0
    wrong = list(broken(interface, record))
    print("\n".join(wrong) or f"{interface.library.name} serves programs that were made for {record.name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
