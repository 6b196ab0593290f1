// Data of the program: a number of elements of a datatype. The algorithms move bytes without gaps, and get at the data
// through views, which pack and unpack them where they have gaps.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>

#include "base/copy.hpp"
#include "datatype.hpp"
#include "progress.hpp"

namespace isthmus::mpi {

struct Data {
  std::byte* at = nullptr;
  std::int64_t count = 0;
  Word type = 0;
  Shape layout{.valid = true, .contiguous = true, .size = 0, .extent = 0};

  Data() = default;
  Data(const void* address, std::int64_t elements, Word datatype)
      : at(static_cast<std::byte*>(const_cast<void*>(address))),
        count(elements),
        type(datatype),
        layout(describe_type(datatype)) {}

  /// Other elements, of a type that is the same as a rule and is not described again then.
  Data like(const void* address, std::int64_t elements, Word datatype) const {
    if (datatype != type) return Data(address, elements, datatype);
    Data other = *this;
    other.at = static_cast<std::byte*>(const_cast<void*>(address));
    other.count = elements;
    return other;
  }

  std::size_t bytes() const { return bytes_of(count); }
  std::size_t bytes_of(std::int64_t elements) const { return static_cast<std::size_t>(elements) * layout.size; }
  /// False for what the MPI would report as an error. A null address is none where a type has absolute addresses.
  bool valid() const { return layout.valid && count >= 0 && (at || !layout.contiguous || bytes() == 0); }
  /// `elements` of the same type, so many extents further on.
  Data part(std::int64_t extents, std::int64_t elements) const {
    Data other = *this;
    other.at += extents * layout.extent;
    other.count = elements;
    return other;
  }
};

/// The first whole elements of `bytes` bytes, where these are fewer than all.
inline Data shorter(const Data& to, std::size_t bytes) {
  return bytes < to.bytes() ? to.part(0, static_cast<std::int64_t>(bytes / to.layout.size)) : to;
}

/// Copies bytes that lie without gaps, such as another member shows them, to their place, or the other way round.
inline void store(const Data& to, const std::byte* bytes) {
  unpack(to.at, bytes, static_cast<std::size_t>(to.count), to.type, to.layout, served_comm());
}
inline void load(std::byte* bytes, const Data& from) {
  pack(bytes, from.at, static_cast<std::size_t>(from.count), from.type, from.layout, served_comm());
}

/// Bytes in the order of the type's signature, to be read.
class ReadView {
 public:
  explicit ReadView(const Data& data) : bytes_(data.at) {
    if (data.layout.contiguous || data.bytes() == 0) return;
    packed_ = std::make_unique_for_overwrite<std::byte[]>(data.bytes());
    load(packed_.get(), data);
    bytes_ = packed_.get();
  }
  const std::byte* get() const { return bytes_; }

 private:
  std::unique_ptr<std::byte[]> packed_;
  const std::byte* bytes_;
};

/// The same, to be written. The data are in their place when finish() was called.
class WriteView {
 public:
  explicit WriteView(const Data& data) : data_(data), bytes_(data.at) {
    if (data.layout.contiguous || data.bytes() == 0) return;
    packed_ = std::make_unique_for_overwrite<std::byte[]>(data.bytes());
    bytes_ = packed_.get();
  }
  std::byte* get() const { return bytes_; }
  void finish() {
    if (packed_) store(data_, packed_.get());
  }

 private:
  const Data& data_;
  std::unique_ptr<std::byte[]> packed_;
  std::byte* bytes_;
};

/// From one place of this process to another, whose types may differ.
inline void copy(const Data& to, const Data& from) {
  if (to.layout.contiguous && from.layout.contiguous) {
    base::copy(to.at, from.at, std::min(to.bytes(), from.bytes()));
    return;
  }
  if (from.bytes() < to.bytes())
    return copy(to.part(0, static_cast<std::int64_t>(from.bytes() / to.layout.size)), from);
  const ReadView view(from);
  store(to, view.get());
}

}  // namespace isthmus::mpi
