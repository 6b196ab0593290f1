"""Runs programs under oshrun --profile and --trace, and reads what they recorded."""
import json
import os
import pathlib
import subprocess
import tempfile


class Recorded:
    """The files of one run, and what was printed."""

    def __init__(self, oshrun, arguments, environment=None, profile=True, trace=False):
        with tempfile.TemporaryDirectory() as folder:
            page, timeline = pathlib.Path(folder, "page.html"), pathlib.Path(folder, "trace.json")
            options = [f"--profile={page}"] * profile + [f"--trace={timeline}"] * trace
            run = subprocess.run([oshrun, *options, *arguments], env={**os.environ, **(environment or {})},
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", timeout=100)
            self.code, self.output, self.errors = run.returncode, run.stdout, run.stderr
            self.profile = data_of(page.read_text()) if page.exists() else None
            self.trace = json.loads(timeline.read_text()) if timeline.exists() else None


def data_of(page):
    """The JSON in a profile page."""
    begin = '<script type="application/json" id="profile">'
    return json.loads(page[page.index(begin) + len(begin):page.index("</script>", page.index(begin))])


def calls(profile, pe):
    """The calls of a PE by name, as (kind, count, time, bytes, timed)."""
    return {row[0]: tuple(row[1:]) for row in profile["pe"][pe]["calls"]}
