"""Profile pages in headless Chromium: all of them as frames of one page, so that the browser starts once."""
import html
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "tools/profile/page"), str(HERE.parent / "browser")]
import assemble  # noqa: E402
import web_page  # noqa: E402


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
    document, errors = web_page.dump(chromium, outer, "--window-size=1200,1000")
    # The frames' own text is escaped in attributes, so this is the only such element.
    found = re.search(r'<pre id="probe">(.*?)</pre>', document, re.DOTALL).group(1)
    return json.loads(html.unescape(found)) if found else {}, errors
