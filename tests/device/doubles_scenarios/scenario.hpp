// A scenario is a test of a double in a process of its own: a double reads its environment once and keeps state for the
// whole process. The process is this program, started again.
#pragma once
#include <string>
#include <vector>

#include "doubles_scenarios/vendor.hpp"

using Words = std::vector<std::string>;

/// Registers a scenario by being constructed. A body that returns has succeeded.
struct Scenario {
  Scenario(const char* name, void (*body)(Vendor& vendor, const Words& words));
};

/// Its exit status, or minus the signal that ended it. `environment` are name=value; `socket`, when there is one, is
/// descriptor 3 of the process.
int run(const std::string& vendor, const std::string& scenario, const Words& environment = {}, const Words& words = {},
        int socket = -1);

/// The main function of such a process.
int act(const std::string& vendor, const std::string& scenario, const Words& words);

/// Ends the process with a line if the condition does not hold.
void check(bool holds, const char* what, int line = __builtin_LINE());
void check_equal(long long seen, long long expected, const char* what, int line = __builtin_LINE());

/// Sends handles over a UNIX socket, with their file descriptor if there is one.
void send(int socket, const Travelling& handle);
Travelling receive(int socket);
