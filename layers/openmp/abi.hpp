// The interface between compilers and libomptarget (LLVM 17 to 22), in declarations of our own.
#pragma once
#include <cstdint>

namespace isthmus::omp {

/// The bits of a map's type.
enum MapType : std::int64_t {
  kTo = 0x1,
  kFrom = 0x2,
  kAlways = 0x4,
  kDelete = 0x8,
  kPointerAndObject = 0x10,  ///< the base is the address of a pointer into the object
  kPrivate = 0x80,
  kLiteral = 0x100,
  kImplicit = 0x200,
  kClose = 0x400,
  kPresent = 0x1000,
  kHold = 0x2000,
  kAttach = 0x4000,  ///< LLVM 22: maps no object, but sets a pointer on the device
};

/// The index of the argument for the struct that this member belongs to, or -1 if it is no member.
inline int parent_of(std::int64_t type) { return static_cast<int>(static_cast<std::uint64_t>(type) >> 48) - 1; }

/// The arguments of the calls that begin and end maps.
struct MapCall {
  void* where;  ///< an ident_t: the place in the source
  std::int64_t device;
  std::int32_t n;
  void **bases, **begins;
  std::int64_t *sizes, *types;
  void **names, **mappers;
};

struct Dependences {
  std::int32_t n;
  void* list;
  std::int32_t n_noalias;
  void* noalias_list;
};

/// The first fields of the kernel's arguments; later versions append fields.
struct KernelArguments {
  std::uint32_t version, n;
  void **bases, **begins;
  std::int64_t *sizes, *types;
  void **names, **mappers;
  std::uint64_t trip_count;
  std::uint64_t flags;  ///< present from version 2 on
};
inline constexpr std::uint64_t kNoWait = 1;

struct Ident {
  std::int32_t reserved_1, flags, reserved_2, reserved_3;
  const char* source;  ///< ";file;function;line;column;;"
};

/// A custom mapper: calls __tgt_push_mapper_component(handle, ...) for each part of the object.
using Mapper = void (*)(void* handle, void* base, void* begin, std::int64_t size, std::int64_t type, void* name);

}  // namespace isthmus::omp
