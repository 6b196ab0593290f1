"""What the tests of web pages share: what a page would fetch, and what headless Chromium makes of it."""
import html.parser
import os
import subprocess


class _Addresses(html.parser.HTMLParser):
    found = ()

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ("src", "href") and not (value or "").startswith(("data:", "#")):
                self.found = (*self.found, f"{tag} {name}={value}")


def fetched(text):
    """The addresses that a page of this text would fetch."""
    parser = _Addresses()
    parser.feed(text)
    return parser.found


def dump(chromium, page, *options):
    """The document of the page, a path, after its scripts have run, and the browser's lines about errors in them."""
    # A folder of its own for all it writes; no sandbox, since tests may be root.
    done = subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                           f"--user-data-dir={page.parent / 'chromium'}", "--enable-logging=stderr", "--log-level=2", *options,
                           "--dump-dom", page.as_uri()], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=90,
                          check=False, env={**os.environ, "HOME": str(page.parent)})
    assert done.returncode == 0, done.stderr
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]
