"""Adds a setting to a copy of the sources, exactly as docs/extending.md says: it is parsed, shown, and on the page.
Usage: setting.py ROOT BUILD LIBRARY
Only the sources of config and osh_info are built again; what else knows the settings is not run."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import page
import rebuild


def run(command, **settings):
    job = subprocess.run(command, env=rebuild.environment(**settings), capture_output=True, text=True, check=False)
    return job.returncode, job.stdout, job.stderr


def expect(what, truth, detail=""):
    if not truth:
        sys.exit(f"{what}: {detail}")


def main():
    root, build, library = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        copy = rebuild.Copy(root, build, folder)
        touched = page.follow(root, folder, "A setting")
        expect("a setting is one row", touched == ["src/config/settings.def"], touched)
        table = (pathlib.Path(folder) / touched[0]).read_text(encoding="utf-8")
        before = (pathlib.Path(root) / touched[0]).read_text(encoding="utf-8")
        row = next(line for line in table.splitlines() if line not in before)
        name, fallback = re.search(r'"(\w+)", "([^"]*)"', row).groups()

        config = [path for path in copy.commands if path.startswith("src/config/")]
        for path in config:
            copy.compile(path)
        shutil.copy(pathlib.Path(__file__).parent / "probe.cpp", folder)
        osh_info = copy.link_program("osh_info", copy.compile("tools/osh_info/main.cpp", config[0]), library)
        probe = copy.link_program("probe", copy.compile("probe.cpp", config[0]), library)

        status, shown, error = run([probe])
        expect("shown with its default", status == 0 and re.search(rf"SHMEM_{name} +{fallback} +default", shown),
               shown + error)
        status, shown, error = run([probe], **{f"SHMEM_{name}": "7"})
        expect("shown as set", status == 0 and re.search(rf"SHMEM_{name} +7 +SHMEM_{name}", shown), shown + error)
        status, _, error = run([probe], **{f"SHMEM_{name}": "nonsense"})
        expect("a bad value is refused", status == 1 and f"SHMEM_{name}=nonsense" in error, error)

        new_page = pathlib.Path(folder) / "docs/environment.md"
        check = [sys.executable, "-B", pathlib.Path(root) / "tests/layout/environment_page.py", osh_info, new_page]
        expect("the page is out of date", run(check)[0] != 0)
        status, made, error = run([osh_info, "--environment"])
        new_page.write_text(made, encoding="utf-8")
        expect("the page is made", status == 0 and f"| `SHMEM_{name}` | {fallback} |" in made, made + error)
        expect("and up to date", run(check)[0] == 0)
    print(f"SHMEM_{name} is parsed, shown and on the page")


if __name__ == "__main__":
    main()
