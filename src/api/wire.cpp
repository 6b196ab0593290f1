// Messages of layers between nodes.
#include "api/stamp.hpp"
#include "base/error.hpp"
#include "base/wait.hpp"

using namespace isthmus;

static_assert(SHMEMX_WIRE_FRAME == ofi::Channel::kFrame);

namespace {

[[noreturn, gnu::cold, gnu::noinline]] void no_wire(const char* call) {
  runtime::job(call);
  base::fatal(call, "all PEs are on one node, where there is no wire; use shared memory");
}

[[gnu::always_inline]] inline runtime::Wire& wire(const char* call) {
  if (!runtime::world.job || !runtime::world.job->wire) [[unlikely]]
    no_wire(call);
  return *runtime::world.job->wire;
}

}  // namespace

EXTENSION(int, shmemx_wire_listen, (shmemx_wire_receiver_t receiver)) {
  constexpr const char* call = "shmemx_wire_listen";
  if (!receiver) base::fatal(call, "the receiver is null; pass a function");
  runtime::Wire* const wire = runtime::job(call).wire.get();
  return wire && wire->carry(receiver) ? 0 : 1;
}

EXTENSION(size_t, shmemx_wire_max, (void)) { return ofi::Channel::kMaxMessage; }

EXTENSION(int, shmemx_wire_send, (int pe, void* message, size_t n)) {
  return wire("shmemx_wire_send").channel().try_send_framed(pe, ofi::Channel::layer_message, message, n) ? 0 : 1;
}

EXTENSION(int, shmemx_wire_nap, (long nanoseconds)) {
  ofi::Fabric& fabric = wire("shmemx_wire_nap").fabric();
  if (nanoseconds == 0 && base::give_way()) return 0;
  return fabric.nap(nanoseconds == 0 ? base::kFirstNap : nanoseconds) ? 1 : 0;
}
EXTENSION(int, shmemx_wire_look, (void)) {
  if (!runtime::world.fabric) [[unlikely]]
    no_wire("shmemx_wire_look");
  return runtime::world.fabric->look();
}
