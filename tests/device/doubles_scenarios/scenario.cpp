#include "doubles_scenarios/scenario.hpp"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <map>

namespace {

std::map<std::string, void (*)(Vendor&, const Words&)>& all() {
  static std::map<std::string, void (*)(Vendor&, const Words&)> scenarios;
  return scenarios;
}

}  // namespace

Scenario::Scenario(const char* name, void (*body)(Vendor&, const Words&)) { all()[name] = body; }

int run(const std::string& vendor, const std::string& scenario, const Words& environment, const Words& words,
        int socket) {
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(60);
    for (const char* sanitizer : {"ASAN_OPTIONS", "TSAN_OPTIONS"}) {
      setenv(sanitizer, "detect_leaks=0:handle_segv=0", 1);  // faults are for the parent to see
    }
    for (const std::string& one : environment) {
      const std::size_t at = one.find('=');
      setenv(one.substr(0, at).c_str(), one.substr(at + 1).c_str(), 1);
    }
    if (socket >= 0) dup2(socket, 3);
    Words arguments{"doubles_test", "--scenario", vendor, scenario};
    arguments.insert(arguments.end(), words.begin(), words.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execv("/proc/self/exe", argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int act(const std::string& vendor, const std::string& scenario, const Words& words) {
  const auto at = all().find(scenario);
  if (at == all().end()) {
    std::fprintf(stderr, "there is no scenario %s\n", scenario.c_str());
    return 126;
  }
  at->second(*vendor_named(vendor), words);
  return 0;
}

void check(bool holds, const char* what, int line) {
  if (holds) return;
  std::fprintf(stderr, "line %d: not so: %s\n", line, what);
  std::exit(1);
}

void check_equal(long long seen, long long expected, const char* what, int line) {
  if (seen == expected) return;
  std::fprintf(stderr, "line %d: %s is %lld (0x%llx), expected %lld\n", line, what, seen,
               static_cast<unsigned long long>(seen), expected);
  std::exit(1);
}

void send(int socket, const Travelling& handle) {
  char bytes[sizeof handle.bytes];
  std::memcpy(bytes, handle.bytes, sizeof bytes);
  iovec part{bytes, sizeof bytes};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (handle.fd >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    std::memcpy(CMSG_DATA(header), &handle.fd, sizeof(int));
  }
  check(sendmsg(socket, &message, 0) == static_cast<ssize_t>(sizeof bytes), "the handle was sent");
}

Travelling receive(int socket) {
  Travelling handle;
  iovec part{handle.bytes, sizeof handle.bytes};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  check(recvmsg(socket, &message, MSG_WAITALL) == static_cast<ssize_t>(sizeof handle.bytes), "a handle came");
  if (const cmsghdr* header = CMSG_FIRSTHDR(&message)) std::memcpy(&handle.fd, CMSG_DATA(header), sizeof(int));
  return handle;
}

std::unique_ptr<Vendor> vendor_named(const std::string& name) {
  return name == "CUDA" ? cuda_vendor() : name == "HIP" ? hip_vendor() : ze_vendor();
}

void Vendor::copy_now(void* dest, const void* source, std::size_t bytes, int device) {
  void* queue = open_queue(device);
  good(copy(queue, dest, source, bytes), "copy");
  good(finish(queue), "finish");
  close_queue(queue);
}
