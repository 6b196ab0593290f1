// osh_ps lists this user's jobs on this machine, or says where the PEs of one of them are.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "base/finish_output.hpp"
#include "board_file.hpp"
#include "hang.hpp"

namespace {

using isthmus::oshrun::RunningJob;

constexpr const char* kHelp =
    "usage: osh_ps [JOB | --all]\n\n"
    "Lists your jobs that have PEs on this machine. With JOB, the number in the first column or the name in the last "
    "but\n"
    "one, says for each of these PEs in which call it is, since when, what it waits for, and its stack. The job goes "
    "on.\n\n"
    "  --all                      say it of every job, as for one osh_ps on each machine of a job\n"
    "  --version                  print the version\n"
    "  -h, --help                 print this help";

int list_jobs() {
  const std::vector<RunningJob> jobs = isthmus::oshrun::running_jobs();
  std::printf("%-10s %6s %6s %6s %10s  %-24s  %s\n", "JOB", "PES", "HERE", "NODES", "SECONDS", "NAME", "PROGRAM");
  for (const RunningJob& job : jobs) {
    const isthmus::base::Board& board = job.boards.front().board();
    const int here = board.oshrun != 0 ? board.n : static_cast<int>(job.boards.size());
    const std::string nodes = board.oshrun != 0 ? std::to_string(board.nodes) : "?";
    const double seconds = static_cast<double>(isthmus::base::board_time() - board.started) * 1e-9;
    std::printf("%-10d %6d %6d %6s %10.0f  %-24.64s  %.256s\n", job.id, board.pes, here, nodes.c_str(), seconds,
                board.job.data(), board.program.data());
  }
  return 0;
}

bool is_called(const RunningJob& job, const std::string& name) {
  // What oshrun --verbose calls the job begins with its pid.
  return name == std::to_string(job.id) || name == job.boards.front().board().job.data();
}

int describe_jobs(const std::string& name) {
  const bool all = name == "--all";
  bool found = all;
  for (const RunningJob& job : isthmus::oshrun::running_jobs()) {
    if (!all && !is_called(job, name)) continue;
    found = true;
    if (all) std::printf("job %d, %.256s:\n", job.id, job.boards.front().board().program.data());
    for (const std::string& line : isthmus::oshrun::describe_pes(job.boards)) std::puts(line.c_str());
  }
  if (found) return 0;
  std::fprintf(stderr, "osh_ps: '%s' is no job of yours on this machine: osh_ps without an argument lists them\n",
               name.c_str());
  return 1;
}

int print(int argc, char** argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (word == "-h" || word == "--help") return std::puts(kHelp), 0;
  if (word == "--version") return std::puts("osh_ps (Isthmus) " ISTHMUS_VERSION), 0;
  if (argc > 2 || (word.starts_with("-") && word != "--all")) {
    if (argc > 2)
      std::fputs("osh_ps: give one job at most; see osh_ps --help\n", stderr);
    else
      std::fprintf(stderr, "osh_ps: unknown option %s; see osh_ps --help\n", word.c_str());
    return 2;
  }
  try {
    return argc == 1 ? list_jobs() : describe_jobs(word);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "osh_ps: %s\n", error.what());
    return 1;
  }
}

}  // namespace

int main(int argc, char** argv) { return isthmus::base::finish_output("osh_ps", print(argc, argv)); }
