// When the layer learns that the MPI ends: by an attribute of MPI_COMM_SELF, and at the end of the last session.
#include "finalize.hpp"

#include <gtest/gtest.h>

#include "calls/requests.hpp"
#include "mpi_double.hpp"

namespace isthmus::mpi {
namespace {

int ends, session_ends, attributes_of_self;
DeleteAttribute* on_delete;

class FinalizeTest : public testing::Test {
 protected:
  FinalizeTest() {
    attributes_of_self = 0;
    mpi_->Comm_create_keyval = [](CopyAttribute*, DeleteAttribute* remove, int* keyval, void*) {
      on_delete = remove;
      return *keyval = 1, kSuccess;
    };
    mpi_->Comm_set_attr = [](Word comm, int, void*) {
      attributes_of_self += comm == MpiDouble::kSelf;
      return kSuccess;
    };
    mpi_->Session_init = [](Word, Word, void*) { return kSuccess; };
    mpi_->Session_finalize = [](void*) { return kSuccess; };
  }
  MpiDouble mpi_;
};

TEST_F(FinalizeTest, WatchesFinalizeWhereAFunctionCameBeforeInit) {
  at_finalize([] { ++ends; });
  at_finalize([] { ++ends; });
  EXPECT_EQ(attributes_of_self, 0);
  MpiDouble::initialized = 1;
  watch_finalize();
  watch_finalize();
  EXPECT_EQ(attributes_of_self, 1);
  on_delete(MpiDouble::kSelf, 1, nullptr, nullptr);
  EXPECT_EQ(ends, 2);
}

TEST_F(FinalizeTest, KeepsAttributesUntilTheLastSessionEnds) {
  int session = 0, made = 0;
  Keyval keyval;
  const auto number = [&] { return keyval.get([&](int* into) { *into = ++made; }); };
  at_finalize([] { ++session_ends; });
  ours::Session_init(0, 0, &session);
  ours::Session_init(0, 0, &session);
  EXPECT_EQ(number(), 1);
  ours::Session_finalize(&session);
  EXPECT_EQ(session_ends, 0);
  EXPECT_EQ(number(), 1);
  ours::Session_finalize(&session);
  EXPECT_EQ(session_ends, 1);
  EXPECT_EQ(number(), 2);
  ours::Session_finalize(&session);  // one that nobody saw begin
  EXPECT_EQ(number(), 3);
}

}  // namespace
}  // namespace isthmus::mpi
