// What a PE of a large job costs: one real PE is given a job of N PEs, of which the others do not exist. This program
// plays oshrun for it: whatever the PE publishes, all others have published too, with nodes and addresses of their own.
// The tables, the libfabric address vector and everything else in the PE are real. The PE is alone on its node, the
// others are P on each.
//
// Usage: scale N [P]. Prints one JSON object: processor time of shmem_init, bytes of private memory that it took beside
// those of a job of two PEs, and bytes of what the PEs of a node share (counted once).
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "base/fd.hpp"
#include "bootstrap/launch_protocol.hpp"
#include "bootstrap/values.hpp"
#include "runtime/lifetime.hpp"

namespace {

using namespace isthmus;
using bootstrap::Header;
using bootstrap::Message;

struct Figures {
  double seconds = 0;
  std::size_t bytes = 0;   // private, of the PE
  std::size_t shared = 0;  // published values
};

/// Values that differ between PEs, as the PE `pe` would have published them.
bootstrap::Values as_if_from(int pe, int pes_on_node, const bootstrap::Values& mine) {
  bootstrap::Values values = mine;
  const std::string node = base::text("%06d", pe == 0 ? 0 : 1 + (pe - 1) / pes_on_node);
  for (const char* key : {"node", "machine"})
    if (const auto found = values.find(key); found != values.end()) found->second.replace(0, node.size(), node);
  if (const auto found = values.find("fabric"); pe > 0 && found != values.end()) {
    // A count of bytes, then the address of IPv4: one host for each node, one port for each PE there.
    sockaddr_in address{};
    std::memcpy(&address, found->second.data() + sizeof(std::uint32_t), sizeof address);
    address.sin_addr.s_addr = htonl(0x0a000000U + static_cast<std::uint32_t>(1 + (pe - 1) / pes_on_node));
    address.sin_port = htons(static_cast<std::uint16_t>(20000 + (pe - 1) % pes_on_node));
    std::memcpy(found->second.data() + sizeof(std::uint32_t), &address, sizeof address);
  }
  return values;
}

/// Writes a round (bootstrap/round.hpp) of n PEs to a file, without ever having it in memory.
base::Fd make_round(const bootstrap::Values& mine, int n, int pes_on_node, std::size_t& bytes) {
  base::Fd file(memfd_create("everyone", MFD_CLOEXEC));
  std::FILE* out = fdopen(dup(file.get()), "w");
  std::uint64_t end = 0;
  for (int pe = 0; pe < n; ++pe) {
    end += bootstrap::pack(as_if_from(pe, pes_on_node, mine)).size();
    std::fwrite(&end, sizeof end, 1, out);
  }
  for (int pe = 0; pe < n; ++pe) {
    const std::string packed = bootstrap::pack(as_if_from(pe, pes_on_node, mine));
    std::fwrite(packed.data(), 1, packed.size(), out);
  }
  std::fclose(out);
  bytes += end + static_cast<std::size_t>(n) * sizeof end;
  return file;
}

void send_with(int socket, const Header& header, const base::Fd& file) {
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))]{};
  iovec body{const_cast<Header*>(&header), sizeof header};
  msghdr message{};
  message.msg_iov = &body;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  cmsghdr* rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  const int fd = file.get();
  std::memcpy(CMSG_DATA(rights), &fd, sizeof fd);
  if (sendmsg(socket, &message, MSG_NOSIGNAL) < 0) std::perror("sendmsg");
}

/// Answers the PE's fences until it closes the socket. Returns the bytes of what it was told.
std::size_t play_launcher(int socket, int n, int pes_on_node) {
  std::size_t shared = 0;
  for (Header header{}; recv(socket, &header, sizeof header, MSG_WAITALL) == sizeof header;) {
    std::string payload(header.size, '\0');
    if (header.size > 0 && recv(socket, payload.data(), payload.size(), MSG_WAITALL) <= 0) break;
    if (header.message != Message::fence) continue;
    bootstrap::Values mine;
    bootstrap::unpack_into(mine, payload);
    send_with(socket, {Message::everyone, 0}, make_round(mine, n, pes_on_node, shared));
  }
  return shared;
}

std::size_t private_bytes() {
  std::ifstream lines("/proc/self/status");
  for (std::string name; lines >> name;) {
    std::size_t kib = 0;
    if (name == "RssAnon:" && lines >> kib) return kib * 1024;
  }
  return 0;
}

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

[[noreturn]] void be_pe(int socket, int n, int report) {
  setenv(bootstrap::kLaunchVariable, base::text("fd=%d,pe=0,n=%d,node=0,job=scale", socket, n).c_str(), 1);
  setenv("FI_PROVIDER", "tcp;ofi_rxm", 0);
  setenv("SHMEM_OFI_PROVIDER", "tcp", 0);
  const double before = processor_seconds();
  runtime::init(0);
  const Figures figures{processor_seconds() - before, private_bytes(), 0};
  if (write(report, &figures, sizeof figures) < 0) _exit(2);
  _exit(0);
}

Figures measure(int n, int pes_on_node) {
  int sockets[2], report[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 || pipe(report) != 0) std::exit(2);
  const pid_t pe = fork();
  if (pe == 0) {
    close(sockets[0]);
    be_pe(sockets[1], n, report[1]);
  }
  close(sockets[1]);
  close(report[1]);
  Figures figures;
  const std::size_t shared = play_launcher(sockets[0], n, pes_on_node);
  if (read(report[0], &figures, sizeof figures) != sizeof figures) {
    std::fprintf(stderr, "the PE of a job of %d did not come up\n", n);
    std::exit(1);
  }
  waitpid(pe, nullptr, 0);
  close(sockets[0]);
  close(report[0]);
  figures.shared = shared;
  return figures;
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 0, pes_on_node = argc > 2 ? std::atoi(argv[2]) : 64;
  if (n < 2 || pes_on_node < 1) {
    std::fputs("usage: scale N [PEs on a node]\n", stderr);
    return 2;
  }
  const Figures least = measure(2, 1), all = measure(n, pes_on_node);
  std::printf(R"({"pes": %d, "pes_on_node": %d, "init_processor_ms": %.1f, "init_processor_ms_of_2": %.1f, )"
              R"("private_bytes": %zu, "private_bytes_of_2": %zu, "shared_bytes": %zu})"
              "\n",
              n, pes_on_node, all.seconds * 1e3, least.seconds * 1e3, all.bytes, least.bytes, all.shared);
}
