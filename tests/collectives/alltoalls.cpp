#include "moves.hpp"

int main(int argc, char** argv) {
  begin();
  Plan plan(argc, argv);
  const Make make = [](const Order& order) { return std::make_unique<Alltoalls>(order, true); };
  plan.go_through(make, (1 << 18) + 5);
  every_form(plan, make);
  return end();
}
