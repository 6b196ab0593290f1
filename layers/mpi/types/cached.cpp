#include "types/cached.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <mutex>

#include "abi/abi.hpp"
#include "finalize.hpp"
#include "own_comm.hpp"
#include "real.hpp"
#include "types/real_types.hpp"

namespace isthmus::mpi {
namespace {

/// What is known of a type. Without a layout the MPI alone knows where its data are; its size and extent are valid.
struct Kept {
  Shape shape{};
  std::shared_ptr<const Layout> layout{};
};

int remove(Word, int, void* value, void*) {
  delete static_cast<Kept*>(value);
  return kSuccess;
}

Kept find_out(Word type) {
  RealTypes types;
  if (std::optional<Layout> made = Layout::of(types, type)) {
    auto layout = std::make_shared<const Layout>(std::move(*made));
    return {.shape = {.valid = true,
                      .contiguous = layout->contiguous(2) && layout->true_lower() == 0,
                      .size = layout->size(),
                      .extent = layout->extent()},
            .layout = std::move(layout)};
  }
  std::intptr_t lower = 0, extent = 0;
  if (real().Type_get_extent(type, &lower, &extent) != kSuccess) return {};
  return {.shape = {.valid = true, .contiguous = false, .size = types.size(type), .extent = extent}};
}

/// MPIs pack nothing of a type that is not committed. The program hears of that from the call that it made, and not
/// from this one. In a session alone there is no communicator for it.
bool is_committed(Word type) {
  const Word comm = own_comm();
  if (!comm) return true;
  char nothing = 0;
  int position = 0;
  return real().Pack(&nothing, 0, type, &nothing, 1, &position, comm) == kSuccess;
}

/// The predefined types, by the number of their kind of element. They are kept until the process ends, and without a
/// lock, since every call with device buffers asks for one.
const Kept& find_predefined(std::size_t element, Word type) {
  static std::array<std::atomic<const Kept*>, 64> all{};
  const Kept* known = all[element].load(std::memory_order_acquire);
  if (known) [[likely]]
    return *known;
  auto made = std::make_unique<const Kept>(find_out(type));
  return all[element].compare_exchange_strong(known, made.get(), std::memory_order_acq_rel) ? *made.release() : *known;
}

/// Null if there is no such type.
const Kept* find_kept(Word word) {
  const Word type = abi().handle(word);
  if (const auto* const element = abi().types.find(type))
    return &find_predefined(static_cast<std::size_t>(*element), type);
  if (!abi().may_be_type(type)) return nullptr;
  static Keyval made_once;
  const int keyval = made_once.get([](int* into) { real().Type_create_keyval(copy_nothing, remove, into, nullptr); });
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  void* value = nullptr;
  int found = 0;
  if (real().Type_get_attr(type, keyval, &value, &found) != kSuccess) return nullptr;
  if (found) return static_cast<Kept*>(value);
  if (!is_committed(type)) return nullptr;  // now; the program may commit it yet
  auto made = std::make_unique<Kept>(find_out(type));
  return real().Type_set_attr(type, keyval, made.get()) == kSuccess ? made.release() : nullptr;
}

}  // namespace

const Layout* find_layout(Word type) {
  const Kept* const kept = find_kept(type);
  return kept ? kept->layout.get() : nullptr;
}

std::shared_ptr<const Layout> share_layout(Word type) {
  const Kept* const kept = find_kept(type);
  return kept ? kept->layout : nullptr;
}

Shape derived_shape(Word type) {
  const Kept* const kept = find_kept(type);
  return kept ? kept->shape : Shape{};
}

}  // namespace isthmus::mpi
