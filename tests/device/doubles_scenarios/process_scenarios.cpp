// Scenarios of memory between processes: the exporter starts an importer, and they talk over a socket, which is
// descriptor 3 of the importer.
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "doubles_scenarios/scenario.hpp"

namespace {

constexpr std::size_t kBytes = (std::size_t{4} << 20) + 8192;
constexpr int kSocket = 3;

std::vector<std::uint64_t> pattern(std::uint64_t seed) {
  std::vector<std::uint64_t> words(kBytes / 8);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = (seed + i) * 0x9e3779b97f4a7c15U;
  return words;
}

const Scenario importer("process.importer", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  const Travelling handle = receive(kSocket);
  void *there = nullptr, *again = nullptr;
  check_equal(vendor.import_memory(1, handle, &there), 0, "import");
  check(vendor.is_device_memory(there) && vendor.is_device_memory(static_cast<char*>(there) + kBytes - 1),
        "it is device memory here too");
  check_equal(vendor.device_of(there), 0, "whose it is");
  const int second = vendor.import_memory(1, handle, &again);
  check(second != 0 || again != there, "a second import is refused, or another address");
  std::vector<std::uint64_t> seen(kBytes / 8);
  vendor.copy_now(seen.data(), there, kBytes);
  check(seen == pattern(1), "what the exporter wrote");
  vendor.copy_now(there, pattern(2).data(), kBytes);
  check(vendor.free(there) != 0, "imported memory cannot be freed");
  Travelling other;
  check(vendor.export_memory(there, other) != 0, "nor exported");
  check_equal(vendor.close_import(there), 0, "close");
  check(vendor.close_import(there) != 0, "only once");
  if (second == 0) check_equal(vendor.close_import(again), 0, "close the second");
});

/// The importer of a handle that must be refused in this process.
const Scenario refused("process.refused", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  void* there = nullptr;
  check(vendor.import_memory(1, receive(kSocket), &there) != 0, "the import is refused");
});

/// The importer that loads from what it imported, which must fault.
const Scenario toucher("process.toucher", [](Vendor& vendor, const Words&) {
  check_equal(vendor.start(), 0, "start");
  void* there = nullptr;
  check_equal(vendor.import_memory(0, receive(kSocket), &there), 0, "import");
  static_cast<volatile char*>(there)[9] = 1;
});

void* exported(Vendor& vendor, Travelling& handle) {
  check_equal(vendor.start(), 0, "start");
  void* there = nullptr;
  check_equal(vendor.allocate(0, kBytes, &there), 0, "allocation");
  vendor.copy_now(there, pattern(1).data(), kBytes);
  check_equal(vendor.export_memory(there, handle), 0, "export");
  return there;
}

/// Starts the importer, and gives it the handle.
int start(const std::string& vendor, const char* what, const Travelling& handle, const Words& environment = {}) {
  int ends[2];
  check(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0, "a socket");
  send(ends[0], handle);
  const int result = run(vendor, what, environment, {}, ends[1]);
  close(ends[0]);
  close(ends[1]);
  return result;
}

/// words[0] is the vendor's name.
const Scenario exporter("process.exporter", [](Vendor& vendor, const Words& words) {
  Travelling handle;
  void* there = exported(vendor, handle);
  Travelling inside;
  check(vendor.export_memory(static_cast<char*>(there) + 4096, inside) != 0, "the inside has no handle");
  check_equal(start(words[0], "process.importer", handle), 0, "the importer");
  std::vector<std::uint64_t> seen(kBytes / 8);
  vendor.copy_now(seen.data(), there, kBytes);
  check(seen == pattern(2), "what the importer wrote");
  check_equal(start(words[0], "process.toucher", handle), -SIGSEGV, "who touches imported memory");
  check_equal(start(words[0], "process.importer", handle, {"DOUBLE_PEERS=0"}), 1, "without peer access");
  check_equal(start(words[0], "process.refused", handle, {"DOUBLE_PEERS=0"}), 0, "without peer access");
  check_equal(start(words[0], "process.refused", handle, {"ISTHMUS_LAUNCH=fd=5,pe=1,n=2,node=1,job=j"}), 0,
              "on another node");
  if (words[0] != "ZE") {
    void* own = nullptr;
    check(vendor.import_memory(0, handle, &own) != 0, "one's own handle is refused");
  } else {
    Travelling bare = handle;
    bare.fd = -1;  // the bytes alone: the number in them means nothing to the other process
    check_equal(start(words[0], "process.refused", bare), 0, "a handle without its descriptor");
  }
  Travelling spoilt = handle;
  spoilt.bytes[40] = static_cast<char>(spoilt.bytes[40] ^ 1);
  check_equal(start(words[0], "process.refused", spoilt), 0, "a handle with a wrong bit");
  check_equal(vendor.free(there), 0, "free");
  if (words[0] != "ZE") check_equal(start(words[0], "process.refused", handle), 0, "memory that was freed");
});

/// Exports memory and dies without closing anything.
const Scenario mortal("process.mortal", [](Vendor& vendor, const Words&) {
  Travelling handle;
  exported(vendor, handle);
  send(kSocket, handle);
  raise(SIGKILL);
});

const Scenario heir("process.heir", [](Vendor& vendor, const Words& words) {
  check_equal(vendor.start(), 0, "start");
  int ends[2];
  check(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0, "a socket");
  check_equal(run(words[0], "process.mortal", {}, {}, ends[1]), -SIGKILL, "the exporter's end");
  const Travelling handle = receive(ends[0]);
  void* there = nullptr;
  const int code = vendor.import_memory(0, handle, &there);
  // Memory outlives its process if a descriptor of it was passed on, but not if only its name was.
  check(handle.fd >= 0 ? code == 0 : code != 0, "only who has a descriptor inherits");
});

}  // namespace
