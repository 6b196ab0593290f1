#include "gasnet_isthmus/tools/bytes.h"

#include <cstring>

extern "C" {

uint64_t gasnett_checksum(const void* p, int numbytes) {
  // FNV-1a: each byte changes all of the result, and so does its place.
  const auto* bytes = static_cast<const unsigned char*>(p);
  uint64_t sum = 0xcbf29ce484222325;
  for (int i = 0; i < numbytes; ++i) sum = (sum ^ bytes[i]) * 0x100000001b3;
  return sum;
}

size_t gasnett_count0s(const void* p, size_t numbytes) {
  const auto* bytes = static_cast<const unsigned char*>(p);
  size_t zeros = 0;
  size_t i = 0;
  for (; i + sizeof(uint64_t) <= numbytes; i += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, bytes + i, sizeof word);
    zeros += static_cast<size_t>(gasnett_count0s_uint64_t(word));
  }
  for (; i < numbytes; ++i) zeros += bytes[i] == 0;
  return zeros;
}

size_t gasnett_count0s_copy(void* GASNETT_RESTRICT dst, const void* GASNETT_RESTRICT src, size_t numbytes) {
  auto* to = static_cast<unsigned char*>(dst);
  const auto* from = static_cast<const unsigned char*>(src);
  size_t zeros = 0;
  size_t i = 0;
  for (; i + sizeof(uint64_t) <= numbytes; i += sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, from + i, sizeof word);
    memcpy(to + i, &word, sizeof word);
    zeros += static_cast<size_t>(gasnett_count0s_uint64_t(word));
  }
  for (; i < numbytes; ++i) zeros += (to[i] = from[i]) == 0;
  return zeros;
}

}  // extern "C"
