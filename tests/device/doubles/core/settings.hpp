// The double's machine, as the environment describes it. A value that makes no sense ends the process, since a test
// that runs with other settings than it asked for would prove nothing.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace doubles {

struct Settings {
  int devices = 2;                               ///< DOUBLE_DEVICES; 0: a driver without a device
  std::size_t memory = std::size_t{1} << 30;     ///< DOUBLE_MEMORY: bytes of each device, for each process; K, M, G
  std::size_t alignment = std::size_t{2} << 20;  ///< DOUBLE_ALIGNMENT of large blocks: no document promises so much
  bool peers = true;                             ///< DOUBLE_PEERS=0: no device reaches another's memory
  unsigned delay_us = 200;                       ///< DOUBLE_DELAY: the longest that work waits when nobody waits for it
  unsigned queues = 2;                           ///< CUDA_DEVICE_MAX_CONNECTIONS, as under MPS: when so many streams
                                                 ///< wait, all do
  std::uint64_t seed = 1;                        ///< DOUBLE_SEED, of the delays and of the order of copies
  int spoil = 0;                                 ///< DOUBLE_SPOIL: 1 spoils what is read through handles, 2 written;
                                                 ///< 3 and 4 the same on the wire
  bool reuse = false;                            ///< DOUBLE_REUSE=1: freed addresses are given out again, at once
  bool touchable = false;                        ///< DOUBLE_TOUCHABLE=1: the process may load and store device memory,
                                                 ///< for functions of devices that are compiled for the host
  std::string fail{};                            ///< DOUBLE_FAIL, see failures.hpp
  std::string kernels{};                         ///< DOUBLE_KERNELS, see kernels.hpp
  int pe = -1;  ///< who oshrun or mpirun says this process is, and on which node of oshrun's making
  int node = 0;
  bool leaks = false;  ///< DOUBLE_LEAKS=1: a process that leaves something behind exits with 97
};

const Settings& settings();

/// One line on stderr, then abort.
[[noreturn]] void give_up(const std::string& why);

}  // namespace doubles
