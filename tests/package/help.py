"""Every command with a manual page prints a help on request, with the options of its page, and no others. Usage: help.py PREFIX"""
import pathlib
import re
import subprocess
import sys

OPTION = re.compile(r"(?:^|, )(--?[A-Za-z][\w:+-]*)")


def of_help(text):
    """The options that begin the lines of a help, which are indented by two blanks and end where two blanks follow."""
    columns = re.findall(r"^  (-.*?)(?:  .*)?$", text, flags=re.MULTILINE)
    return {option for column in columns for option in OPTION.findall(column)}


def of_page(troff):
    """The options that are headings of paragraphs in a page's section on options."""
    section = re.search(r'^\.SH "OPTIONS"\n(.*?)(?=^\.SH|\Z)', troff, flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^\.TP.*\n\\fB(.*)\\fR$", section[1], flags=re.MULTILINE) if section else []
    return {option for heading in headings for option in OPTION.findall(heading.replace("\\-", "-"))}


def problems(command, page):
    done = subprocess.run([command, "--help"], capture_output=True, text=True, timeout=60, check=False)
    if done.returncode != 0 or done.stderr or not done.stdout:
        return [f"--help ended with status {done.returncode}, {len(done.stdout)} characters of output and {len(done.stderr)} of errors"]
    helped, told = of_help(done.stdout), of_page(page.read_text())
    if not helped:
        return ["--help has no options"]
    return [*(f"{option} is in --help and not on the page" for option in sorted(helped - told)),
            *(f"{option} is on the page and not in --help" for option in sorted(told - helped))]


def main():
    prefix = pathlib.Path(sys.argv[1]).resolve()
    pages = sorted((prefix / "share/man/man1").glob("*.1"))
    found = [f"{page.stem}: {problem}" for page in pages for problem in problems(prefix / "bin" / page.stem, page)]
    print("\n".join([f"{len(pages)} commands with a page", *found]))
    return 1 if found or len(pages) < 8 else 0


if __name__ == "__main__":
    sys.exit(main())
