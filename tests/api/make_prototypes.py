"""Writes a program that holds every function and constant of the tables to its type: a pointer of the exact type is set
to each function and to its pshmem_ twin. Usage: make_prototypes.py c|c++ OUTPUT"""
import pathlib
import sys

import spec_tables

HEAD = """/* Written by make_prototypes.py from data/api.tsv. */
#include <pshmem.h>
#include <stdio.h>
#include <string.h>
"""

# A constant has the type of the table, and the compiler knows its value.
TYPE_CHECK = {
    "c": """
#if __STDC_VERSION__ >= 201112L
#define HAS_TYPE(constant, type) _Static_assert(_Generic((constant), type: 1, default: 0), #constant " is no " #type)
#else
#define HAS_TYPE(constant, type) extern int no_check_before_c11
#endif
""",
    "c++": """
#include <type_traits>
#define HAS_TYPE(constant, type) static_assert(std::is_same<decltype(constant), type>::value, #constant " is no " #type)
""",
}

MAIN = """
typedef void (*Any)(void);
static const struct {
  const char *name;
  Any function, twin;
} all[] = {
%s
};

/* An alias is the same function: a tool that replaces neither sees one address. */
int main(void) {
  int differ = 0;
  const size_t count = sizeof all / sizeof all[0];
  for (size_t i = 0; i < count; ++i)
    if (all[i].function != all[i].twin) {
      printf("%%s is not the same function as p%%s\\n", all[i].name, all[i].name);
      differ = 1;
    }
  printf("%%zu functions\\n", count);
  return differ;
}
"""


def check_constant(constant):
    name = constant.name
    if constant.type == "string":
        yield f"typedef char fits_{name}[sizeof({name} \"\") <= SHMEM_MAX_NAME_LEN ? 1 : -1];"
        return
    yield f"HAS_TYPE({name}, {constant.type});"
    if constant.type in ("int", "long"):
        yield f"enum {{ value_of_{name} = {name} }};"
    else:
        yield f"extern {constant.type} initial_{name};"
        yield f"{constant.type} initial_{name} = {name};"
    if constant.is_bit:
        yield f"typedef char one_bit_{name}[({name}) > 0 && (({name}) & (({name}) - 1)) == 0 ? 1 : -1];"
    if constant.alias_of:
        yield f"typedef char same_{name}[{name} == {constant.alias_of} ? 1 : -1];"


def source(language):
    lines = [HEAD, TYPE_CHECK[language]]
    for constant in spec_tables.constants():
        lines += check_constant(constant)
    listed = []
    for function in spec_tables.functions():
        for prefix in ("", "p"):
            pointer = function.declarator(f"(*const at_{prefix}{function.name})", language)
            lines.append(f"static {pointer} = {prefix}{function.name};")
        listed.append(f'  {{"{function.name}", (Any)at_{function.name}, (Any)at_p{function.name}}},')
    lines.append(MAIN % "\n".join(listed))
    return "\n".join(lines)


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(source(sys.argv[1]))
