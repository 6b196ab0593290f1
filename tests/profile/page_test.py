"""The profile page, drawn by Chromium from data by formula (page_data.py): every chart has its marks, in the right place, and
every table the formula's numbers. Usage: page_test.py [CHROMIUM]; without it, only what can be said of the file is tested."""
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import page_browser  # noqa: E402
import page_data as data  # noqa: E402
from page_browser import web_page  # noqa: E402

SHAPES = {"one": (1, 1), "two": (2, 1), "eight": (8, 2), "many": (64, 4)}
UNITS = {"": 1, "ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9, "B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "%": 0.01}
CHROMIUM = ""


def said(text):
    """The number that a text such as "1.23 ms" or "PE 3, 4 us" ends with."""
    number, unit = re.search(r"([\d,]+(?:\.\d+)?) ?([a-zA-Z%]*)$", text).groups()
    return float(number.replace(",", "")) * UNITS[unit]


def close(one, other, part=0.006):
    return abs(one - other) <= part * max(abs(one), abs(other)) + 1e-4  # what rounding to three digits, and shares to 0.01 %, may do


class TestFile(unittest.TestCase):
    def test_it_stands_alone(self):
        text = page_browser.page(data.profile(2, 1))
        self.assertEqual(web_page.fetched(text), ())
        self.assertNotIn("@import", text)
        self.assertNotIn("<!-- include", text)
        self.assertEqual(text.count('id="profile"'), 1)

    def test_the_template_has_its_place(self):
        lines = page_browser.assemble.assemble().splitlines()
        self.assertEqual(lines.count('<script type="application/json" id="profile">@PROFILE@</script>'), 1)


class TestPage(unittest.TestCase):
    """What the browser saw, once for all tests."""
    seen, errors = {}, []

    @classmethod
    def setUpClass(cls):
        if not CHROMIUM:
            raise unittest.SkipTest("no Chromium here")
        profiles = {name: data.profile(*shape) for name, shape in SHAPES.items()}
        profiles |= {"empty": data.empty(2), "newer": {**data.profile(1, 1), "version": 2},
                     "forgotten": data.profile(2, 2, forgotten=5, device=None, sizes=None, barriers=None)}
        profiles["large"] = data.profile(2, 2, device=None, traffic={"bytes": [], "messages": []})
        pages = {name: page_browser.page(profile) for name, profile in profiles.items()}
        pages["template"] = page_browser.assemble.assemble()
        with tempfile.TemporaryDirectory(prefix="isthmus-profile-test-") as folder:
            cls.seen, cls.errors = page_browser.look(CHROMIUM, folder, pages)

    def jobs(self):
        """What was seen of every job with numbers by formula, with its PEs and nodes."""
        return [(self.seen[name], pes, nodes) for name, (pes, nodes) in SHAPES.items()]

    def charts(self, seen, name):
        return [chart for chart in seen["charts"] if chart["chart"] == name]

    def numbers(self, rows, wanted):
        """Every number of the rows is the wanted one, and its text says the same."""
        self.assertEqual(len(rows), len(wanted))
        for row, numbers in zip(rows, wanted):
            self.assertEqual(len(row), len(numbers))
            for cell, number in zip(row, numbers):
                if isinstance(number, str):
                    self.assertEqual(cell, number)
                else:
                    self.assertTrue(close(cell[0], number, 1e-9), (cell, number, row))
                    self.assertTrue(close(said(cell[1]), number), (cell, number, row))

    def test_no_errors(self):
        self.assertEqual(self.errors, [])
        self.assertEqual(len(self.seen), len(SHAPES) + 5)
        for seen in self.seen.values():
            self.assertEqual(seen["fetched"], [])
            self.assertEqual(seen["markup"], 0, "words of the profile became markup")
            self.assertFalse(seen["wide"], "the page is wider than its window")
            self.assertEqual(seen["links"], seen["sections"])
            for chart in seen["charts"]:
                self.assertTrue(chart["shown"] and chart["inside"] and chart["described"] and chart["title"], chart["chart"])

    def test_headline(self):
        for seen, pes, nodes in self.jobs():
            self.assertEqual(seen["run"].split(",")[0], "/home/a <b>/heat --size 160 </script><b>")
            figures = {name: said(tile[0]) for name, tile in seen["tiles"].items() if name != "Placement"}
            everyone = range(pes)
            moved = sum(data.sent_bytes(one, other) for one in everyone for other in everyone)
            wanted = {"Elapsed": data.ELAPSED + 1000 * (pes - 1), "Moved by one-sided calls": moved, "Cost of profiling": 0.004,
                      "Inside the library": sum(data.inside(pe) / (data.ELAPSED + 1000 * pe) for pe in everyone) / pes,
                      "Given to collectives": 512 * pes * (pes + 1) // 2}
            if pes > 1:
                waited = sum(sum(data.barrier(index, pes)["wait"]) for index in range(data.BARRIERS))
                wanted["Waiting at barriers"] = waited / sum(data.ELAPSED + 1000 * pe for pe in everyone)
            self.assertEqual(figures.keys(), wanted.keys())
            for name, value in wanted.items():
                self.assertTrue(close(figures[name], value), (name, figures[name], value))
            self.assertEqual(seen["tiles"]["Placement"][0], f"{pes} PE{'s' * (pes > 1)}")
            self.assertEqual(any("The PEs differ" in line for line in seen["findings"]), pes == 64)
            self.assertIn("shmem_other_call", seen["findings"][0])
            self.assertIn("exchange<0>, heat.c:100", seen["findings"][1])
            self.assertEqual(len(seen["nodes"]), nodes)

    def test_time(self):
        for seen, pes, _ in self.jobs():
            used = [kind for kind in data.KINDS if data.call_time(kind, 0) > 0]
            for charts, longest in ((seen, data.inside(pes - 1)), (seen["elapsed"], data.ELAPSED + 1000 * (pes - 1))):
                chart = page_browser.chart(charts, "time")
                self.assertEqual(len(chart["marks"]), pes * len(used))
                ends = {}
                for mark in chart["marks"]:
                    pe, value = int(mark["pe"]), data.call_time(mark["kind"], int(mark["pe"]))
                    self.assertEqual(mark["value"], value)
                    self.assertTrue(abs(mark["width"] - 860 * value / longest) < 0.02, mark)
                    # A PE's bars touch, and those of the PEs are below each other.
                    self.assertTrue(abs(ends.get(pe, mark["x"]) - mark["x"]) < 0.2, mark)
                    ends[pe] = mark["x"] + mark["width"]
                rows = {int(mark["pe"]): mark["y"] for mark in chart["marks"]}
                self.assertEqual(sorted(rows, key=rows.get), list(range(pes)))
            table = seen["tables"]["Time by PE and kind of call"]
            self.assertEqual(len(table["heads"]), 4 + len(used))
            for pe, row in enumerate(table["rows"]):
                self.assertEqual([cell[0] for cell in row[:3]], [pe, data.ELAPSED + 1000 * pe, data.inside(pe)])
                self.assertEqual(sorted(cell[0] for cell in row[4:]), sorted(data.call_time(kind, pe) for kind in used))

    def test_calls(self):
        for seen, pes, _ in self.jobs():
            table, inside = seen["tables"]["Calls, over all PEs"], sum(data.inside(pe) for pe in range(pes))
            rows = {row[0]: row for row in table["rows"]}
            self.assertEqual(sorted(rows), sorted(f"shmem_{kind}_call" for kind in data.KINDS))
            times = [row[3][0] for row in table["rows"]]
            self.assertEqual(times, sorted(times, reverse=True))
            for index, kind in enumerate(data.KINDS):
                count, time = 10 * pes * (pes + 1) // 2, sum(data.call_time(kind, pe) for pe in range(pes))
                size = 64 * index * pes if kind in ("rma", "collectives") else 0
                row = rows[f"shmem_{kind}_call"]
                self.numbers([row[2:7]], [[count, time, time / inside, time / count, size]])
                self.assertEqual(row[7][0], pes - 1 if time else 0)
                self.assertEqual(row[8][1], f"{count // 10:,} of them" if kind == "order" else "all")

    def matrix(self, view, wanted):
        """The one matrix of a view has a mark for every number that is not 0, darker for more, and its table all numbers."""
        chart = page_browser.chart(view, "matrix")
        marks = {(int(mark["from"]), int(mark["to"])): mark for mark in chart["marks"]}
        self.assertEqual({place: mark["value"] for place, mark in marks.items()},
                         {(one, other): value for one, row in enumerate(wanted) for other, value in enumerate(row) if value})
        for (one, other), mark in marks.items():
            size = mark["width"] + 1
            self.assertEqual((round((mark["y"] - 40) / size), round((mark["x"] - 64) / size)), (one, other))
        self.assertEqual(len(marks), len(chart["marks"]))
        table, = (table for name, table in view["tables"].items() if " of the column" in name)
        self.numbers(table["rows"], [[one, *row, sum(row)] for one, row in enumerate(wanted)])

    def test_traffic(self):
        for seen, pes, nodes in self.jobs():
            self.matrix(seen, data.matrix(data.sent_bytes, pes))
            self.matrix(seen["messages"], data.matrix(data.sent_messages, pes))
            self.assertEqual("node_bytes" in seen, nodes > 1)
            if nodes > 1:
                for view, cell in (("node_bytes", data.sent_bytes), ("node_messages", data.sent_messages)):
                    wanted = [[0] * nodes for _ in range(nodes)]
                    for one in range(pes):
                        for other in range(pes):
                            wanted[data.node_of(one, pes, nodes)][data.node_of(other, pes, nodes)] += cell(one, other)
                    self.matrix(seen[view], wanted)
                self.assertEqual(seen["node_bytes"]["pressed"], ["bytes", "node"])
            everyone = range(pes)
            self.numbers(seen["tables"]["Traffic of every PE"]["rows"],
                         [[pe, data.node_of(pe, pes, nodes), sum(data.sent_bytes(pe, other) for other in everyone),
                           sum(data.sent_messages(pe, other) for other in everyone), sum(data.sent_bytes(other, pe) for other in everyone),
                           sum(data.sent_messages(other, pe) for other in everyone), 512 * (pe + 1)] for pe in everyone])
            self.assertEqual(seen["tip"], "PE 0 to PE 0\n100 B")

    def test_sizes(self):
        for seen, _, _ in self.jobs():
            for sort, counts in data.sizes().items():
                chart = page_browser.chart(seen, "sizes-" + sort)
                self.assertEqual({int(mark["class"]): mark["value"] for mark in chart["marks"]},
                                 {index: count for index, count in enumerate(counts) if count})
                for mark in chart["marks"]:
                    self.assertTrue(abs(mark["height"] - 120 * mark["value"] / max(counts)) < 0.02, mark)
            rows = seen["tables"]["Messages by size"]["rows"]
            self.assertEqual([row[0][0] for row in rows], [2**index for index in range(21)])
            self.assertEqual([rows[index][0][1] for index in (0, 1, 2, 11)],
                             ["at most 1 B", "2 B", "more than 2 B, at most 4 B", "more than 1 KiB, at most 2 KiB"])
            self.assertEqual([rows[3][column][0] for column in range(1, 5)], [30, 12, 900, 0])

    def test_barriers(self):
        for seen, pes, _ in self.jobs():
            charts = self.charts(seen, "barrier")
            self.assertEqual(len(charts), 6 if pes > 1 else 0)  # the six that waited longest
            for index, chart in enumerate(charts):
                barrier = data.barrier(index, pes)
                self.assertEqual([mark["value"] for mark in chart["marks"] if "pe" in mark], barrier["wait"])
                self.assertEqual([mark["value"] for mark in chart["marks"] if "last" in mark], barrier["last"])
                for mark in chart["marks"]:
                    tall = 100 * mark["value"] / max(barrier["wait"]) if "pe" in mark else 50 * mark["value"] / 10
                    self.assertTrue(abs(mark["height"] - tall) < 0.02, mark)
            if pes > 1:
                barriers = [data.barrier(index, pes) for index in range(data.BARRIERS)]
                rows = seen["tables"]["Barriers by call site"]["rows"]
                self.numbers(rows, [[one["place"], one["call"], one["team"], 10, sum(one["wait"]), sum(one["wait"]) / 10 / pes,
                                     max(one["wait"]), 0.7] for one in barriers])
                self.assertTrue(all(row[7][1].startswith(f"PE {index % pes},") for index, row in enumerate(rows)), rows)

    def test_places(self):
        for seen, pes, _ in self.jobs():
            places, inside = [data.place(index) for index in range(data.PLACES)], sum(data.inside(pe) for pe in range(pes))
            table = seen["tables"]["Call sites, the costliest first"]
            self.numbers(table["rows"], [[one["function"], f"heat.c:{one['line']}", one["call"], one["count"], one["time"],
                                          one["time"] / inside, one["time"] / one["count"], one["bytes"], 0] for one in places])
            self.assertEqual(table["hidden"], data.PLACES - 12)
            self.assertEqual(seen["sorted"], {"firsts": ["69 descending", "50 ascending"], "hidden": 0})

    def test_shares(self):
        for seen, pes, nodes in self.jobs():
            charts = self.charts(seen, "share")
            if nodes == 1:
                self.assertEqual(charts, [])
                self.assertIn("one node", seen["empty"]["shares"])
                continue
            everyone = [(one, other) for one in range(pes) for other in range(pes)]
            across = [pair for pair in everyone if pair[0] * nodes // pes != pair[1] * nodes // pes]
            wanted = [(sum(cell(*pair) for pair in across), sum(cell(*pair) for pair in everyone))
                      for cell in (data.sent_bytes, data.sent_messages)]
            wanted += [(3_000_000, 4_000_000), (200_000, sum(data.inside(pe) for pe in range(pes)))]
            self.assertEqual([[mark["value"] for mark in chart["marks"]] for chart in charts],
                             [[part, whole - part] for part, whole in wanted])
            for chart, (part, whole) in zip(charts, wanted):
                self.assertTrue(abs(chart["marks"][0]["width"] - 900 * part / whole) < 0.02, chart)

    def test_placement(self):
        for seen, pes, nodes in self.jobs():
            self.numbers(seen["tables"]["PEs"]["rows"],
                         [[pe, pe * nodes // pes, f"host{pe * nodes // pes}", 4000 + pe, "0-1", data.ELAPSED + 1000 * pe, data.inside(pe)]
                          for pe in range(pes)])
            self.assertEqual(seen["tables"]["Settings that were not the defaults"]["rows"],
                             [["SHMEM_SYMMETRIC_SIZE", "32M"], ["SHMEM_CHECK", "<on>"]])
        self.assertEqual(self.seen["many"]["nodes"][1], "Node 1 (host1): PEs 16-31")

    def test_nothing_to_draw(self):
        seen = self.seen["empty"]
        self.assertEqual(seen["charts"], [])
        self.assertEqual(sorted(seen["empty"]), ["barriers", "places", "shares", "sizes", "time", "traffic"])
        self.assertEqual(self.seen["one"]["empty"]["barriers"], "One PE has nobody to wait for.")
        self.assertEqual(sorted(self.seen["forgotten"]["empty"]), ["barriers", "sizes"])
        self.assertIn("no matrix of its 2 PEs", self.seen["large"]["empty"]["traffic"])
        self.assertIn("977 KiB in 5 messages went to PEs of other nodes", self.seen["large"]["empty"]["shares"])
        self.assertNotIn("Moved by one-sided calls", self.seen["large"]["tiles"])
        self.assertIn("5 arrivals at barriers had no room", self.seen["forgotten"]["forgotten"])
        self.assertIsNone(self.seen["two"]["forgotten"])
        self.assertIn("version 2", self.seen["newer"]["empty"]["page"])
        self.assertIn("template", self.seen["template"]["empty"]["page"])


if __name__ == "__main__":
    CHROMIUM = sys.argv.pop(1) if len(sys.argv) > 1 else ""
    unittest.main()
