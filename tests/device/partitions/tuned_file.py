"""Checks of files that osh_tune writes."""
import itertools
import math
import re


def values_of(lines):
    """The settings of a file, in their order."""
    return dict(line.split("=", 1) for line in lines if not line.startswith("#"))


def left_as_it_is(lines, setting, kind):
    """Whether the file says that the first way was better at all sizes that fitted, so that the setting has no value."""
    return any(line.startswith(f"# {setting}: {kind}: as it is") for line in lines)


def named(lines, settings, kinds):
    """Those of the settings that must have a value: for some kind the limit was found."""
    return [setting for setting in settings if not all(left_as_it_is(lines, setting, kind) for kind in kinds)]


def check_limits(lines, conversions, kinds):
    """The limits must agree with the times in the notes: as far as their digits tell, no other limit would take less time.
    `conversions` has for each setting how its value follows from the limit; a value may be one for all kinds."""
    values = values_of(lines)
    for setting, kind in itertools.product(conversions, kinds):
        value = values.get(setting)
        if value and "=" in value:
            value = dict(part.split("=") for part in value.split(",")).get(kind)
        notes = [re.fullmatch(r"# \w+: \w+, (\d+) bytes: ([\d.]+) us [\w ]+, ([\d.]+) us [\w ']+", line)
                 for line in lines if line.startswith(f"# {setting}: {kind},")]
        assert len(notes) >= 6 and all(notes), lines
        sizes = [0] + [int(note[1]) for note in notes]
        times = {limit: sum(math.log(float(note[2] if int(note[1]) <= limit else note[3])) for note in notes)
                 for limit in sizes}
        best = [limit for limit in sizes if times[limit] <= min(times.values()) + 0.1]
        if left_as_it_is(lines, setting, kind):
            assert value is None and sizes[-1] in best, f"{setting}: {kind}={value}, but {best} by {lines}"
            continue
        right = [conversions[setting](limit) for limit in best]
        assert value is not None and int(value) in right, f"{setting}: {kind}={value}, but {right} by {lines}"
