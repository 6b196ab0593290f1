"""What osh_info --paths says of device memory, on the driver doubles: mapped, on other nodes, refused, and spoilt, which the
probe at start must find; and that programs get right bytes then. Usage: paths.py OSHRUN OSH_INFO PROGRAM FOLDERS_OF_DOUBLES"""
import os
import re
import subprocess
import sys

OSHRUN, OSH_INFO, PROGRAM, DOUBLES = sys.argv[1:5]
OPEN = {"CUDA": "cuIpcOpenMemHandle", "HIP": "hipIpcOpenMemHandle", "ZE": "zeMemOpenIpcHandle"}
NODES = sys.argv[5:] != ["one_node"]


def run(kind, command, pes=2, nodes=1, **environment):
    settings = dict(os.environ, SHMEM_SYMMETRIC_PARTITION2=f"SIZE=64M:KIND={kind}", **environment)
    settings["LD_LIBRARY_PATH"] = DOUBLES + os.pathsep + settings.get("LD_LIBRARY_PATH", "")
    command = [OSHRUN, "-n", str(pes), "--nodes", str(nodes), "--timeout", "30", *command]
    ended = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 0, f"{command} {environment}: ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}"
    return ended.stdout, ended.stderr


def paths(kind, **how):
    """{(from PE, to PE, from kind, to kind): way and reason}, of jobs where no two PEs have the same paths, and stderr"""
    out, err = run(kind, [OSH_INFO, "--paths"], **how)
    found, between = {}, None
    for line in out.splitlines():
        if head := re.fullmatch(r"PE (\d+) to PE (\d+)", line):
            between = head.groups()
        elif row := re.fullmatch(r"  (\w+) +to (\w+)(?: \(partition 2\))? +(\S.*)", line):
            found[(*between, row[1], row[2])] = row[3]
        else:
            raise AssertionError(f"not a line of paths: {line!r}")
    return found, err


def expect(found, between, kind, way):
    for source in ("HOST", kind):
        line = found[(*between, source, kind)]
        assert re.search(way, line), f"{between} {source} to {kind}: {line!r} is not {way!r}"


def try_kind(kind):
    both = [("0", "1"), ("1", "0")]
    mapped, courier = r"^one copy by the driver here: .*the probe at start was right$", r"^in blocks .* by the courier there: "
    found, err = paths(kind)
    assert len(found) == 8 and err == "", f"{found}\n{err}"
    for between in both:
        expect(found, between, kind, mapped)
        assert found[(*between, "HOST", "HOST")].startswith("loads and stores")
    found, _ = paths(kind, SHMEM_PROBE_PATHS="0")
    expect(found, ("0", "1"), kind, "not tried")
    found, err = paths(kind, DOUBLE_FAIL=OPEN[kind] + "@1")
    expect(found, ("0", "1"), kind, mapped)
    expect(found, ("1", "0"), kind, courier + OPEN[kind])
    assert re.search("not all mapped.*" + OPEN[kind], err), err
    for spoil, what in (("1", "read"), ("2", "wrote")):
        found, err = paths(kind, DOUBLE_SPOIL=spoil)
        for between in both:
            expect(found, between, kind, courier + f"the probe at start {what} wrong bytes")
        assert len(re.findall(f"not used.*{what} wrong bytes", err)) == 2, err
        run(kind, [PROGRAM, kind], DOUBLE_SPOIL=spoil)
    if NODES:
        found, _ = paths(kind, nodes=2)
        for between in both:
            expect(found, between, kind, courier + "on another node")


def main():
    for kind in OPEN:
        try_kind(kind)
    print("the paths are what they should be")


if __name__ == "__main__":
    main()
