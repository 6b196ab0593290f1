#include "moves.hpp"

int main(int argc, char** argv) {
  begin();
  Plan plan(argc, argv);
  const Make make = [](const Order& order) { return std::make_unique<Alltoalls>(order, false); };
  plan.go_through(make, (1 << 20) + 5);
  every_form(plan, make);
  return end();
}
