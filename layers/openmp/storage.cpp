#include "storage.hpp"

#include "say.hpp"

namespace isthmus::omp {
namespace {

Once full, too_large;

}  // namespace

void Storage::open(int partition, const Mirror& mirror, char* pool, std::size_t pool_bytes) {
  partition_ = partition;
  mirror_ = mirror;
  pool_base_ = pool;
  pool_.emplace(pool_bytes);
}

void Storage::close() {
  mirror_ = {};
  functions_ = {};
  pool_.reset();
}

Block Storage::mirrored(std::uintptr_t host, std::size_t bytes) const {
  const std::uintptr_t offset = host - mirror_.host;
  if (offset >= mirror_.bytes || bytes > mirror_.bytes - offset) return {};
  char* address = mirror_.device + offset;
  return {Place::mirror, address, address, bytes};
}

Block Storage::take_elsewhere(std::size_t bytes, std::size_t before, const std::string& where) {
  const std::size_t all = bytes + before;
  if (all < bytes) {  // more than the address space has
    tell_full(bytes);
    return {};
  }
  if (functions_.allocate) {
    auto* start = static_cast<char*>(functions_.allocate(all, partition_));
    if (start) return {Place::pool, start + before, start, all};
  } else if (pool_) {
    if (const std::optional<std::size_t> offset = pool_->allocate(all)) {
      if (sequence_.kept()) sequence_.note(true, *offset, Pool::rounded(all), where);
      return {Place::pool, pool_base_ + *offset + before, pool_base_ + *offset, all};
    }
  }
  tell_full(bytes);
  return {};
}

void Storage::give_back(const Block& block, const std::string& where) {
  if (block.place != Place::pool) return;
  if (functions_.free) return functions_.free(block.start);
  const auto offset = static_cast<std::size_t>(block.start - pool_base_);
  if (sequence_.kept()) sequence_.note(false, offset, Pool::rounded(block.bytes), where);
  pool_->free(offset, block.bytes);
}

void Storage::tell_full(std::size_t bytes) {
  const std::size_t room = pool_ ? pool_->bytes() : 0;
  if (bytes > room)
    return too_large.say(
        text("a map of %zu bytes is larger than what partition %d has for such objects (%zu bytes); it "
             "gets the runtime's own storage, which other PEs cannot reach: set a larger SIZE for the "
             "partition, or a larger SHMEM_OMP_POOL",
             bytes, partition_, room));
  full.say(
      text("partition %d has no room left for mapped objects (%zu of %zu bytes used, %zu wanted); they get the "
           "runtime's own storage, which other PEs cannot reach: set a larger SIZE for the partition, or a larger "
           "SHMEM_OMP_POOL",
           partition_, pool_ ? pool_->used() : 0, room, bytes));
}

}  // namespace isthmus::omp
