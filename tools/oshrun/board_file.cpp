#include "board_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/error.hpp"

namespace isthmus::oshrun {
namespace fs = std::filesystem;

using base::Board;
using base::text;

BoardFile::BoardFile(int n, int nodes, const std::string& job, const std::string& program) {
  const std::size_t bytes = Board::bytes(n);
  rlimit most{};  // beyond it ftruncate raises SIGXFSZ
  if (getrlimit(RLIMIT_FSIZE, &most) == 0 && bytes <= most.rlim_cur)
    fd_ = base::Fd(memfd_create(base::kBoardName, MFD_CLOEXEC));
  if (fd_ && ftruncate(fd_.get(), static_cast<off_t>(bytes)) != 0) fd_.reset();
  mapping_ = fd_ ? base::Mapping(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd_.get())
                 : base::Mapping(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS);
  if (!mapping_) base::throw_errno("mmap");
  Board& made = board();
  made.n = n;
  made.pes = n;
  made.nodes = nodes;
  made.oshrun = getpid();
  made.begin(job, program);
}

BoardFile BoardFile::of(pid_t pid) {
  BoardFile found;
  std::error_code error;
  const std::string name = text("/memfd:%s", base::kBoardName);
  for (const auto& entry : fs::directory_iterator(text("/proc/%d/fd", pid), error)) {
    if (!fs::read_symlink(entry.path(), error).string().starts_with(name)) continue;
    base::Fd fd(open(entry.path().c_str(), O_RDWR | O_CLOEXEC));
    struct stat info {};
    if (!fd || fstat(fd.get(), &info) != 0 || info.st_size < static_cast<off_t>(Board::bytes(0))) continue;
    const auto bytes = static_cast<std::size_t>(info.st_size);
    base::Mapping mapping(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get());
    if (!mapping) continue;
    auto* board = static_cast<Board*>(mapping.get());
    if (board->n < 1 || Board::bytes(board->n) != bytes) continue;
    // The PEs of an oshrun have its board, too, and fork children have those of their parents.
    const pid_t maker = board->oshrun != 0 ? board->oshrun : board->place(0).pid.load(std::memory_order_acquire);
    if (maker != pid) continue;
    found.fd_ = std::move(fd);
    found.mapping_ = std::move(mapping);
    return found;
  }
  return found;
}

std::vector<RunningJob> running_jobs() {
  if (access("/proc/self/fd", X_OK) != 0)
    throw base::SetupError("/proc is not mounted, so that no job can be found; mount -t proc proc /proc");
  std::vector<pid_t> pids;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    struct stat info {};
    if (pid > 0 && stat(entry.path().c_str(), &info) == 0 && info.st_uid == geteuid()) pids.push_back(pid);
  }
  std::ranges::sort(pids);
  std::vector<RunningJob> jobs;
  for (const pid_t pid : pids) {
    BoardFile file = BoardFile::of(pid);
    if (!file) continue;
    const auto same = [&](const RunningJob& job) {
      const Board& other = job.boards.front().board();
      return other.oshrun == 0 && file.board().oshrun == 0 && other.job == file.board().job;
    };
    auto job = std::ranges::find_if(jobs, same);
    if (job == jobs.end()) job = jobs.insert(job, {.id = pid});
    job->boards.push_back(std::move(file));
  }
  for (RunningJob& job : jobs)
    std::ranges::sort(job.boards, {}, [](const BoardFile& file) { return file.board().first; });
  return jobs;
}

}  // namespace isthmus::oshrun
