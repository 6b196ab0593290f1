#include "wording.hpp"

#include <llvm/ADT/SmallString.h>

#include "instances.hpp"  // of this clang's version
#include "names.hpp"
#include "spaces.hpp"

namespace isthmus::upc {
namespace {

std::string layout(unsigned space) {
  if (space == kVoid || space == kIndefinite + 1) return "shared ";
  if (space == kIndefinite) return "shared [] ";
  if (space >= kStar) return "shared [*] ";
  return "shared [" + std::to_string(block_of(space)) + "] ";
}

struct Phrase {
  const char* clangs;
  const char* ours;
};

// Messages that name address spaces in their own text, not only in types.
constexpr Phrase kPhrases[] = {
    {"changes address space of pointer", "changes the layout of a pointer to shared, or makes it private"},
    {"automatic variable qualified with an address space",
     "a shared variable must have static storage: declare it static, or outside the function"},
    {"parameter may not be qualified with an address space", "a parameter cannot be shared"},
    {"field may not be qualified with an address space", "a member of a struct or union cannot be shared"},
    {"function type may not be qualified with an address space", "a function cannot be shared"},
    {"multiple address spaces specified for type", "a type has two layout qualifiers"},
    {"address space is negative", "the block size is negative"},
    {"'address_space' attribute requires an integer constant", "the block size must be an integer constant"},
    {"variable length array declaration not allowed at file scope",
     "the size of an array must be constant, but for THREADS as a factor of one dimension of a shared one"},
    {"initializer of 'upcr_threads' is unknown", "THREADS is a constant only if upcc -T n gives the number of threads"},
    {"initializer of 'upcr_mythread' is unknown", "MYTHREAD is no constant"},
    {"variable 'upcr_threads'", "'THREADS'"},
    {"variable 'upcr_mythread'", "'MYTHREAD'"},
    {"pointers to non-overlapping address spaces", "pointers to shared of different layout"},
    {"changes address space of nested pointer", "changes the layout that an inner pointer points to"},
    {"multiple identical address spaces specified for type", "a type is shared twice"},
    {"compound literal in function scope may not be qualified with an address space",
     "a compound literal in a function cannot be shared"},
    {"'upcr_threads'", "'THREADS'"},
    {"'upcr_mythread'", "'MYTHREAD'"},
};

/// Whether a note points into the header that comes before every unit, which its author has not written.
bool is_in_prelude(const clang::Diagnostic& found) {
  return found.hasSourceManager() && found.getLocation().isValid() &&
         found.getSourceManager().getFilename(found.getLocation()).ends_with("isthmus_upc/prelude.h");
}

}  // namespace

std::string in_upc_words(llvm::StringRef text) {
  if (text.starts_with("address space is larger than the maximum supported"))
    return "the block size is larger than UPC_MAX_BLOCK_SIZE, which is " + std::to_string(UPCR_MAX_BLOCK);
  std::string out;
  // By hand, since <regex> would take longer to compile than everything else here.
  for (constexpr llvm::StringLiteral kSpace = "__attribute__((address_space("; !text.empty();) {
    const size_t at = text.find(kSpace);
    out += text.take_front(at);
    text = text.drop_front(std::min(at, text.size()));
    unsigned space = 0;
    if (!text.consume_front(kSpace)) continue;
    const llvm::StringRef number = text;
    if (text.consumeInteger(10, space) || !text.consume_front(")))")) {
      out += kSpace;
      text = number;
      continue;
    }
    text.consume_front(" ");
    out += layout(space);
    if (text.starts_with("'")) out.pop_back();  // the type ends with its qualifier
  }
  for (const Phrase& phrase : kPhrases)
    if (const auto at = out.find(phrase.clangs); at != std::string::npos)
      out.replace(at, std::string(phrase.clangs).size(), phrase.ours);
  for (size_t at = out.find(kLocalTag); at != std::string::npos; at = out.find(kLocalTag, at))
    out.erase(at, out.find('_', at + kLocalTag.size()) + 1 - at);
  for (size_t at = out.find(kUnnamedTag); at != std::string::npos; at = out.find(kUnnamedTag, at))
    out.replace(at, out.find_first_not_of("0123456789", at + kUnnamedTag.size()) - at, "(unnamed)");
  return out;
}

void Wording::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& found) {
  DiagnosticConsumer::HandleDiagnostic(level, found);  // counts
  if (level == clang::DiagnosticsEngine::Note && is_in_prelude(found)) return;
  llvm::SmallString<256> text;
  found.FormatDiagnostic(text);
  hand_on(*next_, level, found, in_upc_words(text));
}

}  // namespace isthmus::upc
