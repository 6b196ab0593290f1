// What the put of one value needs of its context: where the heap is, how its copies on other PEs are reached, and how
// the provider is called. arch/aarch64/inject.cpp depends on the layout.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>

#include "transport/ofi/endpoint.hpp"

namespace isthmus::comm {

struct WireWindow {
  std::uintptr_t base = 0;
  std::size_t size = 0;
  const std::uintptr_t* peers = nullptr;  ///< see memory::PeerTable
  fid_ep* handle = nullptr;
  std::uint64_t key = 0;  ///< the heap's memory registration key
  ofi::Inject inject = nullptr;
  ofi::Endpoint* endpoint = nullptr;  ///< null in a job on one node
};

/// Accounts for a call of inject, and repeats it where the provider had no room.
extern "C" [[gnu::visibility("hidden")]] void isthmus_injected(ssize_t result, const WireWindow* window,
                                                               std::uintptr_t entry, std::uintptr_t offset,
                                                               const void* from, std::size_t bytes);

/// Gives a value of any size to the provider's inject, from the stack.
template <class T>
[[gnu::noinline]] void inject_large(fid_ep* handle, T value, std::uintptr_t entry, std::uintptr_t offset,
                                    const WireWindow* window) {
  const ssize_t result =
      window->inject(handle, &value, sizeof value, static_cast<std::uint32_t>(entry), offset, window->key);
  isthmus_injected(result, window, entry, offset, &value, sizeof value);
}

}  // namespace isthmus::comm
