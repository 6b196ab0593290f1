#include "options.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include <isthmus_upc/pointer_format.h>

namespace isthmus::upc {

const char* const kUsage = R"(usage: upcc [option] [arguments of clang] file.upc ...
Compiles and links programs in UPC 1.3. Files called .upc, .c or .i are UPC; objects and libraries are linked.

  -T n, -fupc-threads-n   THREADS is n at compile time (the static environment); without it, the number of threads is
                          that of the run: oshrun -n 4 ./program
  -fupc-clang=NAME        the clang to use, a name or a path; the environment variable UPCC_CLANG does the same
  -show                   print the command instead of running it
  --version, --help

Everything else goes to clang: -c, -S, -E, -g, -O2 (which is the default), -D, -I, -l, -MD, -fopenmp, ...
)";

namespace {

using std::string_view;

unsigned threads_of(string_view text) {
  unsigned threads = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), threads);
  if (problem != std::errc() || end != text.data() + text.size() || threads == 0)
    throw std::runtime_error("-T wants a number of threads, not '" + std::string(text) + "'");
  if (threads > UPCR_MAX_THREADS)
    throw std::runtime_error("a pointer to shared holds at most " + std::to_string(UPCR_MAX_THREADS) + " threads, not " +
                             std::string(text));
  return threads;
}

/// Options of clang whose value is the next word: without them it would be taken for an input.
bool takes_value(string_view word) {
  static constexpr string_view kWords[] = {"-o", "-I", "-L", "-l", "-D", "-U", "-A", "-B", "-F", "-G", "-b", "-x", "-u", "-z", "-e",
    "-V", "-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-Xanalyzer", "-Xarch_host",
    "-Xarch_device", "-Xopenmp-target", "-Xoffload-linker", "-mllvm", "-mthread-model", "-include", "-include-pch", "-imacros",
    "-isystem", "-isystem-after", "-idirafter", "-iprefix", "-iquote", "-isysroot", "-iwithprefix", "-iwithprefixbefore",
    "-iwithsysroot", "-imultilib", "-ivfsoverlay", "-cxx-isystem", "-stdlib++-isystem", "-target", "-arch", "-rpath", "-framework",
    "-specs", "-resource-dir", "-serialize-diagnostics", "-dumpdir", "-working-directory", "-dependency-file", "-dependency-dot",
    "-fdebug-compilation-dir", "-ftrapv-handler", "-object-file-name", "-ccc-gcc-name", "-ccc-install-dir", "--param", "--sysroot",
    "--config", "--output", "--language", "--std", "--rtlib", "--stdlib", "--prefix", "--resource", "--dyld-prefix", "--for-linker",
    "--force-link", "--define-macro", "--undefine-macro", "--include-directory", "--include-directory-after", "--include-prefix",
    "--include-with-prefix", "--include-with-prefix-after", "--include-with-prefix-before", "--library-directory",
    "--system-header-prefix", "--no-system-header-prefix", "--assert", "--analyzer-output"};
  return std::find(std::begin(kWords), std::end(kWords), word) != std::end(kWords);
}

bool is_source(string_view word) {
  return word.ends_with(".upc") || word.ends_with(".c") || word.ends_with(".i") || word.ends_with(".upci");
}

/// What the clang of this command would compile with the options of UPC, which are not for it.
bool is_other_source(string_view word) {
  static constexpr string_view kEnds[] = {".C", ".S", ".c++", ".cc", ".cpp", ".cu", ".cxx", ".f", ".f90", ".s"};
  return std::any_of(std::begin(kEnds), std::end(kEnds), [&](string_view end) { return word.ends_with(end); });
}

}  // namespace

Options read_options(int count, char** words) {
  Options options;
  bool language_given = false;
  std::string language = "none";
  for (int at = 1; at < count; ++at) {
    const string_view word = words[at];
    const auto value = [&]() -> string_view {
      if (at + 1 == count) throw std::runtime_error(std::string(word) + " wants a value after it");
      return words[++at];
    };
    if (word == "-T") options.threads = threads_of(value());
    else if (word.starts_with("-T=")) options.threads = threads_of(word.substr(3));
    else if (word.starts_with("-T") && word.size() > 2) options.threads = threads_of(word.substr(2));
    else if (word.starts_with("-fupc-threads-")) options.threads = threads_of(word.substr(14));
    else if (word.starts_with("-fupc-threads=")) options.threads = threads_of(word.substr(14));
    else if (word.starts_with("-fupc-clang=")) options.clang = word.substr(12);
    else if (word == "-show" || word == "--showme") options.show = true;
    else if (word == "--help") options.help = true;
    else if (word == "--version") options.version = true;
    else if (word == "-save-temps" || word.starts_with("-save-temps="))
      throw std::runtime_error("-save-temps would compile preprocessed text without its units' plugin: use -E, -S or -emit-llvm");
    else if (takes_value(word)) {
      options.words.emplace_back(word);
      options.words.emplace_back(value());
      if (word == "-x" || word == "--language") language_given = options.words.back() != "none";
    } else if (!word.starts_with('-') || word == "-") {
      options.inputs = true;
      if (!language_given && is_other_source(word))
        throw std::runtime_error(std::string(word) + " is not UPC or C: compile it by its own compiler, and give upcc the object");
      // clang knows no .upc: its language is named before it, and taken back before an input of another.
      const std::string needed = language_given ? language : !is_source(word) ? "none" : word.ends_with("i") ? "cpp-output" : "c";
      if (needed != language) options.words.insert(options.words.end(), {"-x", needed});
      language = needed;
      options.words.emplace_back(word);
    } else {
      if (word == "-c") options.stop = Options::Stop::object;
      if (word == "-S") options.stop = Options::Stop::assembly;
      if (word == "-E" || word == "-M" || word == "-MM") options.stop = Options::Stop::preprocessing;
      if (word == "-fsyntax-only") options.stop = Options::Stop::checking;
      if (word == "-emit-llvm") options.emit_llvm = true;
      if (word.starts_with("-O")) options.optimised = true;
      options.words.emplace_back(word);
    }
  }
  return options;
}

}  // namespace isthmus::upc
