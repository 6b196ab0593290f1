#include <CLI/CLI.hpp>
#include <algorithm>

#include "launch_error.hpp"
#include "options.hpp"

namespace isthmus::oshrun {

Arguments take_apart(std::vector<std::string> line) {
  CLI::App app;
  app.set_help_flag();
  app.prefix_command();
  Arguments arguments;
  std::map<std::string, std::vector<std::string>> values;
  for (const OptionRow& row : option_rows()) {
    const std::string names = std::string(row.short_name) + (*row.short_name ? "," : "") + row.long_name;
    if (row.value) {
      app.add_option(names, values[row.long_name])->type_name(row.value)->allow_extra_args(false);
    } else {
      app.add_flag(names);
    }
  }

  // CLI11 would read "-np" as -n with the value "p". Only oshrun's own options are looked at: those before the program.
  bool is_value = false;
  for (std::string& word : line) {
    if (!is_value && (word.empty() || word[0] != '-' || word == "--")) break;
    if (!is_value && word == "-np") word = "--np";
    is_value = !is_value && std::ranges::any_of(option_rows(), [&](const OptionRow& row) {
      return row.value && (word == row.short_name || word == row.long_name);
    });
  }

  try {
    std::ranges::reverse(line);
    app.parse(std::move(line));
  } catch (const CLI::ParseError& error) {
    throw LaunchError(kBadUsage, std::string(error.what()) + "; see oshrun --help");
  }
  for (const OptionRow& row : option_rows()) {
    if (app.count(row.long_name) == 0) continue;
    arguments.given[row.long_name] = row.value ? values[row.long_name] : std::vector<std::string>{""};
  }
  arguments.command = app.remaining();
  if (!arguments.command.empty() && arguments.command[0] == "--") {
    arguments.command.erase(arguments.command.begin());
  } else if (!arguments.command.empty() && arguments.command[0].starts_with("-")) {
    throw LaunchError(kBadUsage, "unknown option '" + arguments.command[0] + "'; see oshrun --help");
  }
  return arguments;
}

}  // namespace isthmus::oshrun
