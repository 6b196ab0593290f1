"""The parts of the driver that decide: targets, ratios, the reading of callgrind's files, the end of processes."""
import pathlib
import sys
import time
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True
from driver import algorithms, callgrind, catalogue, charts, process  # noqa: E402
from driver import report, rounds, targets, toolchain  # noqa: E402

DUMP = """# callgrind format
pid: 7
desc: Trigger: Client Request: int_p:100
events: Ir
ob=/tmp/program
fl=program.c
fn=int_p
20 300
cob=/lib/libisthmus.so.0
cfi=rma.cpp
cfn=shmem_int_p
calls=100 5
20 1500
21 4

ob=/lib/libisthmus.so.0
fl=rma.cpp
fn=shmem_int_p
5 500
6 600
cob=/lib/libc.so.6
cfn=memcpy
calls=100 0
6 400

ob=/lib/libc.so.6
fn=memcpy
0 400
totals: 1804
"""


def figure(bench, metric, ratio=None, ours=1.0, size=0, pes=2):
    made = {"bench": bench, "metric": metric, "bytes": size, "pes": pes, "unit": "ns", "better": "lower",
            "ours": {"median": ours}}
    return made if ratio is None else {**made, "ratio": ratio}


class Targets(unittest.TestCase):
    def verdicts(self, target, figures, pes=(2,)):
        return [v["met"] for v in report.verdicts([target], figures, {target.bench: pes})]

    def test_ratio_is_met_at_the_limit_and_missed_below(self):
        target = targets.Target("g", "int_g", at_least=3.0)
        self.assertEqual(self.verdicts(target, [figure("g", "int_g", 3.0)]), [True])
        self.assertEqual(self.verdicts(target, [figure("g", "int_g", 2.99)]), [False])

    def test_no_ratio_is_a_miss(self):
        target = targets.Target("g", "int_g", at_least=3.0)
        self.assertEqual(self.verdicts(target, [figure("g", "int_g")]), [False])

    def test_own_limit(self):
        target = targets.Target("malloc_free", "pair", at_most=80.0)
        self.assertEqual(self.verdicts(target, [figure("malloc_free", "pair", ours=80.0)]), [True])
        self.assertEqual(self.verdicts(target, [figure("malloc_free", "pair", ours=80.1)]), [False])

    def test_the_fastest_batches_are_judged_where_asked(self):
        made = {**figure("g", "int_g", 1.0), "best_ratio": 3.0}
        target = targets.Target("g", "int_g", at_least=3.0)
        for fastest in (False, True):
            judged, = report.verdicts([target], [made], {"g": (2,)}, fastest=fastest)
            self.assertEqual(judged["met"], fastest)

    def test_own_limit_from_below(self):
        target = targets.Target("threads_rate", "factor", own_at_least=1.7)
        self.assertEqual(self.verdicts(target, [figure("threads_rate", "factor", ours=1.7)]), [True])
        self.assertEqual(self.verdicts(target, [figure("threads_rate", "factor", ours=1.69)]), [False])

    def test_times_as_long_as_the_other_side(self):
        target = targets.Target("get_latency", "getmem", time_at_most=1.25, than="raw", nodes=2)
        self.assertEqual(self.verdicts(target, [figure("get_latency", "getmem", 1 / 1.25)]), [True])
        self.assertEqual(self.verdicts(target, [figure("get_latency", "getmem", 1 / 1.26)]), [False])
        self.assertEqual(self.verdicts(target, [figure("get_latency", "getmem")]), [False])

    def test_a_target_holds_for_its_nodes_and_its_other_side(self):
        raw = targets.Target("get_latency", "getmem", time_at_most=1.3, than="raw", nodes=2)
        self.assertTrue(raw.applies(2, "raw"))
        self.assertFalse(raw.applies(2, None) or raw.applies(1, "raw") or raw.applies(2, "peer"))
        own = targets.Target("malloc_free", "pair", at_most=80.0)
        self.assertTrue(own.applies(1, None) and own.applies(1, "peer"))
        self.assertFalse(own.applies(2, None))

    def test_on_the_wire_every_pe_is_a_node(self):
        benchmark = catalogue.Benchmark("barrier", pes=(2, 4), quick_pes=(2,))
        self.assertEqual([benchmark.plan("wire", nodes=3), benchmark.plan("node", quick=True), benchmark.plan("node")],
                         [(3,), (2,), (2, 4)])
        spread = catalogue.Benchmark("x", pes=(2, 4, 8), quick_pes=(2, 4), spread=True)
        self.assertEqual([spread.plan("node"), spread.plan("wire", nodes=4), spread.plan("wire", True, 2)],
                         [(2, 4, 8), (4, 8), (2, 4)])

    def test_two_levels_need_several_pes_on_each_node(self):
        benchmark = catalogue.Benchmark("barrier", pes=(2, 4), operation="barrier")
        self.assertEqual(benchmark.plan("levels", nodes=2), (4, 8))
        self.assertEqual(benchmark.plan("levels", quick=True, nodes=3), (6,))
        self.assertTrue(benchmark.belongs("levels"))
        self.assertFalse(catalogue.Benchmark("g").belongs("levels"))

    def test_the_mean_is_geometric_and_of_the_forms_alone(self):
        target = targets.MeanTarget(("a", "b"), ("m",), at_least=2.0)
        figures = [figure("a", "m", 8.1), figure("b", "m", 0.5), figure("b", "other", 0.001), figure("c", "m", 0.001)]
        made = report.mean_verdicts([target], figures, {"a": (2,), "b": (2,)})
        self.assertEqual([(round(v["value"] ** 2, 9), v["met"]) for v in made], [(4.05, True)])
        made = report.mean_verdicts([target], [figure("a", "m", 7.9), figure("b", "m", 0.5)], {"a": (2,), "b": (2,)})
        self.assertEqual([v["met"] for v in made], [False])
        self.assertEqual([v["met"] for v in report.mean_verdicts([target], [], {"a": (2,), "b": (2,)})], [False])
        self.assertEqual(report.mean_verdicts([target], figures, {"a": (2,)}), [], "not of a part")

    def test_only_the_named_sizes_and_metrics_count(self):
        target = targets.Target("put_latency", "putmem+quiet", at_least=3.0, bytes_from=8, bytes_to=8)
        others = [figure("put_latency", "putmem+quiet", 0.1, size=16), figure("put_latency", "other", 0.1, size=8)]
        self.assertEqual(self.verdicts(target, [*others, figure("put_latency", "putmem+quiet", 4.0, size=8)]), [True])

    def test_a_planned_figure_that_is_absent_is_a_miss(self):
        target = targets.Target("barrier", "barrier_all", at_least=1.0, pes=(2, 4))
        figures = [figure("barrier", "barrier_all", 1.5, pes=2)]
        self.assertEqual(self.verdicts(target, figures, pes=(2, 4)), [True, False])
        self.assertEqual(self.verdicts(target, figures, pes=(2,)), [True])

    def test_a_size_that_was_not_to_be_run_is_no_miss(self):
        target = targets.Target("sum", "active set / plain loop", at_most=1.5, bytes_from=4 << 20)
        small = [figure("sum", "active set / plain loop", size=8)]
        for every, misses in ((True, 1), (False, 0)):
            self.assertEqual(len(report.verdicts([target], small, {"sum": (2,)}, every)), misses)

    def test_every_target_names_a_benchmark_with_a_source(self):
        names = {benchmark.name for benchmark in catalogue.BENCHMARKS}
        sources = {path.stem for path in (pathlib.Path(__file__).parent / "ops").glob("*.c")}
        self.assertEqual(names, sources)
        for target in targets.TARGETS:
            self.assertIn(target.bench, names)

    def test_what_is_compared_with_the_provider_has_a_loop_of_its_own(self):
        source = (pathlib.Path(__file__).parent / "fabric" / "raw.c").read_text()
        for benchmark in catalogue.BENCHMARKS:
            self.assertEqual(f'{{"{benchmark.name}", ' in source, benchmark.raw, benchmark.name)


class Side:
    def __init__(self, label):
        self.label = label


class Figures(unittest.TestCase):
    def figures(self, better, ours, peer, other="peer"):
        measured = rounds.Rounds([Side("ours"), Side(other)], pathlib.Path("."), pathlib.Path("."), 3, 1)
        measured.samples = {("b", "m", 8, 2, "u", better): {"ours": [(v, v) for v in ours],
                                                            other: [(v, v) for v in peer]}}
        return measured.figures()[0]

    def test_medians_over_rounds(self):
        made = self.figures("lower", [10.0, 90.0, 11.0], [30.0, 33.0, 500.0])
        self.assertEqual((made["ours"]["median"], made["peer"]["median"], made["ratio"]), (11.0, 33.0, 3.0))
        self.assertEqual((made["ours"]["best"], made["best_ratio"]), (10.0, 3.0))

    def test_the_provider_is_another_side(self):
        self.assertEqual(self.figures("lower", [12.0], [6.0], other="raw")["ratio"], 0.5)

    def test_ratio_above_one_means_better_for_rates_too(self):
        self.assertEqual(self.figures("higher", [60.0], [20.0])["ratio"], 3.0)

    def test_a_peer_without_teams_is_measured_by_its_active_sets(self):
        measured = rounds.Rounds([Side("ours"), Side("peer")], pathlib.Path("."), pathlib.Path("."), 1, 1)
        measured.samples = {("b", "active set", 8, 2, "ns", "lower"): {"ours": [(9.0, 9.0)], "peer": [(20.0, 18.0)]},
                            ("b", "team", 8, 2, "ns", "lower"): {"ours": [(5.0, 3.0)]},
                            ("b", "other", 8, 2, "ns", "lower"): {"ours": [(5.0, 3.0)]}}
        by_set, by_team, other = measured.figures()
        self.assertEqual((by_set["ratio"], by_team["ratio"], by_team["best_ratio"]), (20 / 9, 4.0, 6.0))
        self.assertEqual((by_set["peer"]["metric"], by_team["peer"]["metric"]), ("active set", "active set"))
        self.assertNotIn("ratio", other)

    def test_forced_algorithms_are_kept_apart_from_the_sides(self):
        measured = rounds.Rounds([Side("ours")], pathlib.Path("."), pathlib.Path("."), 1, 1)
        measured.samples = {("b", "m", 8, 2, "ns", "lower"): {"ours": [(9.0, 9.0)], "algorithm ring": [(20.0, 18.0)]}}
        made, = measured.figures()
        self.assertEqual((made["algorithms"]["ring"]["median"], "ratio" in made), (20.0, False))


class Algorithms(unittest.TestCase):
    LISTING = ("Operation  Algorithm  any description\n"
               "broadcast  cell       one node       beside the flag; at most 496 bytes\n"
               "broadcast  binomial   several nodes  log2(n) rounds; up to 8192 bytes\n"
               "broadcast  flat       any            each reads from the root\n"
               "broadcast  binomial   several nodes  a second rule\n"
               "reduce     flat       any            all meet\n")

    def names(self, nodes):
        return {operation: [algorithm.name for algorithm in found]
                for operation, found in algorithms.parse(self.LISTING, nodes).items()}

    def test_those_that_can_run_on_the_nodes(self):
        self.assertEqual(self.names(1), {"broadcast": ["cell", "flat"], "reduce": ["flat"]})
        self.assertEqual(self.names(2), {"broadcast": ["binomial", "flat"], "reduce": ["flat"]})

    def test_each_is_a_side_with_its_setting(self):
        ours = toolchain.Toolchain.__new__(toolchain.Toolchain)
        ours.settings, ours.commands, ours.programs = {"A": "1"}, ["c"], {"sum": "program"}
        made = algorithms.sides(ours, catalogue.Benchmark("sum", operation="reduce"), algorithms.parse(self.LISTING, 1))
        self.assertEqual([(side.label, side.settings) for side in made],
                         [("algorithm flat", {"A": "1", "SHMEM_REDUCE_ALGORITHM": "flat"})])
        self.assertEqual((made[0].commands, made[0].build(catalogue.Benchmark("sum"), None, None)), ([], "program"))

    def test_none_has_figures_of_sizes_it_cannot_do(self):
        cell, flat = algorithms.parse(self.LISTING, 1)["broadcast"]
        self.assertEqual([cell.covers({"bytes": size}) for size in (8, 496, 497)], [True, True, False])
        self.assertTrue(flat.covers({"bytes": 1 << 30}))
        self.assertTrue(algorithms.parse(self.LISTING, 2)["broadcast"][0].covers({"bytes": 8193}), "a preference only")

    def test_flat_is_flat_for_every_collective(self):
        flat = algorithms.flat(catalogue.BENCHMARKS)
        self.assertEqual(flat["SHMEM_ALLTOALL_ALGORITHM"], "flat")
        self.assertEqual(set(flat.values()), {"flat"})


def record(figures, nodes=1, **sides):
    return {"nodes": nodes, "figures": figures, "sides": {label: {"version": text} for label, text in sides.items()}}


class Charts(unittest.TestCase):
    def setUp(self):
        by_set = {**figure("sum", "active set", 2.0, 2000.0, 8), "peer": {"median": 4000.0, "metric": "active set"}}
        by_team = {**figure("sum", "team", 4.0, 1000.0, 8), "peer": {"median": 4000.0, "metric": "active set"},
                   "algorithms": {"ring": {"median": 3000.0}}}
        beside = [figure("sum", "plain loop", size=8), figure("g", "int_g"), figure("barrier", "sync_all", pes=4)]
        self.record = record([by_set, by_team, *beside], ours="oshrun (Isthmus) 1", peer="oshrun (OpenRTE) 4.1.4")

    def test_a_panel_for_the_pes_and_a_curve_for_each_side_form_and_algorithm(self):
        total, barrier = charts.charts([self.record])
        self.assertEqual((total.name, total.panels), ("sum", {"2 PEs": {
            "Isthmus 1, active set": {8: 2.0}, "Open MPI 4.1.4, active set": {8: 4.0}, "Isthmus 1, team": {8: 1.0},
            "ring, team": {8: 3.0}}}))
        self.assertEqual((barrier.name, barrier.panels),
                         ("barrier", {"on 1 node": {"Isthmus 1, sync_all": {4: 0.001}}}))

    def test_nodes_have_charts_of_their_own(self):
        levels = {**figure("sum", "team", 2.0, 5000.0, 8, pes=4), "flat": {"median": 9000.0, "metric": "team"}}
        _, _, made = charts.charts([self.record, record([levels], nodes=2, ours="A", flat="A")])
        self.assertEqual((made.name, made.panels),
                         ("sum-2-nodes", {"4 PEs on 2 nodes": {"A, team": {8: 5.0}, "A, flat, team": {8: 9.0}}}))

    def test_the_drawing_has_the_points_the_axes_and_the_key(self):
        made = charts.charts([self.record])[0]
        made.add("4 <PEs>", "ring, team", 1024, 5.0)
        drawing = xml.etree.ElementTree.fromstring(made.drawing())
        space = "{http://www.w3.org/2000/svg}"
        texts = [text.text for text in drawing.iter(f"{space}text")]
        for words in ("sum: time per call", "microseconds, lower is better", "2 PEs", "4 <PEs>", "8", "1K", "5"):
            self.assertIn(words, texts)
        self.assertEqual(texts.count("ring, team"), 1, "the panels share a key")
        points = [(float(c.get("cx")), float(c.get("cy"))) for c in drawing.iter(f"{space}circle")]
        self.assertEqual(len(points), 5)
        self.assertEqual(len({x for x, _ in points[:4]}), 1, "four curves have a point at 8 bytes")
        self.assertGreater(points[4][0], float(drawing.get("width")) / 2, "the second panel is beside the first")
        self.assertLess(points[4][1], min(y for _, y in points[:4]), "on the same scale, 5 is above 4")

    def test_the_table_has_times_and_ratios(self):
        self.assertEqual(charts.table(self.record).splitlines(), [
            "| collective | PEs | 8 B |", "|---|---|---|", "| sum | 2 | 2.00 / 4.00 (2.0) |"])


class Callgrind(unittest.TestCase):
    def test_self_cost_leaves_out_what_calls_repeat(self):
        self.assertEqual(callgrind.dump_label(DUMP), ("int_p", 100))
        self.assertEqual(callgrind.self_cost(DUMP), {("/tmp/program", "int_p"): 304,
                                                     ("/lib/libisthmus.so.0", "shmem_int_p"): 1100,
                                                     ("/lib/libc.so.6", "memcpy"): 400})

    def test_self_cost_leaves_out_what_is_misplaced(self):
        dump = "ob=/lib/library.so\nfn=call\n0x1330 0 18\n0x20450 0 19\ncfn=other\ncalls=1 0x9000 0\n0x20454 0 500\n"
        self.assertEqual(callgrind.self_cost(dump), {("/lib/library.so", "call"): 37})
        self.assertEqual(callgrind.self_cost(dump, lambda obj, address: address < 0x8000), {("/lib/library.so", "call"): 19})

    def test_dumps_at_exit_have_no_label(self):
        self.assertIsNone(callgrind.dump_label("desc: Trigger: Program termination\n"))

    def test_per_call_is_the_slope(self):
        key = ("lib", "f")
        short, long = callgrind.collections.Counter({key: 1107}), callgrind.collections.Counter({key: 2207})
        self.assertEqual(callgrind.per_call(short, long, 100), {key: 11.0})


class Processes(unittest.TestCase):
    def test_output_and_status(self):
        self.assertEqual(process.run(["echo", "hello"], 10)[0], "hello\n")
        with self.assertRaisesRegex(process.CommandFailed, "status 3\n    why"):
            process.run(["sh", "-c", "echo why; exit 3"], 10)
        with self.assertRaisesRegex(process.CommandFailed, "No such file"):
            process.run(["/no/such/program"], 10)

    def test_the_limit_ends_the_whole_group(self):
        start = time.monotonic()
        with self.assertRaisesRegex(process.CommandFailed, "limit of 0.5 s") as caught:
            process.run(["sh", "-c", "sleep 60 & echo $!; wait"], 0.5)
        self.assertLess(time.monotonic() - start, 20)
        child = str(caught.exception).split()[-1]
        self.assertTrue(child.isdigit(), child)
        # The kernel may need a moment to take a killed process apart.
        for _ in range(200):
            status = pathlib.Path(f"/proc/{child}/stat")
            if not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return
            time.sleep(0.01)
        self.fail(f"process {child} is still there")


if __name__ == "__main__":
    unittest.main()
