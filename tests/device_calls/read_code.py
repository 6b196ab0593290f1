"""Compiles code.cpp for GPUs by a stock clang and reads what comes out: how many instructions a put to a mapped peer takes, and
that atomics, signals, waits and fences are of system scope. Usage: read_code.py INCLUDE nvptx|amdgcn|spirv CLANG"""
import pathlib
import re
import subprocess
import sys

SOURCE = pathlib.Path(__file__).with_name("code.cpp")
TARGETS = {"nvptx": ("nvptx64-nvidia-cuda", ["-march=sm_90"], ["-nocudalib"]),
           "amdgcn": ("amdgcn-amd-amdhsa", ["-march=gfx90a"], ["-nogpulib"]),
           "spirv": ("spirv64-intel", [], ["-nogpulib"])}

# In each function some line must match. For AMD's devices clang writes LLVM's language, in which an atomic or a fence without
# a syncscope, or with "one-as", is one of the system.
NVPTX = {
    "read_fetch_add": r"atom\.relaxed\.sys\.global\.add\.u64", "read_add": r"red\.relaxed\.sys\.global\.add\.u32",
    "read_compare_swap": r"atom\.relaxed\.sys\.global\.cas\.b64", "read_swap": r"atom\.relaxed\.sys\.global\.exch\.b32",
    "read_signal_set": r"st\.release\.sys\.global\.b64", "read_signal_add": r"red\.relaxed\.sys\.global\.add\.u64",
    "read_wait": r"ld\.acquire\.sys\.global\.b64", "read_quiet": r"fence\.sc\.sys", "read_fence": r"fence\.acq_rel\.sys",
    "read_p": r"st\.volatile\.[ub]64", "read_g": r"@near ld\.volatile\.global\.u64",
}
AMDGCN = {
    "read_fetch_add": r"atomicrmw add ptr [^\n]* monotonic", "read_add": r"atomicrmw add ptr [^\n]* monotonic",
    "read_compare_swap": r"cmpxchg ptr [^\n]* monotonic monotonic", "read_swap": r"atomicrmw xchg ptr [^\n]* monotonic",
    "read_signal_set": r"store atomic i64 [^\n]* release", "read_signal_add": r"fence acq_rel",
    "read_wait": r"load atomic i64, ptr [^\n]* acquire", "read_quiet": r"fence seq_cst", "read_fence": r"fence acq_rel",
    "read_p": r"store volatile i64", "read_g": r"load volatile i64",
}
MOST = 8  # instructions of a put to a mapped peer in PTX, besides those that name the table, which is a constant


def compiled(clang, include, machine):
    triple, of_target, more = TARGETS[machine]
    of_target = [word for option in of_target for word in (f"-Xopenmp-target={triple}", option)]
    command = [clang, "-std=c++17", "-O2", "-Wall", "-Werror", "-fopenmp", f"-fopenmp-targets={triple}",
               *of_target, *more, "--offload-device-only", "-S", "-Wno-unknown-cuda-version",
               *(["--cuda-feature=+ptx78"] if machine == "nvptx" else []),  # where no CUDA tells which version it takes
               f"-I{include}", str(SOURCE), "-o", "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def body(code, name, machine):
    pattern = rf"\.func[^\n]*\b{name}\(.*?\n\}}" if machine == "nvptx" else rf"^define [^\n]*@{name}\(.*?^\}}"
    found = re.search(pattern, code, re.S | re.M)
    return found.group(0) if found else sys.exit(f"read_code.py: there is no {name}")


def straight_path(ptx):
    """The instructions up to the first return, without those that fetch parameters."""
    lines = [line.strip() for line in ptx[ptx.index("{") + 1:].splitlines()]
    path = []
    for line in lines:
        if line.startswith("ret"):
            break
        if re.match(r"(@%p\d+ )?[a-z]", line) and not line.startswith(("ld.param", "cvta.local")):
            path.append(line)
    return path


def check_put(code):
    path = straight_path(body(code, "read_p", "nvptx"))
    counted = [line for line in path if not re.match(r"mov\.[ub]64\s+%rd\d+, isthmus_device_state|cvta\.global", line)]
    store = next(i for i, line in enumerate(counted) if line.startswith("st."))
    loads = [line for line in counted[:store] if line.startswith("ld.")]
    print("\n".join(counted))
    problems = []
    if len(counted) > MOST:
        problems.append(f"a put takes {len(counted)} instructions, more than {MOST}")
    if len(loads) != 1:
        problems.append(f"a put loads {len(loads)} times before it stores")
    return problems


def check_spirv(code):
    """The scope of an atomic is its third operand: 0 is that of all devices and the host."""
    zeros = set(re.findall(r"(%\d+) = OpConstantNull", code)) | set(re.findall(r"(%\d+) = OpConstant %\d+ 0\b", code))
    atomics = re.findall(r"(OpAtomic(?!Store)\w+) %\d+ %\d+ (%\d+)", code)
    return [f"{name} of scope {scope}" for name, scope in atomics if scope not in zeros] or ([] if atomics else ["no atomics"])


def main():
    include, machine, clang = sys.argv[1:]
    code = compiled(clang, include, machine)
    if machine == "spirv":
        problems = check_spirv(code)
        print("\n".join(problems) or "spirv: as it should be")
        return 1 if problems else 0
    problems = check_put(code) if machine == "nvptx" else []
    for name, pattern in (NVPTX if machine == "nvptx" else AMDGCN).items():
        if not re.search(pattern, body(code, name, machine)):
            problems.append(f"{name}: nothing matches {pattern}")
    if machine == "nvptx":
        problems += [f"an atomic without .sys: {line.strip()}" for line in code.splitlines()
                     if re.match(r"\s*(atom|red|fence)\.", line) and ".sys" not in line]
        if "__kmpc_alloc_shared" in code:
            problems.append("a variable is allocated in memory that the block shares")
    else:
        # The threads of a warp meet with fences of their own scope.
        problems += [f"of less than system scope: {line.strip()}" for line in code.splitlines()
                     if re.search(r'syncscope\("(?!one-as")', line) and 'fence syncscope("wavefront")' not in line]
    print("\n".join(problems) or f"{machine}: as it should be")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
