"""What a reader must know of the machine to judge a figure."""
import os
import platform
import re


def _first(path, pattern):
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            found = re.search(pattern, file.read(), re.MULTILINE)
    except OSError:
        return None
    return found.group(1).strip() if found else None


def _processor():
    name = _first("/proc/cpuinfo", r"^model name\s*:\s*(.+)$")
    part = _first("/proc/cpuinfo", r"^CPU part\s*:\s*(.+)$")
    return name or (f"{platform.machine()} CPU part {part}" if part else platform.machine())


QUIET = 0.5  # a load up to which a comparison may be trusted


def load():
    """The load average over one minute; other work on the machine makes every figure worse and less sure."""
    return round(os.getloadavg()[0], 2)


def describe():
    memory = _first("/proc/meminfo", r"^MemTotal:\s*(\d+)")
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(int(memory) / (1 << 20), 1) if memory else None,
        "system": _first("/etc/os-release", r'^PRETTY_NAME="?([^"\n]+)'),
        "kernel": platform.release(),
        "architecture": platform.machine(),
    }
