#include "collectives/rules.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

#include "base/error.hpp"
#include "comm/context.hpp"
#include "config/settings.hpp"
#include "expect_error.hpp"

namespace isthmus::collectives {
namespace {

const comm::Context some_wire{"not used"};

/// A group on one node or several, or an active set; it implements only what the rules ask.
class Some final : public Group {
 public:
  enum class Kind { node, wire, set, set_over_wire };

  Some(Kind kind, int members) : Some(kind, std::make_unique<comm::Team>(), members) {}
  void sync() override {}
  void share(std::span<const std::uint64_t>) override {}
  std::uint64_t shared(int, std::size_t) const override { return 0; }
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
  for (std::size_t op = 0; op < kOperations; ++op) all.push_back(static_cast<Operation>(op));
  return all;
}

constexpr Some::Kind kKinds[] = {Some::Kind::node, Some::Kind::wire, Some::Kind::set, Some::Kind::set_over_wire};
constexpr std::size_t kSizes[] = {1, 48, 49, 496, 497, 8192, 65536, 1 << 20, std::size_t{1} << 40};

void force(Operation operation, const std::string& algorithm, bool cores_are_shared = false) {
  std::string setting = std::string(name(operation)) + "_ALGORITHM";
  for (char& c : setting) c = static_cast<char>(std::toupper(c));
  selection.configure(cores_are_shared, [&](const std::string& n) { return n == setting ? algorithm : std::string(); });
}
void force_nothing(bool cores_are_shared = false) {
  selection.configure(cores_are_shared, [](const std::string&) { return std::string(); });
}

const Rule& choose(Operation operation, const Shape& shape, std::size_t bytes) {
  const std::span<const Rule> all = rules(operation);
  return all[selection.choose(operation, all, shape, bytes)];
}
const Rule& choose(Operation operation, const Group& group, std::size_t bytes) {
  return choose(operation, Shape{group.team(), group.size()}, bytes);
}
std::string chosen(Operation operation, const Group& group, std::size_t bytes) {
  return choose(operation, group, bytes).name;
}

bool fits(const Rule& rule, const Some& group, std::size_t bytes) {
  if (bytes > rule.capacity) return false;
  if (rule.needs == Needs::none) return true;
  if (!group.is_team() || (rule.needs == Needs::node) == group.on_wire()) return false;
  return !rule.fits || rule.fits(*group.team()->nodes, bytes);
}

class Rules : public ::testing::Test {
 protected:
  void TearDown() override { force_nothing(); }
};

TEST_F(Rules, HaveNamesOfTheirOwnAndEndWithOneThatAlwaysWorks) {
  std::set<std::string> operations_seen;
  for (const Operation operation : operations()) {
    EXPECT_TRUE(operations_seen.insert(name(operation)).second) << name(operation);
    std::set<std::string> seen;
    for (const Rule& rule : rules(operation)) {
      EXPECT_TRUE(seen.insert(rule.name).second) << name(operation) << ' ' << rule.name;
      EXPECT_NE(std::string(rule.what), "") << name(operation) << ' ' << rule.name;
    }
    EXPECT_EQ(rules(operation).back().needs, Needs::none) << name(operation);
  }
}

TEST_F(Rules, PreferNothingThatDoesNotFit) {
  for (const Operation operation : operations())
    for (const Rule& rule : rules(operation)) {
      EXPECT_LE(preferred_bytes(rule), rule.capacity) << rule.name;
      // The condition is asked of the nodes of a team, which teams of one node do not have.
      EXPECT_TRUE(!rule.fits || rule.needs == Needs::wire) << rule.name;
    }
}

TEST_F(Rules, ChooseByBytesOnANode) {
  force_nothing();
  const Some four(Some::Kind::node, 4);
  for (const Operation operation :
       {Operation::broadcast, Operation::fcollect, Operation::alltoall, Operation::alltoalls}) {
    EXPECT_EQ(chosen(operation, four, 1), "cell");
    EXPECT_EQ(chosen(operation, four, 496), "cell");
    EXPECT_EQ(chosen(operation, four, 497), "direct");
    EXPECT_EQ(chosen(operation, four, 1 << 20), "direct");
  }
  for (const Operation operation : {Operation::gather, Operation::scatter}) {
    EXPECT_EQ(chosen(operation, four, 496), "cell");
    EXPECT_EQ(chosen(operation, four, 497), "flat");
  }
  for (const Operation operation : {Operation::reduce, Operation::scan}) {
    EXPECT_EQ(chosen(operation, four, 496), "cell");
    EXPECT_EQ(chosen(operation, four, 497), "slices");
  }
}

TEST_F(Rules, ChooseBarriersByMembersAndCores) {
  for (const bool shared : {false, true}) {
    force_nothing(shared);
    const Some few(Some::Kind::node, 16), many(Some::Kind::node, 17);
    EXPECT_EQ(chosen(Operation::barrier, few, 0), "flags");
    EXPECT_EQ(chosen(Operation::barrier, many, 0), shared ? "central" : "dissemination");
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
            EXPECT_TRUE(fits(choose(operation, group, bytes), group, bytes)) << name(operation);
          }
  }
}

TEST_F(Rules, TakeAForcedAlgorithmWhereItFitsAndTheUsualOneElsewhere) {
  for (const Operation operation : operations())
    for (const Rule& rule : rules(operation))
      for (const Some::Kind kind : kKinds)
        for (const std::size_t bytes : kSizes) {
          const Some group(kind, 40);
          force_nothing();
          const std::string usual = chosen(operation, group, bytes);
          force(operation, rule.name);
          EXPECT_EQ(chosen(operation, group, bytes), fits(rule, group, bytes) ? rule.name : usual)
              << name(operation) << ' ' << rule.name << ' ' << bytes;
        }
}

TEST_F(Rules, ForceOneOperationAlone) {
  force_nothing();
  const Some four(Some::Kind::node, 4);
  const std::string usual = chosen(Operation::fcollect, four, 8);
  force(Operation::broadcast, "flat");
  EXPECT_EQ(chosen(Operation::broadcast, four, 8), "flat");
  EXPECT_EQ(chosen(Operation::fcollect, four, 8), usual);
  force_nothing();
  EXPECT_EQ(chosen(Operation::broadcast, four, 8), "cell");
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

TEST_F(Rules, HaveASettingForEachOperation) {
  for (const Operation operation : operations()) {
    std::string variable = std::string("SHMEM_") + name(operation) + "_ALGORITHM";
    for (char& c : variable) c = static_cast<char>(std::toupper(c));
    const config::Settings settings =
        config::read_settings([&](const char* asked) { return asked == variable ? "flat" : nullptr; });
    selection.configure(false, [&](const std::string& setting) { return config::value(settings, setting); });
    const Some four(Some::Kind::node, 4);
    for (const Operation other : operations()) EXPECT_EQ(chosen(other, four, 8) == "flat", other == operation);
  }
}

TEST_F(Rules, SayWhichNamesThereAre) {
  const std::string line = test::setup_error([] { force(Operation::reduce, "nonsense"); });
  EXPECT_TRUE(test::contains(line, "'nonsense'"));
  EXPECT_TRUE(test::contains(line, "reduce"));
  for (const Rule& rule : rules(Operation::reduce)) EXPECT_TRUE(test::contains(line, rule.name));
}

}  // namespace
}  // namespace isthmus::collectives
