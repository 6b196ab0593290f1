// What the lifeline makes of this host's interfaces: "lifeline_address listen [SETTING]" prints the address that it
// listens at and waits for a caller; "lifeline_address call ADDRESS" calls.
#include <poll.h>
#include <sys/socket.h>

#include <cstdio>
#include <exception>
#include <string>

#include "transport/lifeline/interfaces.hpp"
#include "transport/lifeline/tcp.hpp"

using namespace isthmus;

namespace {

constexpr int kPatience = 10'000;  // milliseconds

int listen_for_one(const std::string& setting) {
  const auto listener = lifeline::listen_at(lifeline::choose_address(setting, lifeline::list_interfaces()));
  std::printf("%s\n", listener.address.c_str());
  std::fflush(stdout);
  pollfd door{listener.fd.get(), POLLIN, 0};
  if (poll(&door, 1, kPatience) != 1) return 1;
  return base::Fd(accept(listener.fd.get(), nullptr, nullptr)) ? 0 : 1;
}

int call(const std::string& address) {
  const base::Fd caller = lifeline::start_connecting(address);
  pollfd there{caller.get(), POLLOUT, 0};
  return poll(&there, 1, kPatience) == 1 && lifeline::connect_error(caller.get()) == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "", what = argc > 2 ? argv[2] : "";
  try {
    return how == "call" ? call(what) : listen_for_one(what);
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 2;
  }
}
