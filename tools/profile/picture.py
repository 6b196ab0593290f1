"""Makes a picture of a profile page for the documentation: its head with the time by PE, and beside it who sent to whom.
Usage: picture.py PAGE.html OUT.png [CHROMIUM]"""
import html
import os
import pathlib
import subprocess
import sys
import tempfile

# Both frames show the same page, the second one from the matrix on; what the picture has no room for is left out of it.
TEMPLATE = """<!DOCTYPE html><meta charset="utf-8"><style>
body {{ margin: 0; display: flex; background: #fff }} iframe {{ border: 0; height: 690px }}</style>
<iframe id="head" style="width: 930px" srcdoc="{page}"></iframe><iframe id="matrix" style="width: 550px" srcdoc="{page}"></iframe>
<script>
addEventListener("load", () => {{
  for (const frame of document.querySelectorAll("iframe")) {{
    const page = frame.contentDocument;
    page.documentElement.style.colorScheme = "light";
    page.head.append(Object.assign(page.createElement("style"), {{textContent:
      `html {{ zoom: .8 }} body {{ margin: 0; max-width: none }} h2 {{ margin-top: .8em }} ::-webkit-scrollbar {{ display: none }}
       nav, details, #findings, #time > p {{ display: none }}`}}));
  }}
  const page = document.getElementById("matrix").contentDocument;
  for (const section of page.querySelectorAll("header, main > section")) section.hidden = section.id !== "traffic";
  page.querySelector("#traffic > p").hidden = true;
}});
</script>"""


def main():
    if len(sys.argv) not in (3, 4):
        raise SystemExit(__doc__)
    page, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    chromium = sys.argv[3] if len(sys.argv) > 3 else "chromium"
    with tempfile.TemporaryDirectory(prefix="isthmus-picture-") as folder:
        outer = pathlib.Path(folder) / "picture.html"
        outer.write_text(TEMPLATE.format(page=html.escape(page.read_text(encoding="utf-8"))), encoding="utf-8")
        subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                        f"--user-data-dir={outer.parent / 'chromium'}", "--window-size=1480,690", f"--screenshot={out}",
                        outer.as_uri()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120,
                       check=True, env={**os.environ, "HOME": folder})


if __name__ == "__main__":
    main()
