// Copies and fills as operations of a stream, and what CUDA and HIP say about when such a call returns.
#pragma once
#include <cstddef>
#include <cstdint>

#include "core/memory.hpp"
#include "core/stream.hpp"

namespace doubles {

enum class Verdict { good, out_of_range, overlap };

/// Makes the operation of a copy. Both sides are looked up now and copied later, in pieces and in any order; words that
/// are aligned on both sides are not torn.
Verdict prepare_copy(void* dest, const void* source, std::size_t bytes, Operation& operation);

/// Makes the operation of a fill: `value` in each of `count` elements of `width` bytes (1, 2, 4, ...).
Verdict prepare_fill(void* dest, const void* value, std::size_t width, std::size_t count, Operation& operation);

/// Decides by the documents of CUDA and HIP when a copy's call returns. An asynchronous copy returns once the bytes are
/// read if they come from pageable memory, when it is done if it goes to pageable memory or stays in host memory, and
/// at once otherwise. A synchronous copy returns when it is done, except between device memory, and from pageable
/// memory, where it returns once the bytes are read.
enum class Return { at_once, when_done, in_haste };  // in_haste: at once, and the work is not delayed
Verdict prepare_copy_as_cuda(void* dest, const void* source, std::size_t bytes, bool asynchronous, Operation& operation,
                             Return& when);

}  // namespace doubles
