"""Every function and generic name of the specification's tables must have a page with its prototype, deprecations must
be those of the tables, and every command must have a page with all its options."""
import csv
import re
import unittest

from generated import ROOT, Pages

DATA = ROOT / "tests/api/data"


def rows(name):
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def declarations(troff):
    """The prototypes of a page, split at where they begin to be deprecated: [(version or None, prototype)]."""
    synopsis = troff.split('.SH "SYNOPSIS"')[1].split(".SH")[0].replace("\\-", "-")
    version, found = None, []
    for deprecated, lines in re.findall(r"Deprecated since OpenSHMEM ([\d.]+):|^\.nf\n(.*?)\.fi$", synopsis,
                                        flags=re.S | re.M):
        version = deprecated or version
        text = " ".join(re.sub(r"\\f[BR]", "", lines).split())
        found += [(version, prototype.strip()) for prototype in text.split(";") if "(" in prototype]
    return found


def pattern(prototype):
    """A regular expression for the C functions that a prototype over TYPENAME, TYPE and SIZE stands for."""
    text = re.escape(prototype.replace("_Noreturn ", "")).replace("TYPENAME", r"\w+?").replace("SIZE", r"\d+")
    first = re.sub(r"\bTYPE\b", lambda _: r"(?P<type>[\w ]+?)", text, count=1)
    return re.compile(re.sub(r"\bTYPE\b", lambda _: "(?P=type)", first))


class Coverage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pages = Pages()
        cls.addClassCleanup(cls.pages.folder.cleanup)
        cls.functions = [row for row in rows("api.tsv") if row["kind"] == "function" and row["removed_in"] == "-"]

    def page(self, name):
        path = self.pages.man / "man3" / f"{name}.3"
        self.assertTrue(path.exists(), f"{name} has no page")
        return path.read_text()

    def test_every_function(self):
        self.assertEqual(len(self.functions), 1788)
        parsed = {}
        for row in self.functions:
            text = self.page(row["symbol"])
            if text not in parsed:
                parsed[text] = [(version, pattern(prototype)) for version, prototype in declarations(text)]
            signature = row["c_signature"].rstrip(";")
            versions = {version for version, regex in parsed[text] if regex.fullmatch(signature)}
            self.assertTrue(versions, f"{row['symbol']}: its page does not show {signature}")
            alone = re.search(rf"Deprecated since OpenSHMEM ([\d.]+):[^\n]*\\fB{row['symbol']}\\fR", text)
            versions = {alone[1]} if alone else versions
            if row["deprecated_in"] == "-":
                self.assertEqual(versions, {None}, row["symbol"])
            else:  # a generic name that is not deprecated may stand beside a C function that is
                self.assertIn(row["deprecated_in"], versions, row["symbol"])

    def test_every_generic(self):
        generics = rows("generics.tsv")
        self.assertEqual(len(generics), 73)
        for row in generics:
            shown = {prototype for _, prototype in declarations(self.page(row["generic"]))}
            for signature in row["signatures"].split("; "):
                self.assertIn(signature.rstrip(";"), shown, row["generic"])

    def test_the_extensions(self):
        for header in ("shmemx.h", "shmemx_omp.h"):
            declared = re.findall(r"^[\w ]+?[ *]+(shmemx?_\w+)\(", (ROOT / "include" / header).read_text(), flags=re.M)
            self.assertGreater(len(declared), 0)
            for name in declared:
                self.page(name)

    def test_links_lead_to_pages(self):
        for path in self.pages.man.rglob("*"):
            self.assertTrue(path.exists(), f"{path} leads nowhere")
        for path in self.pages.markdown.glob("*.md"):
            for target in re.findall(r"\]\((\S+\.md)\)", path.read_text()):
                self.assertTrue((self.pages.markdown / target).exists(), f"{path.name} refers to {target}")

    def test_options_of_oshrun(self):
        table = (ROOT / "tools/oshrun/options.cpp").read_text()
        names = re.findall(r'^    \{"(-?\w?)", "(--[\w-]+)"', table, flags=re.M)
        self.assertGreater(len(names), 0)
        page = (self.pages.man / "man1/oshrun.1").read_text().replace("\\-", "-")
        for short, long in names:
            self.assertIn(f"{short}, {long}" if short else long, page)

    def test_options_of_other_commands(self):
        """Of every command whose help is a text in its source: what begins a line of it is on its page."""
        sources = {"oshcc": "tools/oshcc/oshcc.in", "isthmus-mpi": "tools/isthmus_mpi/isthmus-mpi.in",
                   "gasnetrun_isthmus": "layers/gasnet/install/gasnetrun_isthmus", "upcc": "layers/upc/driver/options.cpp"}
        for command, source in sources.items():
            options = re.findall(r"^  (-{1,2}[a-zA-Z][\w:-]*)", (ROOT / source).read_text(), flags=re.M)
            self.assertGreater(len(options), 0, source)
            page = (self.pages.man / f"man1/{command}.1").read_text().replace("\\-", "-")
            for option in options:
                self.assertIn(option, page, command)

    def test_environment(self):
        page = (self.pages.man / "man7/isthmus.7").read_text()
        settings = (ROOT / "src/config/settings.def").read_text()
        for name in re.findall(r'^SETTING\(\w+, \w+, "(\w+)"', settings, flags=re.M):
            self.assertIn(f"\\fBSHMEM_{name}\\fR\n", page)


if __name__ == "__main__":
    unittest.main()
