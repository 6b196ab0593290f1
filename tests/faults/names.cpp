// How functions are called in the report of where a job hangs.
#include <cxxabi.h>
#include <gtest/gtest.h>

#include "elf_file.hpp"

namespace {

using isthmus::oshrun::readable;

TEST(Names, OfCAreNotTakenForTypes) {
  for (const char* name : {"x", "i", "n", "l", "main", "_start", "Z", "_Zebra"}) EXPECT_EQ(readable(name), name);
}

TEST(Names, OfCppAreWrittenWithoutParameters) {
  const std::pair<const char*, const char*> rows[] = {
      {"_Z7computeii", "compute"},
      {"_ZN6Solver3runEPKc", "Solver::run"},
      {"_ZN12_GLOBAL__N_16SolverclEi", "Solver::operator()"},
      {"_ZN6SolverlsERi", "Solver::operator<<"},
      {"_ZN6SolverltERKS_", "Solver::operator<"},
      {"_ZN6SolverptEv", "Solver::operator->"},
      {"_ZeqIiEbRK1AIT_ES4_", "bool operator==<int>"},
      {"_ZlsIiERiS0_T_", "int& operator<< <int>"},
      {"_ZN1AixIiEEiT_", "int A::operator[]<int>"},
      {"_ZN1AdvEi", "A::operator/"},
      {"_ZN6SolverixEm", "Solver::operator[]"},
      {"_ZN6SolvercvbEv", "Solver::operator bool"},
      {"_ZZ4mainENKUlvE_clEv", "main::{lambda()#1}::operator()"},
      {"_ZZN5stats3runEvENKUliE_clEi", "stats::run()::{lambda(int)#1}::operator()"},
      {"_Z8apply_toIFviEEvT_", "void apply_to<void (int)>"},
      {"_Z10operator_1i", "operator_1"},
      {"_ZZ7computeiE5table", "compute(int)::table"},
      {"_ZNK6Solver4sizeEv", "Solver::size"},
  };
  for (const auto& [symbol, name] : rows) EXPECT_EQ(readable(symbol), name);
}

}  // namespace
