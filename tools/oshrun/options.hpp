// The command line of oshrun. One table lists the options; arguments.cpp parses the line by it, and options.cpp
// interprets the values.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hosts.hpp"

namespace isthmus::oshrun {

struct Options {
  int n = 1;
  int nodes = 1;
  bool label = false;
  bool bind_to_cores = false;
  bool verbose = false;
  std::optional<double> timeout;  // seconds
  std::optional<std::string> profile, trace;  // files to write
  std::string directory;          // empty: oshrun's own
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<Host> hosts;  // with the number of PEs that each gets; empty: this machine, or the allocation
  std::optional<Allocation> allocation;  // on whose nodes srun runs the PEs
  std::string launcher;                  // for hosts; empty: the first that is installed
  std::vector<std::string> launcher_arguments;
  std::vector<std::string> tool;     // under which the PEs in `under_tool` run; %p stands for the PE's number
  std::vector<bool> under_tool;      // by PE; empty: all of them
  std::vector<std::string> command;  // the program and its arguments; empty after --help and --version

  bool uses_tool(int pe) const { return !tool.empty() && (under_tool.empty() || under_tool[static_cast<size_t>(pe)]); }
  bool elsewhere() const { return !hosts.empty() || allocation; }
};

struct OptionRow {
  const char* short_name;  // "" for none
  const char* long_name;
  const char* value;  // how the help names the value; null for a flag. One in brackets, [=FILE], may be left out
  const char* help;

  bool value_is_optional() const { return value && *value == '['; }
};
std::span<const OptionRow> option_rows();

struct Arguments {
  std::map<std::string, std::vector<std::string>> given;  // values by long name; empty for a flag and for a value left out
  std::vector<std::string> command;
};
Arguments split_arguments(std::vector<std::string> line);

/// Parses the command line; --help and --version are answered here. Throws LaunchError.
Options parse_options(int argc, char** argv);

}  // namespace isthmus::oshrun
