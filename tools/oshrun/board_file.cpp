#include "board_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

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
  made.nodes = nodes;
  made.oshrun = getpid();
  std::strncpy(made.job.data(), job.c_str(), made.job.size() - 1);
  std::strncpy(made.program.data(), program.c_str(), made.program.size() - 1);
  made.started = base::board_time();
}

BoardFile BoardFile::of(pid_t oshrun) {
  BoardFile found;
  std::error_code error;
  const std::string name = text("/memfd:%s", base::kBoardName);
  for (const auto& entry : fs::directory_iterator(text("/proc/%d/fd", oshrun), error)) {
    if (!fs::read_symlink(entry.path(), error).string().starts_with(name)) continue;
    base::Fd fd(open(entry.path().c_str(), O_RDWR | O_CLOEXEC));
    struct stat info {};
    if (!fd || fstat(fd.get(), &info) != 0 || info.st_size < static_cast<off_t>(Board::bytes(0))) continue;
    const auto bytes = static_cast<std::size_t>(info.st_size);
    base::Mapping mapping(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get());
    if (!mapping) continue;
    const auto* board = static_cast<const Board*>(mapping.get());
    // A PE has the board, too; the job is listed by its oshrun.
    if (board->n < 1 || Board::bytes(board->n) != bytes || board->oshrun != oshrun) continue;
    found.fd_ = std::move(fd);
    found.mapping_ = std::move(mapping);
    return found;
  }
  return found;
}

std::vector<pid_t> running_oshruns() {
  std::vector<pid_t> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator("/proc", error)) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    struct stat info {};
    std::string name;
    if (pid > 0 && stat(entry.path().c_str(), &info) == 0 && info.st_uid == geteuid() &&
        std::getline(std::ifstream(entry.path() / "comm"), name) && name == "oshrun")
      found.push_back(pid);
  }
  std::ranges::sort(found);
  return found;
}

}  // namespace isthmus::oshrun
