"""Writes the parts of the profiling library that have a line for each function: those of the API, from tests/api/data/api.tsv,
and Isthmus' extensions, from shmemx.h after the preprocessor. Usage: generate.py EXTENSIONS OUTPUT_DIRECTORY. It writes functions.inc
(names and kinds), wrappers.cpp and extensions.cpp (one wrapper each)."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests" / "api"))
import spec_tables  # noqa: E402

# The page's kind of call for each category of the table.
KINDS = {"setup": "setup", "memory": "memory", "rma-blocking": "rma", "rma-nbi": "rma", "amo": "atomics",
         "amo-nbi": "atomics", "signal": "signals", "collective": "collectives", "p2p-sync": "waiting",
         "ordering": "order", "lock": "locks", "team": "teams", "ctx": "contexts", "stream": "device"}

# Written by hand in lifecycle.cpp, since they begin or end the recording; the last is variadic.
BY_HAND = {"shmem_init", "shmem_init_thread", "start_pes", "shmem_finalize", "shmem_global_exit", "shmem_pcontrol"}

# Barriers and synchronisations: how each says who takes part.
BARRIERS = {"shmem_barrier_all": "teams::all()", "shmem_sync_all": "teams::all()",
            "shmem_team_sync": "teams::of(team)",
            "shmem_barrier": "teams::of_active_set(PE_start, logPE_stride, PE_size)",
            "shmem_sync": "teams::of_active_set(PE_start, logPE_stride, PE_size)"}

# Calls of a few nanoseconds, which are counted and only now and then timed.
BRIEF = re.compile(r"_(p|g|test|test_\w+|my_pe|n_pes|ptr|accessible|signal_fetch|translate_pe|get_team|get_config|"
                   r"query_\w+|info_get_\w+)$|^_my_pe$|^_num_pes$")

# Calls that are as brief where there is nothing to wait for.
MAY_WAIT = re.compile(r"^shmem_(ctx_)?(pe_)?(quiet|fence)$")

# Extensions that say or do something about this PE alone, are called inside handlers, or end the process: left as they are.
UNSEEN = re.compile(r"_leave$|_wire_|_local_|_kind_of$|_partition_of$|_query$|_am_(register|max_medium|reply_\w+|source)$")

# The category of an extension, by its name: the first that is found.
EXTENSION_CATEGORIES = [(r"_on_stream$", "stream"), (r"_counted(_try)?$", "rma-nbi"), (r"req_(wait|test)$|quiet_test$", "p2p-sync"),
                        (r"team_(split|from|node)", "team"), (r"partition|space|team_", "memory"), (r"_am_", "profiling"),
                        (r"", "collective")]

# What the tool has to learn after a call.
AFTER = {"shmem_ctx_create": "if (result == 0) teams::context_gone(*ctx);",  # of an earlier context with the same handle
         "shmem_team_create_ctx": "if (result == 0) teams::context_made(team, *ctx);",
         "shmemx_space_create": "device::look();"}
BEFORE = {"shmem_ctx_destroy": "teams::context_gone(ctx);", "shmem_team_destroy": "teams::gone(team);"}

HEAD = """// Written by generate.py.
#define ISTHMUS_NO_GENERICS
#include <pshmem.h>
#include <shmemx.h>

#include "call.hpp"
#include "device.hpp"
#include "teams.hpp"

using namespace isthmus::profile;

"""


def element_size(function, buffer):
    """The bytes of one element: those of the type, or of the bits in the name where the buffer is void."""
    if "void" not in next(p.type for p in function.parameters if p.name == buffer):
        return f"sizeof(*{buffer})"
    bits = re.search(r"(8|16|32|64|128)(?=$|_)", function.name)
    return str(int(bits[1]) // 8) if bits else "1"


def elements_moved(names):
    """How many elements one call moves, as an expression of its arguments; None if it is always one."""
    if "nblocks" in names:
        return "bsize * nblocks"
    return next((f"std::size_t({count})" for count in ("nelems", "nreduce", "nbytes") if count in names), None)


def bytes_moved(function, names):
    """The same in bytes."""
    buffer = "dest" if "dest" in names else "source" if "source" in names else "sig_addr"
    elements, size = elements_moved(names), element_size(function, buffer)
    return f"{elements} * {size}" if elements else size


def collective_bytes(function, names):
    """The bytes that this PE gives as source: one block for each member in an all-to-all, of the root's alone in a broadcast."""
    size = bytes_moved(function, names)
    if "alltoall" in function.name:
        return f"{size} * std::size_t(members->size)"
    if "broadcast" in function.name:
        return f"members->rank == PE_root ? {size} : 0"
    if "scatter" in function.name:
        return f"members->rank == PE_root ? {size} * std::size_t(members->size) : 0"
    return size


def way(function, category=""):
    if category.startswith("amo") or re.search(r"signal_(set|add)(_on_stream)?$", function.name):
        return "atomic"
    return "get" if re.search(r"get|_g(_on_stream)?$", function.name) else "put"


def is_brief(function):
    return BRIEF.search(function.name) or MAY_WAIT.search(function.name)


def note(function, category):
    """The statement by which the wrapper notes the call: its way, its peer, its bytes, its buffers, its team."""
    names = [p.name for p in function.parameters]
    if function.name in BARRIERS:
        return f"call.meets({BARRIERS[function.name]});"
    if category == "stream":
        if "pe" in names:
            buffers = ", dest, source" if {"dest", "source"} <= set(names) else ""
            return f"call.moves(Way::{way(function)}, Timing::each, pe, {bytes_moved(function, names)}{buffers});"
        category = "collective" if "dest" in names else ""
    if category == "collective" and ("dest" not in names or "*nbytes" in function.declarator("", "c").replace(" ", "")):
        return "call.happens(Timing::each);"  # lengths that only the root knows, or none
    if category == "collective":
        team = "of(team)" if "team" in names else "of_active_set(PE_start, logPE_stride, PE_size)"
        return (f"Team* const members = teams::{team}; "
                f"call.gathers({collective_bytes(function, names)}, members, dest, source);")
    if category.startswith(("rma", "amo", "signal")) and "pe" in names and not function.name.endswith("_try"):
        pe = "teams::world_pe(ctx, pe)" if "ctx" in names else "pe"
        size = bytes_moved(function, names)
        if category.startswith("amo") or re.search(r"signal_(set|add)$", function.name):
            return f"call.moves(Way::atomic, Timing::sampled, {pe}, {size});"
        if "source" not in names or "dest" not in names:  # p and g
            return f"call.moves(Way::{way(function)}, Timing::sampled, {pe}, {size});"
        return f"call.moves(Way::{way(function)}, Timing::by_size, {pe}, {size}, dest, source, {elements_moved(names)});"
    return f"call.happens(Timing::{'if_brief' if MAY_WAIT.search(function.name) else 'sampled' if is_brief(function) else 'each'});"


def quick(function, category):
    """The expression that counts a call which needs nothing else, or None if there is always more to do."""
    names = [p.name for p in function.parameters]
    if category == "stream" or function.name.endswith("_try"):
        return None
    if category.startswith(("rma", "amo", "signal")) and "pe" in names:
        elements = elements_moved(names)
        counted = f"count<{'true' if elements else 'false'}, {signature(function)}>(f_{function.name}, pe, {elements or 0})"
        return f"teams::has_contexts ? nullptr : {counted}" if "ctx" in names else counted
    return f"count<false, {signature(function)}>(f_{function.name}, 0, 0)" if is_brief(function) else None


def passed_on(function, category):
    """The lines that note a call and pass it on, with the place it comes from in `site`."""
    arguments = ", ".join(p.name for p in function.parameters)
    invoke = f"call.next<{signature(function)}>()({arguments})"
    lines = [f"Call call(f_{function.name}, site);", note(function, category)]
    lines += [BEFORE[function.name]] if function.name in BEFORE else []
    after = AFTER.get(function.name)
    if function.name.endswith("_counted_try"):  # which moves something if it was not refused
        size = bytes_moved(function, [p.name for p in function.parameters])
        after = f"if (result == 0) call.has_moved(Way::{way(function)}, pe, {size});"
    if after:
        return [*lines, f"const {function.result} result = {invoke};", after, "return result;"]
    return [*lines, f"{'' if function.result == 'void' else 'return '}{invoke};"]


def signature(function):
    return f"{function.result}({', '.join(p.type for p in function.parameters)})"


def wrapper(function, category, has_twin=True):
    """A call that is only counted goes on by a jump: what else there is to do is in a function of its own, so that registers
    are saved there alone."""
    arguments = ", ".join(p.name for p in function.parameters)
    body = passed_on(function, category)
    if counted := quick(function, category):
        body = [f"if (const auto next = {counted}) [[likely]]", f"  return next({arguments});",
                "return [=, site = SITE]() __attribute__((noinline)) {", *(f"  {line}" for line in body), "}();"]
    else:
        body = ["const void* const site = SITE;", *body]
    lines = [f'extern "C" SEEN {function.declarator(function.name, "c++")} {{', *(f"  {line}" for line in body), "}"]
    if has_twin:
        twin = function.declarator(f"p{function.name}", "c++")
        lines.append(f'extern "C" SEEN [[gnu::alias("{function.name}")]] {twin};')
    return spec_tables.in_language("\n".join(lines), "c++")


def extensions(text):
    """The functions that shmemx.h declares, with their categories."""
    found = []
    for result, name, listed in re.findall(
            r"(?:^|[;{}])\s*([\w ]+?[ *]+)(shmemx_\w+|shmem_partition_\w+)\s*\(([^()]*)\)\s*(?=;)", text):
        if UNSEEN.search(name):
            continue
        function = spec_tables.parse_signature(f"{' '.join(result.split())} {name}({' '.join(listed.split())})")
        found.append((function, next(category for pattern, category in EXTENSION_CATEGORIES if re.search(pattern, name))))
    return found


def main():
    declared, to = pathlib.Path(sys.argv[1]).read_text(), pathlib.Path(sys.argv[2])
    rows = [row for row in spec_tables.rows("api.tsv") if row["kind"] == "function" and row["removed_in"] == "-"]
    functions = [(spec_tables.parse_signature(row["c_signature"]), row["category"]) for row in rows]
    more = extensions(declared)
    (to / "functions.inc").write_text("".join(
        f'FUNCTION({function.name}, "{KINDS.get(category, "other")}")\n' for function, category in functions + more))
    (to / "wrappers.cpp").write_text(HEAD + "\n\n".join(
        wrapper(function, category) for function, category in functions if function.name not in BY_HAND) + "\n")
    (to / "extensions.cpp").write_text(HEAD + "\n\n".join(
        wrapper(function, category, has_twin=False) for function, category in more) + "\n")


if __name__ == "__main__":
    main()
