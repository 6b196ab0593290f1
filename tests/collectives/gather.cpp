#include "moves.hpp"

int main(int argc, char** argv) {
  begin();
  Plan plan(argc, argv);
  plan.go_through([](const Order& order) { return std::make_unique<Gather>(order); },
                  ((1 << 20) + 5) / static_cast<size_t>(n));
  return end();
}
