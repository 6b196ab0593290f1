// osh_ps lists this user's jobs on this machine, or says where the PEs of one of them are.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

#include "board_file.hpp"
#include "hang.hpp"

namespace {

using isthmus::oshrun::BoardFile;

constexpr const char* kHelp =
    "usage: osh_ps [JOB]\n\n"
    "Lists your jobs on this machine that oshrun runs. With JOB, the number in the first column, says for each PE of "
    "it\n"
    "in which call it is, since when, what it waits for, and its stack. The job goes on.\n\n"
    "  --version                  print the version\n"
    "  -h, --help                 print this help";

int list_jobs() {
  std::printf("%-10s %6s %6s %10s  %s\n", "JOB", "PES", "NODES", "SECONDS", "PROGRAM");
  for (const pid_t oshrun : isthmus::oshrun::running_oshruns()) {
    const BoardFile file = BoardFile::of(oshrun);
    if (!file) continue;  // it has just started or ended
    const isthmus::base::Board& board = file.board();
    const double seconds = static_cast<double>(isthmus::base::board_time() - board.started) * 1e-9;
    std::printf("%-10d %6d %6d %10.0f  %.256s\n", oshrun, board.n, board.nodes, seconds, board.program.data());
  }
  return 0;
}

int describe_job(const char* job) {
  char* end = nullptr;
  const long pid = std::strtol(job, &end, 10);
  // What oshrun --verbose calls the job begins with the same number: 1234-0123456789abcdef.
  const bool is_number = end != job && (*end == '\0' || *end == '-') && pid > 0 && pid <= 1 << 30;
  const BoardFile file = is_number ? BoardFile::of(static_cast<pid_t>(pid)) : BoardFile::of(0);
  if (!file) {
    std::fprintf(stderr, "osh_ps: '%s' is no job of yours on this machine: osh_ps without an argument lists them\n",
                 job);
    return 1;
  }
  for (const std::string& line : isthmus::oshrun::describe_pes(file)) std::puts(line.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (word == "-h" || word == "--help") return std::puts(kHelp), 0;
  if (word == "--version") return std::puts("osh_ps (Isthmus) " ISTHMUS_VERSION), 0;
  if (argc > 2 || word.starts_with("-")) {
    std::fprintf(stderr, "osh_ps: %s; see osh_ps --help\n", argc > 2 ? "give one job at most" : "unknown option");
    return 2;
  }
  try {
    return argc == 1 ? list_jobs() : describe_job(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "osh_ps: %s\n", error.what());
    return 1;
  }
}
