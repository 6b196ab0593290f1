"""The parts of the driver that decide: targets, ratios, the reading of callgrind's files, the end of processes."""
import pathlib
import sys
import time
import unittest

sys.dont_write_bytecode = True
from driver import callgrind, catalogue, process, report, rounds  # noqa: E402

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
        target = catalogue.Target("g", "int_g", at_least=3.0)
        self.assertEqual(self.verdicts(target, [figure("g", "int_g", 3.0)]), [True])
        self.assertEqual(self.verdicts(target, [figure("g", "int_g", 2.99)]), [False])

    def test_no_ratio_is_a_miss(self):
        target = catalogue.Target("g", "int_g", at_least=3.0)
        self.assertEqual(self.verdicts(target, [figure("g", "int_g")]), [False])

    def test_own_limit(self):
        target = catalogue.Target("malloc_free", "pair", at_most=80.0)
        self.assertEqual(self.verdicts(target, [figure("malloc_free", "pair", ours=80.0)]), [True])
        self.assertEqual(self.verdicts(target, [figure("malloc_free", "pair", ours=80.1)]), [False])

    def test_own_limit_from_below(self):
        target = catalogue.Target("threads_rate", "factor", own_at_least=1.7)
        self.assertEqual(self.verdicts(target, [figure("threads_rate", "factor", ours=1.7)]), [True])
        self.assertEqual(self.verdicts(target, [figure("threads_rate", "factor", ours=1.69)]), [False])

    def test_times_as_long_as_the_other_side(self):
        target = catalogue.Target("get_latency", "getmem", time_at_most=1.25, than="raw", nodes=2)
        self.assertEqual(self.verdicts(target, [figure("get_latency", "getmem", 1 / 1.25)]), [True])
        self.assertEqual(self.verdicts(target, [figure("get_latency", "getmem", 1 / 1.26)]), [False])
        self.assertEqual(self.verdicts(target, [figure("get_latency", "getmem")]), [False])

    def test_a_target_holds_for_its_nodes_and_its_other_side(self):
        raw = catalogue.Target("get_latency", "getmem", time_at_most=1.3, than="raw", nodes=2)
        self.assertTrue(raw.applies(2, "raw"))
        self.assertFalse(raw.applies(2, None) or raw.applies(1, "raw") or raw.applies(2, "peer"))
        own = catalogue.Target("malloc_free", "pair", at_most=80.0)
        self.assertTrue(own.applies(1, None) and own.applies(1, "peer"))
        self.assertFalse(own.applies(2, None))

    def test_on_the_wire_every_pe_is_a_node(self):
        benchmark = catalogue.Benchmark("barrier", pes=(2, 4), quick_pes=(2,))
        self.assertEqual([benchmark.plan(False, 3), benchmark.plan(True), benchmark.plan(False)], [(3,), (2,), (2, 4)])
        spread = catalogue.Benchmark("x", pes=(2, 4, 8), quick_pes=(2, 4), spread=True)
        self.assertEqual([spread.plan(False), spread.plan(False, 4), spread.plan(True, 2)], [(2, 4, 8), (4, 8), (2, 4)])

    def test_only_the_named_sizes_and_metrics_count(self):
        target = catalogue.Target("put_latency", "putmem+quiet", at_least=3.0, bytes_from=8, bytes_to=8)
        others = [figure("put_latency", "putmem+quiet", 0.1, size=16), figure("put_latency", "other", 0.1, size=8)]
        self.assertEqual(self.verdicts(target, [*others, figure("put_latency", "putmem+quiet", 4.0, size=8)]), [True])

    def test_a_planned_figure_that_is_absent_is_a_miss(self):
        target = catalogue.Target("barrier", "barrier_all", at_least=1.0, pes=(2, 4))
        figures = [figure("barrier", "barrier_all", 1.5, pes=2)]
        self.assertEqual(self.verdicts(target, figures, pes=(2, 4)), [True, False])
        self.assertEqual(self.verdicts(target, figures, pes=(2,)), [True])

    def test_every_target_names_a_benchmark_with_a_source(self):
        names = {benchmark.name for benchmark in catalogue.BENCHMARKS}
        sources = {path.stem for path in (pathlib.Path(__file__).parent / "ops").glob("*.c")}
        self.assertEqual(names, sources)
        for target in catalogue.TARGETS:
            self.assertIn(target.bench, names)

    def test_what_is_compared_with_the_provider_has_a_loop_of_its_own(self):
        source = (pathlib.Path(__file__).parent / "fabric" / "raw.c").read_text()
        for benchmark in catalogue.BENCHMARKS:
            self.assertEqual(f'{{"{benchmark.name}", ' in source, benchmark.raw, benchmark.name)


class Figures(unittest.TestCase):
    def figures(self, better, ours, peer):
        measured = rounds.Rounds([], pathlib.Path("."), pathlib.Path("."), 3, [], False, 1)
        measured.samples = {("b", "m", 8, 2, "u", better): {"ours": [(v, v) for v in ours],
                                                            "peer": [(v, v) for v in peer]}}
        return measured.figures()[0]

    def test_medians_over_rounds(self):
        made = self.figures("lower", [10.0, 90.0, 11.0], [30.0, 33.0, 500.0])
        self.assertEqual((made["ours"]["median"], made["peer"]["median"], made["ratio"]), (11.0, 33.0, 3.0))
        self.assertEqual(made["ours"]["best"], 10.0)

    def test_the_provider_is_another_side(self):
        measured = rounds.Rounds([], pathlib.Path("."), pathlib.Path("."), 1, [], False, 1, nodes=2)
        measured.samples = {("b", "m", 8, 2, "ns", "lower"): {"ours": [(12.0, 12.0)], "raw": [(6.0, 6.0)]}}
        self.assertEqual(measured.figures()[0]["ratio"], 0.5)

    def test_ratio_above_one_means_better_for_rates_too(self):
        self.assertEqual(self.figures("higher", [60.0], [20.0])["ratio"], 3.0)


class Callgrind(unittest.TestCase):
    def test_self_cost_leaves_out_what_calls_repeat(self):
        self.assertEqual(callgrind.dump_label(DUMP), ("int_p", 100))
        self.assertEqual(callgrind.self_cost(DUMP), {("/tmp/program", "int_p"): 304,
                                                     ("/lib/libisthmus.so.0", "shmem_int_p"): 1100,
                                                     ("/lib/libc.so.6", "memcpy"): 400})

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
