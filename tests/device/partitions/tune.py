"""osh_tune writes a file that the library reads, and refuses where there is nothing to measure, on the double of CUDA's
driver. Usage: tune.py OSHRUN OSH_TUNE OSH_INFO FOLDER_OF_DOUBLE"""
import os
import re
import subprocess
import sys
import tempfile

OSHRUN, OSH_TUNE, OSH_INFO, DOUBLE = sys.argv[1:5]
PARTITION = {"SHMEM_SYMMETRIC_PARTITION2": "SIZE=64M:KIND=CUDA"}
SETTINGS = {f"SHMEM_DEVICE_STAGED_{operation}" for operation in ("BROADCAST", "FCOLLECT", "ALLTOALL")}


def run(command, pes=2, **environment):
    settings = dict(os.environ, **environment)
    settings["LD_LIBRARY_PATH"] = DOUBLE + os.pathsep + settings.get("LD_LIBRARY_PATH", "")
    return subprocess.run([OSHRUN, "-n", str(pes), "--timeout", "100", *command], env=settings, capture_output=True,
                          text=True, timeout=120)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "tuned.conf")
    ended = run([OSH_TUNE, path], **PARTITION)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    values = dict(line.split("=") for line in lines if not line.startswith("#"))
    assert set(values) == SETTINGS, lines
    # What the notes say and what the limits are must be one: the sizes from the smallest on that were faster staged.
    for setting, value in values.items():
        notes = [re.fullmatch(r"# (\w+): (\d+) bytes: ([\d.]+) us by mappings, ([\d.]+) us staged", line)
                 for line in lines if line.startswith("# " + setting.rsplit("_", 1)[1].lower() + ":")]
        assert len(notes) >= 5 and all(notes), lines
        limit = 0
        for note in notes:
            if float(note[4]) > float(note[3]) or (float(note[4]) == float(note[3]) and int(note[2]) > int(value)):
                break
            limit = int(note[2])
        assert limit == int(value), f"{setting}={value}, but {limit} by {lines}"
    shown = run([OSH_INFO], SHMEM_TUNING_FILE=path, SHMEM_DEVICE_STAGED_ALLTOALL="1k").stdout
    for setting in SETTINGS - {"SHMEM_DEVICE_STAGED_ALLTOALL"}:
        assert re.search(rf"{setting} +{values[setting]} +{re.escape(path)}:\d+ ", shown), shown
    assert re.search(r"SHMEM_DEVICE_STAGED_ALLTOALL +1k +SHMEM_DEVICE_STAGED_ALLTOALL ", shown), shown

    for why, how in (("no partition is device memory", {}), ("one PE", dict(PARTITION, pes=1)),
                     ("everything goes staged", dict(PARTITION, DOUBLE_FAIL="cuIpcOpenMemHandle"))):
        ended = run([OSH_TUNE, path + "2"], **how)
        assert ended.returncode != 0 and why in ended.stderr, f"{why}: {ended.returncode} {ended.stderr}"
        assert not os.path.exists(path + "2")
print("osh_tune writes what the library reads")
