// upcc: runs a stock clang with the plugin that compiles UPC, and links the runtime. See --help.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>

#include "options.hpp"
#include "toolchain.hpp"

namespace isthmus::upc {
namespace {

const char* emitted(const Options& options) {
  const bool text = options.stop == Options::Stop::assembly;
  if (options.stop == Options::Stop::checking) return "nothing";
  if (options.emit_llvm) return text ? "ir" : "bitcode";
  return text ? "assembly" : "object";
}

/// The command that compiles, and links if nothing stops it before.
std::vector<std::string> command(const Options& options, const Toolchain& tools) {
  std::vector<std::string> words = {tools.clang, "-std=gnu17", "-Wno-gcc-compat"};  // -std=c89 may come
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  if (!options.optimised) add({"-O2"});
  add({"-D__UPC__=1", "-D__UPC_VERSION__=201311L", "-D__UPC_COLLECTIVE__=1", "-D__UPC_ATOMIC__=1", "-D__UPC_CASTABLE__=1",
       "-D__UPC_NB__=1", "-D__UPC_TICK__=1", "-isystem" + tools.include.string(),
       options.threads ? "-D__UPC_STATIC_THREADS__=1" : "-D__UPC_DYNAMIC_THREADS__=1", "-isystem" + tools.shmem_include.string(),
       "-include", (tools.include / "isthmus_upc/prelude.h").string()});
  if (options.threads) add({"-DTHREADS=" + std::to_string(options.threads)});  // for #if, which knows no keywords
  if (options.stop != Options::Stop::preprocessing)
    add({"-fplugin=" + tools.plugin.string(),
         "-fplugin-arg-upc-threads=" + std::to_string(options.threads),
         "-fplugin-arg-upc-inline=" + tools.inline_code.string(), std::string("-fplugin-arg-upc-emit=") + emitted(options)});
  words.insert(words.end(), options.words.begin(), options.words.end());
  if (options.stop != Options::Stop::never || !options.inputs) return words;
  const std::string library = tools.library.string();
  add({"-L" + library, "-listhmus_upc", "-listhmus", "-Xlinker", "-rpath", "-Xlinker", library, "-lm"});
  return words;
}

int run(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  fprintf(stderr, "upcc: cannot run %s: %s\n", pointers[0], strerror(errno));
  return 127;
}

int upcc(int count, char** words) {
  const Options options = read_options(count, words);
  if (options.help) return fputs(kUsage, stdout) < 0;
  const Toolchain tools = find_toolchain(options.clang);
  if (options.version) {
    printf("upcc (Isthmus) UPC 1.3, on\n");
    fflush(stdout);
    return run({tools.clang, "--version"});
  }
  const std::vector<std::string> all = command(options, tools);
  if (!options.show) return run(all);
  for (const std::string& word : all) printf("%s ", word.c_str());
  return puts("") < 0;
}

}  // namespace
}  // namespace isthmus::upc

int main(int count, char** words) {
  try {
    return isthmus::upc::upcc(count, words);
  } catch (const std::exception& problem) {
    fprintf(stderr, "upcc: %s\n", problem.what());
    return 1;
  }
}
