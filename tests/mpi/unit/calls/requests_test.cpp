// MPI 4.1's questions for the status of several requests, which no MPI of Debian 12 has: what is complete is where the
// program looks for it, on the double of CUDA's driver.
#include "calls/requests.hpp"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>

#include "calls/begun.hpp"
#include "cuda.hpp"
#include "mpi_double.hpp"

namespace isthmus::mpi {
namespace {

using memkind::kCuda;

template <class Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(dlopen("libcuda.so.1", RTLD_NOW), name));
}

constexpr int kRequests = 3, kUndefined = -32766;
std::array<bool, kRequests> complete;  ///< what the MPI says

class RequestsTest : public testing::Test {
 protected:
  RequestsTest() {
    complete = {};
    mpi_->Request_get_status = [](Word, int* flag, void*) { return *flag = 0, kSuccess; };
    mpi_->Request_get_status_any = [](int count, const void*, int* index, int* flag, void*) {
      *index = kUndefined;
      *flag = 0;
      for (int i = count - 1; i >= 0; --i)
        if (complete[static_cast<std::size_t>(i)]) *index = i, *flag = 1;
      return kSuccess;
    };
    mpi_->Request_get_status_all = [](int, const void*, int* flag, void*) {
      *flag = complete[0] && complete[1] && complete[2];
      return kSuccess;
    };
    mpi_->Request_get_status_some = [](int count, const void*, int* done, int* indices, void*) {
      *done = 0;
      for (int i = 0; i < count; ++i)
        if (complete[static_cast<std::size_t>(i)]) indices[(*done)++] = i;
      return kSuccess;
    };
    find<decltype(cuInit)>("cuInit")(0);
    cuda::ContextHandle context;
    find<decltype(cuDevicePrimaryCtxRetain)>("cuDevicePrimaryCtxRetain")(&context, 0);
    find<decltype(cuCtxSetCurrent)>("cuCtxSetCurrent")(context);
    cuda::Address address = 0;
    EXPECT_EQ(find<decltype(cuMemAlloc_v2)>("cuMemAlloc_v2")(&address, kRequests), cuda::success);
    device_ = reinterpret_cast<char*>(address);
    kCuda.copy(device_, "---", kRequests);
    for (int i = 0; i < kRequests; ++i) begin(i);
  }

  ~RequestsTest() override { find<decltype(cuMemFree_v2)>("cuMemFree_v2")(reinterpret_cast<cuda::Address>(device_)); }

  /// A request that writes a letter to the device, of which the MPI has written a copy.
  void begin(int i) {
    auto copies = std::make_unique<HostCopies>(HostCopies::For::host);
    const Span span{.bytes = 1, .pieces = {{0, 1, std::make_shared<const Layout>(Layout::basic(1))}}};
    *static_cast<char*>(copies->of(device_ + i, span, HostCopies::Use::written)) = static_cast<char>('a' + i);
    attach(&requests_[i], {.host_copies = std::move(copies)});
  }
  std::string seen() const {
    char letters[kRequests + 1] = {};
    kCuda.copy(letters, device_, kRequests);
    return letters;
  }

  MpiDouble mpi_;
  Word requests_[kRequests] = {0x5000, 0x5010, 0x5020};
  char* device_ = nullptr;
};

TEST_F(RequestsTest, AnyCopiesBackTheOneThatIsComplete) {
  int index = 0, flag = 1;
  EXPECT_EQ(ours::Request_get_status_any(kRequests, requests_, &index, &flag, nullptr), kSuccess);
  EXPECT_EQ(seen(), "---");
  complete[1] = true;
  ours::Request_get_status_any(kRequests, requests_, &index, &flag, nullptr);
  EXPECT_EQ(index, 1);
  EXPECT_EQ(seen(), "-b-");
}

TEST_F(RequestsTest, AllCopiesBackWhenAllAreComplete) {
  int flag = 1;
  complete[0] = complete[2] = true;
  ours::Request_get_status_all(kRequests, requests_, &flag, nullptr);
  EXPECT_EQ(seen(), "---");
  complete[1] = true;
  ours::Request_get_status_all(kRequests, requests_, &flag, nullptr);
  EXPECT_EQ(seen(), "abc");
}

/// The results are the program's from then on, which may write over them.
TEST_F(RequestsTest, SomeCopiesBackOnce) {
  int done = 0, indices[kRequests];
  complete[0] = complete[2] = true;
  ours::Request_get_status_some(kRequests, requests_, &done, indices, nullptr);
  EXPECT_EQ(done, 2);
  EXPECT_EQ(seen(), "a-c");
  kCuda.copy(device_, "xyz", kRequests);
  ours::Request_get_status_some(kRequests, requests_, &done, indices, nullptr);
  EXPECT_EQ(seen(), "xyz");
}

/// A job of the background.
class Done final : public Job {
 public:
  void run(Communicator&) override {}
  void refresh() override {}
  void finish() override { finished = true; }
  bool finished = false;
};

TEST_F(RequestsTest, EachCompletesWhatTheBackgroundHasDone) {
  int index = 0, flag = 0, done = 0, indices[kRequests];
  for (int way = 0; way < 3; ++way) {
    bool told = false;
    const auto job = std::make_shared<Done>();
    add_begun(job, [&told] { told = true; });
    job->done = true;
    if (way == 0) ours::Request_get_status_any(kRequests, requests_, &index, &flag, nullptr);
    if (way == 1) ours::Request_get_status_all(kRequests, requests_, &flag, nullptr);
    if (way == 2) ours::Request_get_status_some(kRequests, requests_, &done, indices, nullptr);
    EXPECT_TRUE(job->finished && told) << way;
  }
}

}  // namespace
}  // namespace isthmus::mpi
