"""docs/environment.md is what osh_info makes of config/settings.def. Usage: environment_page.py OSH_INFO PAGE"""
import pathlib
import subprocess
import sys

made = subprocess.run([sys.argv[1], "--environment"], check=True, capture_output=True, text=True).stdout
if made != pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"):
    sys.exit("docs/environment.md is out of date: run `osh_info --environment > docs/environment.md`")
print("docs/environment.md is up to date")
