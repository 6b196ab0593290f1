"""What a call of each type-generic name looks like in the test, and what it must do. A case is the body of a C function
with these placeholders: T the element type, CALL the name called and its opening parenthesis (and context), CALLED a
check that the call went to the right typed function. A PE (me) sends to the one on its right, and so is sent to by the
one on its left."""

FILL = """
  static T source[N], dest[N];
  for (int i = 0; i < N; ++i) source[i] = (T)sent(me, i);
"""
DELIVERED = """
  CALLED;
  quiet();
  shmem_barrier_all();
"""
NBI = ("", "_nbi")


def put_get():
    """The expression is what element i holds afterwards; from is the PE whose elements arrive."""
    def moved(expected):
        return f"  for (int i = 0; i < N; ++i) CHECK(dest[i] == (T)({expected}));\n"
    first_four = moved("i < 4 ? sent(from, i) : 0")
    strided = moved("i == 0 ? sent(from, 0) : i == 2 ? sent(from, 3) : 0")
    blocks = moved("i < 2 ? sent(from, i) : i == 4 || i == 5 ? sent(from, i - 1) : 0")
    cases = {}
    for nbi in NBI:
        cases["put" + nbi] = FILL + "  CALL dest, source, 4, right);" + DELIVERED + "  int from = left;\n" + first_four
        cases["get" + nbi] = (FILL + "  shmem_barrier_all();\n  CALL dest, source, 4, right);" + DELIVERED +
                              "  int from = right;\n" + first_four)
        cases["put_signal" + nbi] = FILL + """
  static uint64_t flag;
  CALL dest, source, 4, &flag, 7, SHMEM_SIGNAL_SET, right);
  CALLED;
  CHECK(shmem_signal_wait_until(&flag, SHMEM_CMP_EQ, 7) == 7);
  quiet();
  int from = left;
""" + first_four
    for name, arguments, expected in (("i", "2, 3, 2", strided), ("ib", "4, 3, 2, 2", blocks)):
        cases[name + "put"] = (FILL + f"  CALL dest, source, {arguments}, right);" + DELIVERED +
                               "  int from = left;\n" + expected)
        cases[name + "get"] = (FILL + f"  shmem_barrier_all();\n  CALL dest, source, {arguments}, right);" + DELIVERED +
                               "  int from = right;\n" + expected)
    cases["p"] = "\n  static T one;\n  CALL &one, (T)(7 + me), right);" + DELIVERED + "  CHECK(one == (T)(7 + left));\n"
    cases["g"] = """
  static T one;
  const T *const read_only = &one;
  one = (T)(7 + me);
  shmem_barrier_all();
  RESULT_IS(T, CALL &one, right));
  RESULT_IS(T, CALL read_only, right));
  T got = CALL &one, right);
  CALLED;
  CHECK(got == (T)(7 + right));
  CHECK((CALL read_only, right)) == got);
  shmem_barrier_all();
"""
    return cases


def atomic(arguments, after, fetching):
    """12 stands at the target; arguments are those between the target and the PE."""
    begin = "\n  static T target;\n  target = 12;\n  shmem_barrier_all();\n"
    end = f"  shmem_barrier_all();\n  CHECK(target == (T){after});\n"
    if not fetching:
        return {"": begin + f"  CALL &target, {arguments} right);" + DELIVERED + f"  CHECK(target == (T){after});\n"}
    return {
        "": begin + f"""  RESULT_IS(T, CALL &target, {arguments} right));
  T old = CALL &target, {arguments} right);
  CALLED;
  CHECK(old == (T)12);
""" + end,
        "_nbi": begin + f"""  static T old;
  CALL &old, &target, {arguments} right);
  CALLED;
  quiet();
  CHECK(old == (T)12);
""" + end,
    }


def atomics():
    cases = {}

    def add(name, old_name, arguments, after, fetching):
        for suffix, body in atomic(arguments, after, fetching).items():
            cases[f"atomic_{name}{suffix}"] = body
            if old_name and not suffix:
                cases[old_name] = body
    add("compare_swap", "cswap", "12, 10,", 10, True)
    add("add", "add", "10,", 22, False)
    add("fetch_add", "fadd", "10,", 22, True)
    add("inc", "inc", "", 13, False)
    add("fetch_inc", "finc", "", 13, True)
    add("fetch", "fetch", "", 12, True)
    add("set", "set", "10,", 10, False)
    add("swap", "swap", "10,", 10, True)
    for name, after in (("and", 8), ("or", 14), ("xor", 6)):
        add(name, "", "10,", after, False)
        add("fetch_" + name, "", "10,", after, True)
    read_only = "  T old = CALL &target,  right);"
    for name in ("fetch", "atomic_fetch"):
        assert read_only in cases[name]
        cases[name] = cases[name].replace(read_only, "  const T *const read_only = &target;\n"
                                          "  CHECK((CALL read_only, right)) == (T)12);\n" + read_only)
    return cases


def waiting():
    cases = {
        "wait_until": """
  static T flag;
  shmem_p(&flag, 5, right);
  CALL &flag, SHMEM_CMP_EQ, 5);
  CALLED;
  CHECK(flag == 5);
""",
        "test": """
  static T flag;
  int before = CALL &flag, SHMEM_CMP_EQ, 5);
  CALLED;
  CHECK(before == 0);
  shmem_barrier_all();
  shmem_p(&flag, 5, right);
  shmem_barrier_all();
  CHECK((CALL &flag, SHMEM_CMP_EQ, 5)) != 0);
"""}
    for vector in ("", "_vector"):
        wanted = "wanted" if vector else "5"
        values = (5, 6, 7) if vector else (5, 5, 5)
        begin = "\n  static T flags[3];\n"
        if vector:
            begin += f"  static const T wanted[3] = {{{values[0]}, {values[1]}, {values[2]}}};\n"

        def send(*indices):
            return "".join(f"  shmem_p(&flags[{i}], {values[i]}, right);\n" for i in indices)
        barrier = "  shmem_barrier_all();\n"
        one = f"  size_t which = CALL flags, 3, NULL, SHMEM_CMP_EQ, {wanted});\n  CALLED;\n  CHECK(which == 1);\n"
        some = f"""  size_t indices[3] = {{9, 9, 9}};
  size_t count = CALL flags, 3, indices, NULL, SHMEM_CMP_EQ, {wanted});
  CALLED;
  CHECK(count == 2 && indices[0] + indices[1] == 3 && indices[2] == 9);
"""
        cases["wait_until_all" + vector] = (begin + send(0, 1, 2) +
                                            f"  CALL flags, 3, NULL, SHMEM_CMP_EQ, {wanted});\n  CALLED;\n" + "".join(
                                                f"  CHECK(flags[{i}] == {values[i]});\n" for i in range(3)))
        cases["wait_until_any" + vector] = begin + send(1) + one
        cases["wait_until_some" + vector] = begin + send(1, 2) + barrier + some
        cases["test_all" + vector] = begin + send(0, 1) + barrier + f"""
  int all = CALL flags, 3, NULL, SHMEM_CMP_EQ, {wanted});
  CALLED;
  CHECK(all == 0);
""" + barrier + send(2) + barrier + f"  CHECK((CALL flags, 3, NULL, SHMEM_CMP_EQ, {wanted})) != 0);\n"
        cases["test_any" + vector] = begin + send(1) + barrier + one
        cases["test_some" + vector] = begin + send(1, 2) + barrier + some
    return cases


def collectives():
    def call(arguments):
        return f"  int failed = CALL SHMEM_TEAM_WORLD, dest, source, {arguments});\n  CALLED;\n  CHECK(failed == 0);\n"
    gathered = "  for (int i = 0; i < n * 4; ++i) CHECK(dest[i] == (T)sent(i / 4, i % 4));\n"
    exchanged = "  for (int i = 0; i < n * 2; ++i) CHECK(dest[i] == (T)sent(i / 2, {}));\n"
    cases = {
        "broadcast": FILL + call("4, n - 1") + "  for (int i = 0; i < 4; ++i) CHECK(dest[i] == (T)sent(n - 1, i));\n",
        "collect": FILL + call("4") + gathered,
        "fcollect": FILL + call("4") + gathered,
        "alltoall": FILL + call("2") + exchanged.format("me * 2 + i % 2"),
        "alltoalls": FILL + call("1, 2, 2") + exchanged.format("2 * (me * 2 + i % 2)"),
    }
    # What PE p contributes, and the oracle: its start, what a contribution makes of it, and how many contribute. From
    # int to a complex type of C++ the way leads through float, which holds these numbers.
    bits, numbers = "p * 5 + 12", "p + 2"
    for name, mine, start, step, contributors in (
            ("and_reduce", bits, 15, "expected &= term", "n"), ("or_reduce", bits, 0, "expected |= term", "n"),
            ("xor_reduce", bits, 0, "expected ^= term", "n"),
            ("max_reduce", numbers, 0, "if (term > expected) expected = term", "n"),
            ("min_reduce", numbers, 99, "if (term < expected) expected = term", "n"),
            ("sum_reduce", numbers, 0, "expected += term", "n"), ("prod_reduce", numbers, 1, "expected *= term", "n"),
            ("sum_inscan", numbers, 0, "expected += term", "me + 1"),
            ("sum_exscan", numbers, 0, "expected += term", "me")):
        cases[name] = f"""
  static T source[3], dest[3];
  for (int i = 0, p = me; i < 3; ++i) source[i] = (T)(float)({mine} + i);
{call("3")}
  for (int i = 0; i < 3; ++i) {{
    int expected = {start};
    for (int p = 0; p < {contributors}; ++p) {{
      const int term = {mine} + i;
      {step};
    }}
    CHECK(dest[i] == (T)(float)expected);
  }}
"""
    return cases


CASES = {**put_get(), **atomics(), **waiting(), **collectives()}
