// Builds what devices see: the state, and the tables that it points to.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "comm/team.hpp"
#include "config/settings.hpp"
#include "memkind/kind.hpp"
#include "memory/symmetric.hpp"
#include "shmemx_device/state.h"

namespace isthmus::device {

/// The device whose code makes the calls, and memory of it. Host memory that it allocates is pinned for the device.
class Home {
 public:
  /// Takes the device of the first partition in device memory; without one, the device of `fallback`, or the host if that
  /// has none.
  Home(memory::SymmetricMemory& memory, const memkind::Kind& fallback);
  ~Home();
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;

  /// Whether device code can load from and store to the host's memory: the device is the host itself.
  bool reads_host() const { return !kind_->device || on_host_; }
  /// Whether device code finds memory of this kind at the addresses that the library has for it.
  bool reaches(const memkind::Kind& kind) const { return &kind == kind_ || (reads_host() && !kind.device); }
  /// Where device code finds `bytes` of host memory that this process has at `start`; 0 if the driver does not let it. The
  /// memory is pinned until the destructor.
  std::uint64_t address_of(std::uintptr_t start, std::size_t bytes);
  /// Whether atomics of device code on such memory are atomic with those of the processors.
  bool host_atomics() const { return kind_->device && kind_->device->host_atomics && kind_->device->host_atomics(); }
  /// What to do so that kernels of several PEs that share this device run at the same time; null if they do.
  const char* in_turns() const { return kind_->device && kind_->device->in_turns ? kind_->device->in_turns() : nullptr; }
  /// Loads the library's own kernels (memkind/kind.hpp): kernels of the program wait for what the host does by them.
  void load_kernels() const {
    if (kind_->device && kind_->device->load_kernels) kind_->device->load_kernels(kernels::Set::all);
  }
  /// Lets host threads that wait for this device spin (memkind/kind.hpp).
  void spin_in_waits() const {
    if (kind_->device && kind_->device->spin_in_waits) kind_->device->spin_in_waits();
  }
  /// How many devices of its kind this PE can choose from; 0 if it is the host.
  std::size_t devices() const { return kind_->device ? kind_->device->list().size() : 0; }
  /// The OpenMP number of the device; -1 if it is not known.
  int openmp_device() const { return kind_ == &memkind::kOmp ? device_ : -1; }

  /// Memory of the device, zero at first, and pinned host memory; both are freed by the destructor. Throws
  /// base::SetupError.
  void* on_device(std::size_t bytes);
  /// Takes `bytes` of on_device() back, for later calls that want as many.
  void give_back(const void* taken, std::size_t bytes);
  void* pinned(std::size_t bytes);
  void write(void* there, const void* from, std::size_t bytes) const { kind_->copy(there, from, bytes); }

 private:
  const memkind::Kind* kind_;
  int device_ = -1;
  bool on_host_ = false;
  std::vector<memkind::Region> regions_;
  std::size_t used_ = 0;  ///< of the last region
  std::map<std::size_t, std::vector<void*>> spare_;  ///< what was given back, by its bytes
  std::vector<void*> pins_;
  std::map<std::uintptr_t, std::uint64_t> registered_;  ///< host memory, and where the device finds it, or 0
};

/// Makes the part of the state that describes memory. Called again when partitions come or go.
class Map {
 public:
  Map(Home& home, memory::SymmetricMemory& memory, const comm::Team& world, const config::Settings& settings);
  /// Fills near_pes, segments, flags and areas. Throws base::SetupError.
  void describe(isthmus_device_state& state);
  /// Whether every member can load and store the device memory of all others. The same on all members.
  bool direct(const comm::Team& team) const {
    return !team.nodes && memory_.devices_all_mapped() && memory_.devices_all_reached();
  }

 private:
  using Row = isthmus_device_segment;
  static constexpr std::size_t kMaxSegments = 256;

  std::size_t table_bytes() const { return static_cast<std::size_t>(n_pes_) * sizeof(std::uint64_t); }
  std::vector<const memory::Segment*> segments() const;
  /// Whether device code finds this PE's copy of the segment at the address that the library has for it.
  bool reaches(const memory::Segment& segment) const;
  /// Where device code finds the segment's copies, by PE; 0 where it does not.
  std::vector<std::uint64_t> addresses(const memory::Segment& segment);
  Row row_of(const memory::Segment& segment);
  void choose_window(isthmus_device_state& state, const std::vector<const memory::Segment*>& segments) const;

  Home& home_;
  memory::SymmetricMemory& memory_;
  const comm::Team& world_;
  const int me_, n_pes_;
  const bool check_;
  const std::size_t most_pinned_;  ///< bytes of a segment of host memory
  Row* rows_ = nullptr;  ///< in device memory
  std::map<const memory::Segment*, std::uint64_t*> tables_;
};

/// The teams and contexts that device code may name, in device memory. The host changes rows while devices read them: a
/// row's handle is stored last, and cleared first.
class Directory {
 public:
  explicit Directory(Home& home);
  const isthmus_device_directory* shared() const { return shared_; }
  /// `direct`: every member can load and store the device memory of all others.
  void add_team(std::uint64_t handle, const comm::Team& team, bool direct);
  /// The contexts of the team end with it.
  void remove_team(std::uint64_t handle);
  void add_context(std::uint64_t handle, std::uint64_t team);
  void remove_context(std::uint64_t handle);

 private:
  template <class Row>
  void write(Row& row);
  template <class Row>
  void clear(Row& row);
  void write_counts();

  Home& home_;
  isthmus_device_directory* shared_;                  ///< in device memory
  std::unique_ptr<isthmus_device_directory> mirror_;  ///< what is there
};

}  // namespace isthmus::device
