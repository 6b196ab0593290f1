// Built without libfabric's headers: a job on several nodes ends at Fabric's constructor, and nothing else is reached.
#include "base/error.hpp"
#include "transport/ofi/fabric.hpp"

namespace isthmus::ofi {

class Domain {};
struct Endpoint::Parts {};
struct Channel::Parts {};

Fabric::Fabric(const FabricSettings&, int, int) {
  throw base::SetupError(
      "the job spans several nodes, but this library was built without libfabric's headers; install libfabric-dev and "
      "build again, or run all PEs on one node");
}
Fabric::~Fabric() = default;
void Fabric::register_memory(Region&, void*, std::size_t) {}
std::string Fabric::register_device(Region&, void*, std::size_t, DeviceMemory) { return {}; }
const std::string& Fabric::why_no_hmem() const { __builtin_unreachable(); }
std::string Fabric::endpoint_address() const { return {}; }
void Fabric::connect(const std::vector<std::string>&, const std::vector<Region*>&) {}
Endpoint& Fabric::endpoint() { __builtin_unreachable(); }
std::unique_ptr<Endpoint> Fabric::make_endpoint() { return nullptr; }
Channel& Fabric::channel() { __builtin_unreachable(); }
bool Fabric::drive() { return false; }
bool Fabric::nap(long) { return false; }
void Fabric::start_progress(int, std::function<void()>, std::function<bool()>) {}
void Fabric::stop_progress() {}
std::string Fabric::provider() const { return {}; }
std::string Fabric::description() const { return {}; }
std::string Fabric::host_address() const { return {}; }

Endpoint::~Endpoint() = default;
void Endpoint::write(int, Target, const void*, std::size_t) {}
void Endpoint::write_later(int, Target, const void*, std::size_t) {}
void Endpoint::read(int, Target, void*, std::size_t) {}
void Endpoint::read_later(int, Target, void*, std::size_t) {}
void Endpoint::write_blocks(int, const Region&, Blocks) {}
void Endpoint::write_device(int, const Region&, std::uint64_t, Local, std::size_t, bool) {}
void Endpoint::read_device(int, Target, Local, std::size_t, bool) {}
std::uint64_t Endpoint::fetch_atomic(const AtomicRequest&) { return 0; }
void Endpoint::atomic_later(const AtomicRequest&, void*) {}
void Endpoint::quiet() {}
void Endpoint::quiet_wire() {}
void Endpoint::fence() {}
void Endpoint::before_write() {}
void Endpoint::before_message() {}
void Endpoint::wait_read() {}
void Endpoint::wait_written() {}
void Endpoint::injected(ssize_t, int, Target, const void*, std::size_t) {}

Channel::~Channel() = default;
void Channel::listen(Type, Handler, void*) {}
bool Channel::try_send(int, const void*, std::size_t) { return false; }
void Channel::answer(int, const void*, std::size_t) {}

std::vector<std::string> offered_providers(std::string& why_none) {
  why_none = "built without libfabric's headers";
  return {};
}

}  // namespace isthmus::ofi
