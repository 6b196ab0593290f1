// The command line of oshrun. One table says which options there are; arguments.cpp takes the line apart by it;
// options.cpp alone knows what the values mean.
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
  std::string directory;          // empty: where oshrun is
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<Host> hosts;  // empty: this machine; else each with the PEs it gets
  std::string launcher;     // for hosts; empty: the first that is there
  std::vector<std::string> launcher_arguments;
  std::vector<std::string> command;  // the program and its arguments; empty when all was said by help or version
};

struct OptionRow {
  const char* short_name;  // "" for none
  const char* long_name;
  const char* value;  // null for a flag
  const char* help;
};
std::span<const OptionRow> option_rows();

struct Arguments {
  std::map<std::string, std::vector<std::string>> given;  // by long name; a flag has one empty value
  std::vector<std::string> command;
};
Arguments take_apart(std::vector<std::string> line);

/// Prints help or version itself. Throws LaunchError.
Options parse_options(int argc, char** argv);

}  // namespace isthmus::oshrun
