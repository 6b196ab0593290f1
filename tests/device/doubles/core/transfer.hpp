// Copies and fills as operations of a stream, and what CUDA and HIP say about when such a call returns.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/memory.hpp"
#include "core/stream.hpp"

namespace doubles {

enum class Verdict { good, out_of_range, overlap };

/// The work of copying: both sides are looked up now and copied later, in pieces that come in any order. Words that
/// are aligned on both sides are not torn.
Verdict prepare_copy(void* dest, const void* source, std::size_t bytes, Operation& operation);

/// `count` elements of `width` bytes (1, 2, 4, ...), `value` in each.
Verdict prepare_fill(void* dest, const void* value, std::size_t width, std::size_t count, Operation& operation);

/// By what the documents of CUDA and HIP say of their copies. Asynchronous ones: from pageable memory the bytes are
/// taken away before the call returns, to pageable memory and within host memory it returns when the copy is done, all
/// others return at once. Others return when the copy is done, except between device memory, and from pageable memory:
/// they return when the bytes were taken away.
enum class Return { at_once, when_done, in_haste };  // the last: at once, and somebody looks for what it does
Verdict prepare_copy_as_cuda(void* dest, const void* source, std::size_t bytes, bool asynchronous, Operation& operation,
                             Return& when);

}  // namespace doubles
