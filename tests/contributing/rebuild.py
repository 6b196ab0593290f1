"""A copy of the sources, built again where it differs: the changed files are compiled as the build compiled them, and
linked with the objects that it has of all others."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys


def run(command, **options):
    job = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if job.returncode != 0:
        sys.exit(f"{command[0]} ended with {job.returncode}:\n{job.stdout}{job.stderr}")


# The folders in which CMake puts the objects of libisthmus.
LIBRARY_PARTS = {"isthmus_foundation.dir", "isthmus_objects.dir"}


class Copy:
    """`build` is the binary directory, whose compile_commands.json knows the library's sources."""

    def __init__(self, root, build, folder):
        self.root, self.build, self.folder = pathlib.Path(root), pathlib.Path(build), pathlib.Path(folder)
        for name in ("src", "include", "docs", "tools"):
            shutil.copytree(self.root / name, self.folder / name, ignore=shutil.ignore_patterns("plots", "reference"))
        commands = json.loads((self.build / "compile_commands.json").read_text())
        self.objects, self.commands, self.units, self.together = {}, {}, {}, {}
        for entry in commands:
            words = shlex.split(entry["command"])
            target = pathlib.Path(entry["directory"]) / words[words.index("-o") + 1]
            if not LIBRARY_PARTS.intersection(target.parts) or target.suffix != ".o":  # others are precompiled headers
                continue
            unit = entry["file"].removeprefix(f"{self.root}/")  # others are made by the build
            self.objects[unit] = target
            for path in self._sources(unit):
                self.commands[path], self.units[path] = words, unit
        if not self.objects:
            raise ValueError("compile_commands.json has no source of the library")

    def _sources(self, unit):
        """What the compiler compiles as one: files that CMake has written a file of includes for, or one file."""
        if "/Unity/unity_" not in unit:
            return [unit]
        text = (self.root / unit).read_text(encoding="utf-8")
        return re.findall(rf'#include "{re.escape(str(self.root))}/(.*)"', text)

    def cmake_sources(self):
        """The sources that the copy's src/CMakeLists.txt names."""
        text = (self.folder / "src/CMakeLists.txt").read_text(encoding="utf-8")
        return {f"src/{name}" for name in re.findall(r"[\w/]+\.cpp", text)}

    def compile(self, path, like=None):
        """The object of the copy's file, compiled with the flags of another where the build does not have it. What the build
        compiles as one is compiled so, once."""
        words, unit = list(self.commands[like or path]), self.units.get(path, path)
        if unit in self.together:
            return self.together[unit]
        source, target = self.folder / path, self.folder / (path.replace("/", "_") + ".o")
        if unit != path:
            self.together[unit] = target
            source = self.folder / pathlib.Path(unit).name
            text = (self.root / unit).read_text(encoding="utf-8")
            source.write_text(text.replace(f'"{self.root}/', f'"{self.folder}/'), encoding="utf-8")
        del words[words.index("-o"):words.index("-o") + 2]
        name = pathlib.Path(self.units[like or path]).name
        words = [word for word in words if not word.endswith(name) and word != "-c"]
        for flag in ("-MD", "-MT", "-MF"):
            if flag in words:
                at = words.index(flag)
                del words[at:at + (1 if flag == "-MD" else 2)]
        words = [f"-I{self.folder / 'src'}" if word == f"-I{self.root / 'src'}" else word for word in words]
        run([*words, "-c", source, "-o", target], cwd=self.build)
        if path.startswith("src/"):
            self.objects[unit] = target
        return target

    def compiler(self):
        """The compiler and the flags that linking needs, too."""
        words = next(iter(self.commands.values()))
        at = next(i for i, word in enumerate(words) if word.startswith("-"))
        return [*words[:at], *(word for word in words if word.startswith("-fsanitize"))]

    def needed(self, library):
        """What the build's library is linked with."""
        listing = subprocess.run(["readelf", "-d", library], check=True, capture_output=True, text=True).stdout
        return [f"-l:{name}" for name in re.findall(r"\(NEEDED\).*\[(.*)\]", listing) if "ld-linux" not in name]

    def link_library(self, library):
        """libisthmus of the copy; the folder that holds it."""
        folder = self.folder / "lib"
        folder.mkdir()
        exports = self.folder / "src/exports.map"
        run([*self.compiler(), "-shared", "-Wl,-soname,libisthmus.so.0", f"-Wl,--version-script={exports}", "-o",
             folder / "libisthmus.so.0", *self.objects.values(), *self.needed(library)])
        return folder

    def link_program(self, name, main, library):
        program = self.folder / name
        run([*self.compiler(), "-o", program, main, *self.objects.values(), *self.needed(library)])
        return program


def environment(**settings):
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SHMEM_", "SMA_"))}
    return {**clean, "SHMEM_SYMMETRIC_SIZE": "32M", **settings}
