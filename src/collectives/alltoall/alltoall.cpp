#include "collectives/alltoall/alltoall.hpp"

#include <cstring>

#include "base/copy.hpp"
#include "base/error.hpp"
#include "base/overlap.hpp"
#include "collectives/device/device.hpp"
#include "collectives/rules.hpp"

namespace isthmus::collectives {
namespace {

void run(Operation operation, const Alltoall& task, bool device) {
  if (device) [[unlikely]]
    return device_alltoall(task);
  const std::size_t bytes = task.block() * static_cast<std::size_t>(task.call.group.size());
  switch (choose(operation, task.call.group, bytes)) {
    case Algorithm::cell:
      return cell_alltoall(task);
    case Algorithm::direct:
      return direct_alltoall(task);
    case Algorithm::bruck:
      return bruck_alltoall(task);
    case Algorithm::bundles:
      return bundles_alltoall(task);
    case Algorithm::pairwise:
      return pairwise_alltoall(task);
    default:
      return flat_alltoall(task);
  }
}

}  // namespace

void alltoall(const Call& call, void* dest, const void* source, std::size_t bytes) {
  if (bytes == 0) return call.match({bytes});
  const auto whole = bytes * static_cast<std::size_t>(call.group.size());
  const bool device = on_device(symmetric(call, dest, whole), symmetric(call, source, whole));
  check_overlap(call, dest, whole, source, whole, false);
  call.match({bytes, call.place(dest), call.place(source)});
  run(Operation::alltoall, {call, static_cast<char*>(dest), static_cast<const char*>(source), bytes, bytes, 1, bytes},
      device);
}

void alltoalls(const Call& call, void* dest, const void* source, std::ptrdiff_t dest_stride,
               std::ptrdiff_t source_stride, std::size_t n, std::size_t element) {
  if (n > 0 && (dest_stride < 1 || source_stride < 1))
    base::fatal(call.name, base::text("strides %td and %td: one is less than 1; use strides of at least 1", dest_stride,
                                      source_stride));
  const auto to_step = static_cast<std::uint64_t>(dest_stride), from_step = static_cast<std::uint64_t>(source_stride);
  if (n == 0) return call.match({n, to_step, from_step});
  const std::size_t all = n * static_cast<std::size_t>(call.group.size());
  const Alltoall task{
      call,   static_cast<char*>(dest), static_cast<const char*>(source), to_step * element, from_step * element, n,
      element};
  const bool device =
      on_device(symmetric(call, dest, (all - 1) * task.dest_step + element), symmetric(call, source, task.span()));
  if (call.checks() && base::overlap_strided(dest, task.dest_step, source, task.source_step, element, all))
    base::fatal(call.name, "elements of dest and source overlap; use disjoint buffers");
  call.match({n, to_step, from_step, call.place(dest), call.place(source)});
  run(Operation::alltoalls, task, device);
}

void copy_elements(char* to, std::size_t to_step, const char* from, std::size_t from_step, std::size_t n,
                   std::size_t element) {
  if (to_step == element && from_step == element) {
    base::copy(to, from, n * element);
    return;
  }
  for (std::size_t i = 0; i < n; ++i) std::memcpy(to + i * to_step, from + i * from_step, element);
}

}  // namespace isthmus::collectives
