// The library's kernels for the doubles: the same source, compiled for the host. Each row of the table runs one for
// every thread of the grid. DOUBLE_TRACE names a file that gets the name of each kernel that ran.
#include "memkind/kernels/kernels.cpp"  // NOLINT: it has nothing but kernels

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/kernels.hpp"

namespace {

void trace(const std::string& line) {
  const char* path = std::getenv("DOUBLE_TRACE");
  if (path == nullptr) return;
  const int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0 || write(fd, line.data(), line.size()) != static_cast<ssize_t>(line.size())) std::abort();
  close(fd);
}

void run(const char* name, void (*kernel)(Work), const DoubleLaunch& launch, const void* argument) {
  Work work = *static_cast<const Work*>(argument);
  // The launch that the library made must be the grid that the kernel computes from its arguments.
  if (launch.block[0] != kBlock || launch.grid[0] * Address{kBlock} != work.threads) std::abort();
  trace(std::string(name) + "\n");
  const auto usable = [&](Address& address) {
    address = reinterpret_cast<Address>(launch.usable(reinterpret_cast<const void*>(address)));
  };
  std::vector<Piece> list;
  if (std::string_view(name) == "isthmus_pieces_u8") {
    const auto* given = reinterpret_cast<const Piece*>(work.from[0]);
    list.assign(given, given + work.members);
    for (Piece& piece : list) usable(piece.to), usable(piece.from);
    work.from[0] = reinterpret_cast<Address>(list.data());
  }
  for (now = 0; now < work.threads; ++now) kernel(work);
}

constexpr std::size_t kSizes[] = {sizeof(Work), 0};

}  // namespace

#pragma GCC visibility push(default)
extern "C" {
extern const DoubleKernel double_kernels[];
const DoubleKernel double_kernels[] = {
#define KERNEL(name, what, type)                                                      \
  {"isthmus_" #name "_" #type,                                                        \
   [](const DoubleLaunch* launch, void* const* arguments) {                           \
     run("isthmus_" #name "_" #type, isthmus_##name##_##type, *launch, arguments[0]); \
   },                                                                                 \
   kSizes},
#include "memkind/kernels/kernels.def"
    {nullptr, nullptr, nullptr}};
}
#pragma GCC visibility pop
