// The double of libcuda.so.1: that a stream is captured for a graph. Nothing is captured; but while a capture in the
// global mode is under way, calls that may be unsafe end it, from all threads that have not said that theirs are meant
// (the relaxed mode).
#include <algorithm>
#include <array>
#include <atomic>
#include <string_view>
#include <utility>

#include "cuda.hpp"
#include "cuda_state.hpp"

namespace cuda {
namespace {

constexpr int kGlobal = 0, kRelaxed = 2;
std::atomic<bool> under_way = false, ended = false;
thread_local int mode = kGlobal;

}  // namespace

bool ends_capture(const char* name) {
  constexpr std::array kUnsafe = {"cuMemAlloc_v2",        "cuMemFree_v2",     "cuMemHostAlloc",     "cuMemFreeHost",
                                  "cuMemHostRegister_v2", "cuModuleLoadData", "cuModuleUnload",     "cuStreamQuery",
                                  "cuMemHostUnregister",  "cuCtxSynchronize", "cuStreamSynchronize"};
  if (!under_way || mode == kRelaxed ||
      std::find(kUnsafe.begin(), kUnsafe.end(), std::string_view(name)) == kUnsafe.end())
    return false;
  ended = true;
  return true;
}

}  // namespace cuda

using namespace cuda;  // NOLINT: the entry points have C's names

#pragma GCC visibility push(default)
extern "C" {

Error cuThreadExchangeStreamCaptureMode(int* exchanged) {
  return call("cuThreadExchangeStreamCaptureMode", Needs::nothing, invalid_value, [&] {
    std::swap(mode, *exchanged);
    return success;
  });
}
Error cuStreamBeginCapture_v2(StreamHandle, int how) {
  return call("cuStreamBeginCapture_v2", Needs::context, invalid_value, [&] {
    if (how != kGlobal || under_way.exchange(true)) return invalid_value;  // no other mode is here
    ended = false;
    return success;
  });
}
Error cuStreamEndCapture(StreamHandle, void** graph) {
  return call("cuStreamEndCapture", Needs::context, invalid_value, [&] {
    *graph = nullptr;
    return under_way.exchange(false) && !ended ? success : capture_invalidated;
  });
}
}
