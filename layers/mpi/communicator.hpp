// What the layer knows of a communicator. It is an attribute of it, so that dup does not copy it and free deletes it.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "accepted.hpp"
#include "comm/neighbours.hpp"
#include "mpi.hpp"
#include "node_memory.hpp"
#include "operation.hpp"

namespace isthmus::mpi {

class Background;
class Hierarchy;
struct ShownLines;

class Communicator {
 public:
  /// The communicator's state; null if it has none, and its calls go to the MPI. Called once for every blocking
  /// collective, before any argument is looked at: the MPI has accepted the same number of calls of all members, so
  /// that they set the state up in the same one, by collective calls of the MPI.
  static Communicator* of(Word comm) {
    Communicator* const known = find(comm);
    if (known && known->stage_ == Stage::not_set_up) [[unlikely]]
      known->set_up_if_due();
    return known;
  }
  /// Whether calls are served here, in memory that all members share.
  bool serves() const { return stage_ == Stage::ours; }
  /// How a communicator over several nodes works in two levels; null if it does not, and for all others.
  Hierarchy* hierarchy() { return hierarchy_.get(); }
  /// Notes the code of a call that was handed on before the state was set up.
  void warm_up(int code) {
    if (stage_ == Stage::not_set_up && was_accepted(code)) ++calls_;
  }
  /// Whether this process has, or had, a communicator with a background. Most have not, and need not look for it.
  static bool any_background() { return any_background_.load(std::memory_order_relaxed); }
  /// What does nonblocking calls on this communicator; null if the MPI does them.
  static Background* background_of(Word comm) {
    Communicator* const known = find(comm);
    return known ? known->background_.get() : nullptr;
  }
  /// The state of a communicator of our own, whose members are on one node. Collective. Null if they cannot share
  /// memory.
  static std::unique_ptr<Communicator> inside(Word comm);
  /// The same over several nodes. Null if it cannot work in two levels.
  static std::unique_ptr<Communicator> across(Word comm);
  ~Communicator();

  int rank() const { return rank_; }
  int size() const { return size_; }
  Word handle() const { return handle_; }
  /// All members are on this node; rounds of collectives/group/round.hpp work on this.
  comm::Neighbours& node() { return node_; }
  const NodeMemory& memory() const { return memory_; }
  /// Whether every member may read every other's memory (process_vm_readv).
  bool reads_directly() const { return reads_directly_; }
  /// Whether the members are more than the cores that they may run on.
  bool crowded() const { return crowded_; }
  /// From now on no call goes to the MPI because that would be faster: the thread that calls must not call it.
  void serve_all() { serves_all_ = true; }
  bool serves_all() const { return serves_all_; }

  /// Whether the members tell each other in every call where their buffers are. All give the same answer in the same
  /// call. A member whose buffer is on a device asks for it; until it holds, that member uses a copy in host memory.
  bool looks_for_devices() {
    if (looks_for_devices_) return true;
    const std::uint64_t from = memory_.process(0).devices_from.load(std::memory_order_acquire);
    return looks_for_devices_ = from != 0 && node_.generation >= from;
  }
  void look_for_devices();
  /// What members have shown in such calls (device/shown.hpp); null before the first one.
  std::shared_ptr<ShownLines>& shown() { return shown_; }

  /// Notes that a call which is served here shall return this code.
  void fail(int code) { code_ = code; }
  /// The same for one that received less than was sent to this member.
  void truncate() { fail(abi().truncated); }
  /// The code of the call that was served last. One that failed raises an error on the communicator, unless the thread
  /// must not call the MPI.
  int result() {
    if (code_ == kSuccess) [[likely]]
      return kSuccess;
    return report_failure();
  }

  /// How often calls of an operation were served here, and how often handed on: for ISTHMUS_MPI=verbose.
  void count(Operation operation, bool served) { ++counts_[static_cast<std::size_t>(operation)][served]; }
  /// The same for calls with device buffers, done on the devices or through host memory.
  void count_devices(bool mapped) { ++(mapped ? device_counts_->mapped : device_counts_->staged); }
  /// From now on the last counts are those of another communicator, too.
  void count_with(const Communicator& other) { device_counts_ = other.device_counts_; }
  std::string summary() const;

 private:
  enum class Stage { not_set_up, ours, handed_on };

  explicit Communicator(Word comm);
  static Communicator* find(Word comm);
  static Communicator* look_up(Word comm);
  static int remove(Word comm, int keyval, void* value, void* extra);
  void say_summary();
  int report_failure();
  void set_up_if_due();
  void set_up();

  static inline std::atomic<bool> any_background_ = false;

  Word handle_;
  Stage stage_ = Stage::not_set_up;
  int calls_ = 0;  ///< that the MPI has accepted before it is set up
  bool said_summary_ = false;
  int rank_ = 0, size_ = 0;
  bool reads_directly_ = false, crowded_ = false, looks_for_devices_ = false, serves_all_ = false;
  int code_ = kSuccess;  ///< of the call that is served now
  struct DeviceCounts {
    std::atomic<std::uint64_t> mapped = 0, staged = 0;
    std::string text() const;
  };
  std::shared_ptr<DeviceCounts> device_counts_ = std::make_shared<DeviceCounts>();
  NodeMemory memory_;
  comm::Neighbours node_;
  std::shared_ptr<ShownLines> shown_;
  std::unique_ptr<Hierarchy> hierarchy_;    ///< of a communicator over several nodes
  std::unique_ptr<Background> background_;  ///< of one whose members use devices
  std::array<std::array<std::uint64_t, 2>, kOperations> counts_{};
};

}  // namespace isthmus::mpi
