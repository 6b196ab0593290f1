"""What osh_info --paths says of device memory, on the driver doubles: mapped, on other nodes, refused, and spoilt, which the
probe at start must find; and that programs get right bytes then. Usage: paths.py OSHRUN OSH_INFO PROGRAM FOLDERS_OF_DOUBLES
[one_node | FOLDER_OF_LIBFABRICS_DOUBLE]"""
import os
import re
import subprocess
import sys

OSHRUN, OSH_INFO, PROGRAM, DOUBLES = sys.argv[1:5]
OPEN = {"CUDA": "cuIpcOpenMemHandle", "HIP": "hipIpcOpenMemHandle", "ZE": "zeMemOpenIpcHandle"}
NODES = sys.argv[5:] != ["one_node"]
HMEM = sys.argv[5] if len(sys.argv) > 5 and NODES else None


def run(kind, command, pes=2, nodes=1, fabric=None, fails=False, **environment):
    settings = dict(os.environ, SHMEM_SYMMETRIC_PARTITION2=f"SIZE=64M:KIND={kind}", **environment)
    settings["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, [fabric, DOUBLES, settings.get("LD_LIBRARY_PATH")]))
    command = [OSHRUN, "-n", str(pes), "--nodes", str(nodes), "--timeout", "30", *command]
    ended = subprocess.run(command, env=settings, capture_output=True, text=True, timeout=60)
    assert (ended.returncode != 0) == fails, f"{command} {environment}: ended with {ended.returncode}:\n{ended.stdout}{ended.stderr}"
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
    mapped, proxy = r"^one copy by the driver here: .*the probe at start was right$", r"^in blocks .* by the device proxy there: "
    found, err = paths(kind)
    assert len(found) == 8 and err == "", f"{found}\n{err}"
    for between in both:
        expect(found, between, kind, mapped)
        assert found[(*between, "HOST", "HOST")].startswith("loads and stores")
    found, _ = paths(kind, SHMEM_PROBE_PATHS="0")
    expect(found, ("0", "1"), kind, "not tried")
    found, err = paths(kind, DOUBLE_FAIL=OPEN[kind] + "@1")
    expect(found, ("0", "1"), kind, mapped)
    expect(found, ("1", "0"), kind, proxy + OPEN[kind])
    assert re.search("not all mapped.*" + OPEN[kind], err), err
    for spoil, what in (("1", "read"), ("2", "wrote")):
        found, err = paths(kind, DOUBLE_SPOIL=spoil)
        for between in both:
            expect(found, between, kind, proxy + f"the probe at start {what} wrong bytes")
        assert len(re.findall(f"not used.*{what} wrong bytes", err)) == 2, err
        run(kind, [PROGRAM, kind], DOUBLE_SPOIL=spoil)
    if NODES:
        found, _ = paths(kind, nodes=2)
        for between in both:
            expect(found, between, kind, proxy + "on another node; .* alone .it has no FI_HMEM")


def try_hmem(kind):
    """Device memory on the wire itself: taken, refused, and spoilt."""
    proxy, on_wire = r"^in blocks .* by the device proxy there: ", r"^(tcp|net)\S*: .*\(FI_HMEM\), and the probe at start was right$"
    how = {"nodes": 2, "fabric": HMEM}
    found, err = paths(kind, **how)
    assert err == "", err
    for between in ("0", "1"), ("1", "0"):
        expect(found, between, kind, on_wire)
        assert re.search(on_wire, found[(*between, kind, "HOST")]), found
    found, err = paths(kind, DOUBLE_FAIL="fi_mr_regattr@1", **how)
    expect(found, ("0", "1"), kind, proxy + r"on another node; (tcp|net)\S* does not register it: ")
    assert re.search(on_wire, found[("1", "0", "HOST", kind)]), found
    assert re.search("^through pinned host memory, then .*FI_HMEM.*; here .* not register", found[("1", "0", kind, kind)]), found
    for spoil, what in (("3", "read"), ("4", "wrote")):
        found, err = paths(kind, DOUBLE_SPOIL=spoil, **how)
        expect(found, ("0", "1"), kind, proxy + f"on another node; the probe at start: PE . {what} wrong bytes")
        assert re.search(f"does not carry partition 2 .*{what} wrong bytes.*device proxies do", err), err


def try_hmem_settings(kind):
    how = {"nodes": 2, "fabric": HMEM}
    run(kind, [PROGRAM, kind], DOUBLE_FAIL="fi_mr_regattr", **how)
    run(kind, [PROGRAM, kind], DOUBLE_FAIL="fi_mr_regattr@0", **how)
    run(kind, [PROGRAM, kind], DOUBLE_SPOIL="3", **how)
    found, _ = paths(kind, SHMEM_PROBE_PATHS="0", **how)
    expect(found, ("0", "1"), kind, r"^(tcp|net)\S*: .*FI_HMEM.*not tried")
    found, _ = paths(kind, SHMEM_OFI_HMEM="off", **how)
    expect(found, ("0", "1"), kind, "by the device proxy there: .*SHMEM_OFI_HMEM=off")
    for reason, environment in (("it has no FI_HMEM", {"fabric": None}), ("not register it", {"DOUBLE_FAIL": "fi_mr_regattr"}),
                                ("needs it", {"DOUBLE_SPOIL": "4"})):
        _, err = run(kind, [OSH_INFO, "--paths"], fails=True, SHMEM_OFI_HMEM="on", **{**how, **environment})
        assert re.search(f"isthmus: PE .*{reason}", err), err


def main():
    for kind in OPEN:
        try_kind(kind)
        if HMEM:
            try_hmem(kind)
    if HMEM:
        try_hmem_settings("CUDA")
    print("the paths are what they should be")


if __name__ == "__main__":
    main()
