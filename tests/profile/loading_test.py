"""How the profiling library is loaded, beside what, and what is said when it recorded nothing. Usage: loading_test.py OSHRUN LIBRARY
FOLDER OPENMPI: the folder has the programs of CMakeLists.txt; OPENMPI is the folder of Open MPI's commands, or empty."""
import os
import pathlib
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

import recorded

OSHRUN, LIBRARY, FOLDER, OPENMPI = (sys.argv.pop(1) for _ in range(4))
HERE = pathlib.Path(__file__).parent
ENDS = f"{FOLDER}/profile_ends"


class UsersTool(unittest.TestCase):
    """A tool of a user's on the pshmem_ interface sees every call, and the profile counts each once."""

    def check(self, n, program, environment=None, options=()):
        run = recorded.Recorded(OSHRUN, ["-n", str(n), *options, f"{FOLDER}/{program}"], environment)
        self.assertEqual(run.code, 0, run.errors)
        for pe in range(n):
            self.assertIn(f"tool of PE {pe}: {n} puts, 4 barriers\n", run.output)
            calls = recorded.calls(run.profile, pe)
            self.assertEqual([calls[name][1] for name in ("shmem_putmem", "shmem_barrier_all", "shmem_finalize")], [n, 4, 1])
            self.assertEqual(calls["shmem_int_p"][1], 200)  # which the tool leaves alone

    def test_in_the_program(self):
        self.check(2, "profile_tool_within")

    def test_as_a_linked_library(self):
        self.check(2, "profile_tool_linked")

    def test_preloaded(self):
        self.check(2, "profile_known_traffic", {"LD_PRELOAD": f"{FOLDER}/libprofile_user_tool.so"})

    @unittest.skipUnless(os.path.exists(f"{FOLDER}/profile_sanitized"), "the compiler has no AddressSanitizer")
    def test_of_a_program_with_address_sanitizer(self):
        run = recorded.Recorded(OSHRUN, ["-n", "2", f"{FOLDER}/profile_sanitized"], {"ASAN_OPTIONS": "detect_leaks=0"})
        self.assertEqual(run.code, 0, run.errors)
        self.assertEqual(recorded.calls(run.profile, 1)["shmem_int_p"][1], 200)

    def test_preloaded_by_an_option(self):
        self.check(1, "profile_known_traffic", options=["-x", f"LD_PRELOAD={FOLDER}/libprofile_user_tool.so"])


class Endings(unittest.TestCase):
    def ended(self, way, *options, n=2):
        return recorded.Recorded(OSHRUN, ["-n", str(n), *options, ENDS, way])

    def check_nothing(self, run, why):
        self.assertIsNone(run.profile)
        self.assertEqual([line for line in run.errors.splitlines() if "recorded nothing" in line],
                         [f"oshrun: --profile recorded nothing: {why}"])

    def test_global_exit(self):
        self.check_nothing(self.ended("global_exit"),
                           "a PE ended the job, by shmem_global_exit or by an error; what was counted is written by shmem_finalize")

    def test_failure(self):
        run = self.ended("failure")
        self.assertEqual(run.code, 3)
        self.check_nothing(run, "the job ended before shmem_finalize")

    def test_unfinalized(self):
        self.check_nothing(self.ended("unfinalized"), "the program did not call shmem_finalize")

    def test_uncalled(self):
        self.check_nothing(self.ended("uncalled"), "no PE called shmem_init")

    def test_static(self):
        run = recorded.Recorded(OSHRUN, [f"{FOLDER}/profile_static"])
        self.check_nothing(run, "the program is linked statically; link it with the shared library")

    def test_start_pes(self):
        run = self.ended("start_pes")
        self.assertEqual(run.code, 0, run.errors)
        self.assertEqual(recorded.calls(run.profile, 1)["shmem_int_p"][1], 1)

    def test_two_users(self):
        """The second of two nested shmem_init has its own shmem_finalize: the profile is written by the last."""
        run = self.ended("twice")
        self.assertEqual(run.code, 0, run.errors)
        calls = recorded.calls(run.profile, 0)
        self.assertEqual([calls[name][1] for name in ("shmem_init", "shmem_barrier_all", "shmem_finalize")], [2, 2, 2])

    def test_bad_file(self):
        run = subprocess.run([OSHRUN, "--profile=/nowhere/page.html", ENDS], stderr=subprocess.PIPE, text=True)
        self.assertEqual((run.returncode, run.stderr), (2, "oshrun: --profile '/nowhere/page.html': No such file or directory; "
                                                           "give a file that can be written\n"))

    def recorded_into(self, path, way="", trace=False):
        return subprocess.run([OSHRUN, f"--{'trace' if trace else 'profile'}={path}", ENDS, way], stderr=subprocess.PIPE,
                              stdout=subprocess.PIPE, text=True, timeout=60)

    def test_a_page_that_was_there_stays_if_nothing_is_recorded(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder, "page.html")
            page.write_text("of yesterday")
            run = self.recorded_into(page, "failure")
            self.assertIn("--profile recorded nothing: the job ended before shmem_finalize", run.stderr)
            self.assertEqual(page.read_text(), "of yesterday")
            self.assertEqual(self.recorded_into(page).returncode, 0)
            self.assertIn("shmem_barrier_all", page.read_text())

    def test_devices_pipes_and_links_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            link, target = pathlib.Path(folder, "link"), pathlib.Path(folder, "target")
            link.symlink_to(target)
            self.recorded_into(link, "failure")
            self.assertTrue(link.is_symlink())
            link.unlink()
            link.symlink_to("/proc/self/fd/1")
            run = self.recorded_into(link, trace=True)
            self.assertNotIn("recorded nothing", run.stderr)
            self.assertIn("traceEvents", run.stdout)
            self.assertTrue(link.is_symlink())
            pipe = f"{folder}/pipe"
            os.mkfifo(pipe)
            with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
                self.assertEqual(self.recorded_into(pipe).returncode, 0)
                self.assertIn("shmem_barrier_all", reader.communicate(timeout=60)[0])
            self.assertTrue(os.path.exists(pipe))
            if os.geteuid() == 0:
                node = f"{folder}/null"
                os.mknod(node, 0o600 | stat.S_IFCHR, os.makedev(1, 3))
                self.assertNotIn("recorded nothing", self.recorded_into(node, "failure").stderr)
                self.assertTrue(os.path.exists(node))

    def test_the_program_stays(self):
        with tempfile.TemporaryDirectory() as folder:
            program = shutil.copy(ENDS, f"{folder}/program")
            run = subprocess.run([OSHRUN, f"--profile={program}", program], stderr=subprocess.PIPE, text=True, timeout=60)
            self.assertEqual((run.returncode, run.stderr),
                             (2, f"oshrun: --profile '{program}' is the program; give another file\n"))
            self.assertEqual(pathlib.Path(program).read_bytes(), pathlib.Path(ENDS).read_bytes())

    def test_options_that_take_the_next_word_or_do_not(self):
        run = subprocess.run([OSHRUN, "--profile", "x.html", ENDS], stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertIn("'x.html'", run.stderr)
        self.assertIn("--profile=x.html", run.stderr)
        run = subprocess.run([OSHRUN, "--trace", "-n", "2", ENDS], stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual((run.returncode, run.stderr), (2, "oshrun: --trace '-n' is an option: give --trace FILE first\n"))

    def test_default_file(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([OSHRUN, "--profile", ENDS], cwd=folder, stderr=subprocess.DEVNULL, check=True, timeout=60)
            self.assertEqual(os.listdir(folder), ["profile.html"])


class Threads(unittest.TestCase):
    def test_counts(self):
        run = recorded.Recorded(OSHRUN, ["-n", "2", f"{FOLDER}/profile_threads"], trace=True)
        self.assertEqual(run.code, 0, run.errors)
        puts = 8 * 4 * 50
        for pe in range(2):
            self.assertEqual(recorded.calls(run.profile, pe)["shmem_putmem"][1:4:2], (puts, puts // 2 * (2048 + 8)))
            self.assertEqual(run.profile["traffic"]["messages"][pe], [puts, 0])
            tracks = {event["tid"] for event in run.trace["traceEvents"] if event["pid"] == pe}
            self.assertLessEqual(len(tracks), 5)  # threads that follow one another share a track


class OtherLibrary(unittest.TestCase):
    @unittest.skipUnless(OPENMPI, "Open MPI has no oshcc and oshrun here")
    def test_openmpi(self):
        with tempfile.TemporaryDirectory() as folder:
            program, page = f"{folder}/old", f"{folder}/page.html"
            subprocess.run([f"{OPENMPI}/oshcc", "-g", HERE / "ends.c", "-o", program], check=True)
            # osc/rdma of Open MPI 4.1 fails in shmem_finalize on some machines, with and without the tool. Ubuntu's crashes in
            # shmem_init now and then.
            for _ in range(5):
                run = subprocess.run([f"{OPENMPI}/oshrun", "--allow-run-as-root", "--oversubscribe", "--mca", "osc", "^rdma",
                                      "-x", f"LD_PRELOAD={LIBRARY}", "-x", f"SHMEM_PROFILE={page}", "-n", "2", program],
                                     stderr=subprocess.PIPE, text=True, timeout=100)
                if os.path.exists(page):
                    break
            self.assertTrue(os.path.exists(page), run.stderr)
            profile = recorded.data_of(pathlib.Path(page).read_text())
            self.assertIn("open-mpi", profile["library"])
            for pe in range(2):
                calls = recorded.calls(profile, pe)
                self.assertEqual({name: row[1] for name, row in calls.items()},
                                 {"shmem_init": 1, "shmem_barrier_all": 1, "shmem_finalize": 1})


if __name__ == "__main__":
    unittest.main(verbosity=2)
