"""Profile pages in headless Chromium: all of them as frames of one page, so that the browser starts once."""
import html
import json
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools/profile/page"))
import assemble  # noqa: E402


def chart(seen, name):
    """The only chart of that name."""
    found, = (chart for chart in seen["charts"] if chart["chart"] == name)
    return found


def page(profile):
    """The page of a profile, as the profiler writes it."""
    return assemble.assemble().replace("@PROFILE@", json.dumps(profile).replace("<", "\\u003c"))


def look(chromium, folder, pages):
    """What the browser made of {name: page}, by name (page_probe.js says what), and its lines about errors."""
    frames = [f'<iframe id="{name}" width="1100" height="900" srcdoc="{html.escape(text)}"></iframe>' for name, text in pages.items()]
    outer = pathlib.Path(folder) / "frames.html"
    outer.write_text('<!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,">' + "".join(frames) +
                     f'<pre id="probe"></pre><script>{(HERE / "page_probe.js").read_text()}</script>')
    # A folder of its own for all it writes; no sandbox, since tests may be root.
    done = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                           f"--user-data-dir={outer.parent / 'chromium'}", "--enable-logging=stderr", "--log-level=2",
                           "--window-size=1200,1000", "--dump-dom", outer.as_uri()], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=90, check=False, env={**os.environ, "HOME": str(outer.parent)})
    assert done.returncode == 0, done.stderr
    errors = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
    # The frames' own text is escaped in attributes, so this is the only such element.
    found = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.DOTALL).group(1)
    return json.loads(html.unescape(found)) if found else {}, errors
