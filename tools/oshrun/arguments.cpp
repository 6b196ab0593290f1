// Parses the command line by the table of options: "-n 4", "-n4", "--np 4" and "--np=4" are the same. A value that may be left
// out has to be in the option's word: "--profile=page.html".
#include "launch_error.hpp"
#include "options.hpp"

namespace isthmus::oshrun {
namespace {

struct Match {
  const OptionRow* row = nullptr;
  std::optional<std::string> value;  // set if it is in the same word as the option
};

Match match(const std::string& word) {
  const size_t equals = word.find('=');
  for (const OptionRow& row : option_rows()) {
    const std::string short_name = row.short_name, long_name = row.long_name;
    if (word == long_name || word == short_name || (word == "-np" && long_name == "--np")) return {&row, {}};
    if (!row.value) continue;
    if (word.substr(0, equals) == long_name) return {&row, word.substr(equals + 1)};
    if (!short_name.empty() && word[1] != '-' && word.starts_with(short_name)) return {&row, word.substr(2)};
  }
  return {};
}

}  // namespace

Arguments split_arguments(std::vector<std::string> line) {
  Arguments arguments;
  for (size_t i = 0; i < line.size(); ++i) {
    const std::string& word = line[i];
    const bool is_program = word.size() < 2 || word[0] != '-';
    if (is_program || word == "--") {
      arguments.command.assign(line.begin() + static_cast<std::ptrdiff_t>(is_program ? i : i + 1), line.end());
      break;
    }
    Match found = match(word);
    if (!found.row) throw LaunchError(kBadUsage, "unknown option '" + word + "'; see oshrun --help");
    if (found.row->value && !found.value && !found.row->value_is_optional()) {
      if (i + 1 == line.size()) throw LaunchError(kBadUsage, word + ": value missing; see oshrun --help");
      found.value = line[++i];
    }
    arguments.given[found.row->long_name].push_back(found.value.value_or(""));
  }
  return arguments;
}

}  // namespace isthmus::oshrun
