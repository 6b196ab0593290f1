#include "places.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace isthmus::profile {
namespace {

/// Runs a command, and returns the lines of its output; none if it is not installed. It is not under this tool itself,
/// nor forked, which would copy the PE's static data.
std::vector<std::string> lines_of(std::vector<std::string> command) {
  std::vector<char*> arguments, variables;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  for (char** variable = environ; variable && *variable; ++variable)  // null after clearenv()
    if (std::strncmp(*variable, "LD_PRELOAD=", 11) != 0) variables.push_back(*variable);
  variables.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
  pid_t child = -1;
  const bool started = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), variables.data()) == 0;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::vector<std::string> lines;
  FILE* const output = fdopen(ends[0], "r");
  char* line = nullptr;
  std::size_t room = 0;
  for (ssize_t n; output && (n = getline(&line, &room, output)) > 0;)
    lines.emplace_back(line, static_cast<std::size_t>(line[n - 1] == '\n' ? n - 1 : n));
  std::free(line);
  if (output) std::fclose(output);
  if (started) waitpid(child, nullptr, 0);
  return lines;
}

std::string last_part(const std::string& path) { return path.substr(path.rfind('/') + 1); }

/// Asks for all addresses of one file: addr2line answers each by a line with the function and one with file:line.
void ask(const std::string& file, const std::vector<std::uint64_t>& addresses, std::map<Address, Place>& places) {
  std::vector<std::string> command = {"addr2line", "-f", "-C", "-e", file};
  for (const std::uint64_t address : addresses) {
    char word[32];
    std::snprintf(word, sizeof word, "0x%llx", static_cast<unsigned long long>(address));
    command.push_back(word);
  }
  const std::vector<std::string> lines = lines_of(command);
  for (std::size_t i = 0; i < addresses.size() && 2 * i + 1 < lines.size(); ++i) {
    Place& place = places[{file, addresses[i]}];
    if (lines[2 * i] != "??") place.function = lines[2 * i];
    const std::string& where = lines[2 * i + 1];
    const std::size_t colon = where.rfind(':');
    if (colon == std::string::npos || where[0] == '?') continue;
    place.line = std::atoi(where.c_str() + colon + 1);
    if (place.line > 0) place.file = last_part(where.substr(0, colon));
  }
}

}  // namespace

std::string Place::text() const {
  const std::string name = function.empty() ? "?" : function;
  return line > 0 ? name + " " + file + ":" + std::to_string(line) : name + " " + file;
}

std::map<Address, Place> find_places(const std::map<Address, std::string>& symbols) {
  std::map<Address, Place> places;
  std::map<std::string, std::vector<std::uint64_t>> by_file;
  for (const auto& [address, symbol] : symbols) {
    char offset[32];
    std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(address.second));
    places[address] = {.function = symbol, .file = last_part(address.first) + offset};
    if (!address.first.empty()) by_file[address.first].push_back(address.second);
  }
  for (const auto& [file, addresses] : by_file) ask(file, addresses, places);
  return places;
}

}  // namespace isthmus::profile
