#include "collectives/rules.hpp"

#include <gtest/gtest.h>

#include <set>

#include "base/error.hpp"
#include "comm/context.hpp"
#include "expect_error.hpp"

namespace isthmus::collectives {
namespace {

const comm::Context some_wire{"not used"};

/// Members of a team on one node or several, or of an active set; nothing is called but what choose() asks.
class Some final : public Group {
 public:
  enum class Kind { node, wire, set, set_over_wire };

  Some(Kind kind, int members) : Some(kind, std::make_unique<comm::Team>(), members) {}
  void sync() override {}
  void share(std::span<const std::uint64_t>) override {}
  std::uint64_t shared(int, std::size_t) const override { return 0; }
  comm::Team& its_team() { return *team_; }
  bool is_team() const { return kind_ == Kind::node || kind_ == Kind::wire; }
  bool on_wire() const { return kind_ == Kind::wire || kind_ == Kind::set_over_wire; }

 private:
  Some(Kind kind, std::unique_ptr<comm::Team> team, int members)
      : Group(prepared(*team, kind, members), 0, kind == Kind::node || kind == Kind::set,
              kind == Kind::node || kind == Kind::wire ? team.get() : nullptr),
        kind_(kind),
        team_(std::move(team)) {}
  static const comm::PeSet& prepared(comm::Team& team, Kind kind, int members) {
    team.pes = comm::PeSet(0, 1, members);
    if (kind != Kind::wire) return team.pes;
    team.wire = &some_wire;
    team.nodes = std::make_unique<comm::Nodes>();  // two, in order
    team.nodes->members.resize(2);
    for (int member = 0; member < members; ++member) {
      auto& node = team.nodes->members[member < (members + 1) / 2 ? 0 : 1];
      team.nodes->node_of.push_back(member < (members + 1) / 2 ? 0 : 1);
      team.nodes->place_of.push_back(static_cast<int>(node.size()));
      node.push_back(member);
    }
    team.nodes->leaders = members / 2;
    team.nodes->largest = (members + 1) / 2;
    return team.pes;
  }

  Kind kind_;
  std::unique_ptr<comm::Team> team_;
};

std::vector<Operation> operations() {
  std::vector<Operation> all;
  for (int op = 0; op < kOperations; ++op) all.push_back(static_cast<Operation>(op));
  return all;
}

constexpr Some::Kind kKinds[] = {Some::Kind::node, Some::Kind::wire, Some::Kind::set, Some::Kind::set_over_wire};
constexpr std::size_t kSizes[] = {1, 48, 49, 496, 497, 8192, 65536, 1 << 20, std::size_t{1} << 40};

void force(Operation operation, const std::string& name, bool cores_are_shared = false) {
  configure(cores_are_shared, [&](Operation op) { return op == operation ? name : std::string(); });
}
void force_nothing(bool cores_are_shared = false) {
  configure(cores_are_shared, [](Operation) { return std::string(); });
}

bool fits(const Rule& rule, const Some& group, std::size_t bytes) {
  if (bytes > rule.capacity) return false;
  if (rule.needs == Needs::none) return true;
  return group.is_team() && (rule.needs == Needs::node) != group.on_wire();
}

bool some_row_fits(Operation operation, Algorithm algorithm, const Some& group, std::size_t bytes) {
  for (const Rule& rule : rules())
    if (rule.operation == operation && rule.algorithm == algorithm && fits(rule, group, bytes)) return true;
  return false;
}

class Rules : public ::testing::Test {
 protected:
  void TearDown() override { force_nothing(); }
};

TEST_F(Rules, HaveTheRowsOfAnOperationTogetherAndEndWithOneThatAlwaysWorks) {
  std::set<Operation> seen;
  const auto all = rules();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && all[i].operation == all[i - 1].operation) continue;
    EXPECT_TRUE(seen.insert(all[i].operation).second) << name(all[i].operation);
    const Rule& before = i > 0 ? all[i - 1] : all.back();
    EXPECT_EQ(before.needs, Needs::none);
    EXPECT_EQ(before.capacity, kAnyBytes);
    EXPECT_EQ(before.until_bytes, kAnyBytes);
    EXPECT_EQ(before.until_members, kAnyMembers);
    EXPECT_EQ(before.cores, Cores::any);
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kOperations));
}

TEST_F(Rules, PreferNothingThatDoesNotFit) {
  for (const Rule& rule : rules()) EXPECT_LE(rule.until_bytes, rule.capacity) << name(rule.algorithm);
}

TEST_F(Rules, ChooseByBytesOnANode) {
  force_nothing();
  const Some four(Some::Kind::node, 4);
  for (const Operation operation :
       {Operation::broadcast, Operation::fcollect, Operation::alltoall, Operation::alltoalls}) {
    EXPECT_EQ(choose(operation, four, 1), Algorithm::cell);
    EXPECT_EQ(choose(operation, four, 496), Algorithm::cell);
    EXPECT_EQ(choose(operation, four, 497), Algorithm::direct);
    EXPECT_EQ(choose(operation, four, 1 << 20), Algorithm::direct);
  }
  for (const Operation operation : {Operation::reduce, Operation::scan}) {
    EXPECT_EQ(choose(operation, four, 496), Algorithm::cell);
    EXPECT_EQ(choose(operation, four, 497), Algorithm::slices);
  }
}

TEST_F(Rules, ChooseBarriersByMembersAndCores) {
  for (const bool shared : {false, true}) {
    force_nothing(shared);
    Some few(Some::Kind::node, 16), many(Some::Kind::node, 17);
    EXPECT_EQ(choose(Operation::barrier, few.its_team()), Algorithm::flags);
    EXPECT_EQ(choose(Operation::barrier, many.its_team()), shared ? Algorithm::central : Algorithm::dissemination);
  }
}

TEST_F(Rules, ChooseWhatFitsForEverybody) {
  for (const bool shared : {false, true}) {
    force_nothing(shared);
    for (const Operation operation : operations())
      for (const Some::Kind kind : kKinds)
        for (const int members : {1, 2, 5, 64, 5000})
          for (const std::size_t bytes : kSizes) {
            const Some group(kind, members);
            EXPECT_TRUE(some_row_fits(operation, choose(operation, group, bytes), group, bytes)) << name(operation);
          }
  }
}

TEST_F(Rules, TakeAForcedAlgorithmWhereItFitsAndTheUsualOneElsewhere) {
  for (const Rule& rule : rules())
    for (const Some::Kind kind : kKinds)
      for (const std::size_t bytes : kSizes) {
        const Some group(kind, 40);
        force_nothing();
        const Algorithm usual = choose(rule.operation, group, bytes);
        force(rule.operation, name(rule.algorithm));
        if (rule.needs == Needs::receive_buffer) continue;  // what fits a receive buffer is the algorithm's to say
        EXPECT_EQ(choose(rule.operation, group, bytes),
                  some_row_fits(rule.operation, rule.algorithm, group, bytes) ? rule.algorithm : usual)
            << name(rule.operation) << ' ' << name(rule.algorithm) << ' ' << bytes;
      }
}

TEST_F(Rules, ForceOneOperationAlone) {
  force_nothing();
  const Some four(Some::Kind::node, 4);
  const Algorithm usual = choose(Operation::fcollect, four, 8);
  force(Operation::broadcast, "flat");
  EXPECT_EQ(choose(Operation::broadcast, four, 8), Algorithm::flat);
  EXPECT_EQ(choose(Operation::fcollect, four, 8), usual);
  force_nothing();
  EXPECT_EQ(choose(Operation::broadcast, four, 8), Algorithm::cell);
}

TEST_F(Rules, RefuseNamesOfNoAlgorithmOfTheOperation) {
  for (const Operation operation : operations()) {
    EXPECT_THROW(force(operation, "nonsense"), base::SetupError);
    EXPECT_THROW(force(operation, "Flat"), base::SetupError);
    EXPECT_THROW(force(operation, " "), base::SetupError);
  }
  EXPECT_THROW(force(Operation::broadcast, "central"), base::SetupError);
  EXPECT_THROW(force(Operation::barrier, "cell"), base::SetupError);
}

TEST_F(Rules, SayWhichNamesThereAre) {
  const std::string line = test::setup_error([] { force(Operation::reduce, "nonsense"); });
  EXPECT_TRUE(test::contains(line, "'nonsense'"));
  EXPECT_TRUE(test::contains(line, "reduce"));
  for (const Rule& rule : rules())
    EXPECT_TRUE(rule.operation != Operation::reduce || test::contains(line, name(rule.algorithm)));
}

}  // namespace
}  // namespace isthmus::collectives
