"""Tests the parts of forced.py on lists and reports made up here: right ones pass, and each kind of mistake is
found."""
import unittest

import algorithms
import forced

LIST = """\
barrier    flags                one node       each shows a flag; up to 16 PEs
barrier    flat                 any            dissemination over all members; any size
broadcast  cell                 one node       beside its flag; at most 496 bytes
broadcast  two_level            several nodes  the root, then leaders; up to 4096 bytes, at most 8192 bytes, 16 PEs
broadcast  flat                 any            all sync; any size
"""


def find(operation, name):
    return next(found for found in algorithms.parse(LIST)[0][operation] if found.name == name)


def reports(algorithm, *counts):
    return {(pe, algorithm.operation, algorithm.name): count for pe, count in enumerate(counts)}


class List(unittest.TestCase):
    def test_rows(self):
        table, sizes = algorithms.parse(LIST)
        self.assertEqual([found.name for found in table["broadcast"]], ["cell", "two_level", "flat"])
        self.assertEqual(sizes, {"barrier": set(), "broadcast": {496, 4096, 8192}})
        self.assertTrue(find("broadcast", "cell").limited)
        self.assertFalse(find("barrier", "flags").limited)

    def test_a_line_of_another_form_is_not_passed_over(self):
        self.assertRaises(ValueError, algorithms.parse, LIST + "broadcast ring three nodes: round and round\n")


class Judgement(unittest.TestCase):
    def judge(self, operation, name, nodes, *counts):
        algorithm = find(operation, name)
        return forced.judge(algorithm, len(counts), nodes, reports(algorithm, *counts))

    def test_what_always_fits_is_always_taken(self):
        self.assertFalse(self.judge("broadcast", "flat", 2, (9, 9), (7, 7)))
        self.assertTrue(self.judge("broadcast", "flat", 2, (9, 9), (6, 7)))
        self.assertFalse(self.judge("barrier", "flags", 1, (9, 9), (7, 7)))
        self.assertTrue(self.judge("barrier", "flags", 1, (9, 9), (0, 7)))

    def test_what_sometimes_fits_is_sometimes_taken(self):
        self.assertFalse(self.judge("broadcast", "cell", 1, (1, 9), (1, 7)))
        self.assertTrue(self.judge("broadcast", "cell", 1, (1, 9), (0, 7)))
        self.assertFalse(self.judge("broadcast", "two_level", 2, (1, 9), (1, 7)))
        self.assertTrue(self.judge("broadcast", "two_level", 2, (0, 9), (0, 7)))

    def test_what_never_fits_is_never_taken(self):
        self.assertFalse(self.judge("broadcast", "two_level", 1, (0, 9), (0, 7)))
        self.assertTrue(self.judge("broadcast", "two_level", 1, (1, 9), (0, 7)))

    def test_the_mixed_program_passes_over_what_never_fits(self):
        table, chosen = algorithms.parse(LIST)[0], {"barrier": "flat", "broadcast": "two_level"}
        wrong = lambda nodes, *counts: forced.wrongly_taken(table, chosen, nodes, reports(find("broadcast", "two_level"), *counts))
        self.assertEqual(wrong(1, (0, 9), (0, 7)), [])
        self.assertEqual(len(wrong(1, (0, 9), (1, 7))), 1)
        self.assertEqual(len(wrong(1, (0, 9), (0, 0))), 1, "no calls prove nothing")
        self.assertEqual(len(wrong(1)), 1, "nor do no reports")
        self.assertEqual(wrong(2, (5, 9), (1, 7)), [])

    def test_no_calls_prove_nothing(self):
        self.assertTrue(self.judge("broadcast", "flat", 1, (0, 0), (7, 7)))

    def test_every_pe_reports(self):
        algorithm = find("broadcast", "flat")
        self.assertTrue(forced.judge(algorithm, 2, 1, reports(algorithm, (9, 9))))

    def test_barriers_of_one(self):
        self.assertFalse(self.judge("barrier", "flat", 1, (0, 0)))
        self.assertFalse(self.judge("barrier", "flags", 2, (0, 9), (0, 9)))
        self.assertTrue(self.judge("barrier", "flags", 2, (0, 9), (0, 9), (0, 9)))


if __name__ == "__main__":
    unittest.main()
