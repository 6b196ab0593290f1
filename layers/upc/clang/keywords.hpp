// The token pass: UPC's keywords become C that clang understands. It looks at tokens alone, and leaves to the later stages,
// which see types, whatever needs them.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "tokens.hpp"

namespace isthmus::upc {

enum class SizeOperator { local, block, element };

struct Keywords {
  Edits edits;
  std::map<unsigned, SizeOperator> sizes;  ///< tokens upc_localsizeof and so on, which became sizeof
  std::vector<bool> strict;                ///< by token: references there are strict unless they say otherwise
};

/// What a `#pragma upc` became in the tokens, because the preprocessor hands on no pragmas that clang does not know.
inline constexpr llvm::StringLiteral kPragmaStrict = "__upc_pragma_strict", kPragmaRelaxed = "__upc_pragma_relaxed";

/// threads is THREADS at compile time, or 0. Misuse of a keyword is reported to the diagnostics.
Keywords rewrite_keywords(const Tokens& tokens, unsigned threads, clang::DiagnosticsEngine& diagnostics);

/// Makes the preprocessor turn `#pragma upc strict` and `relaxed` into tokens, and skip the other pragmas of UPC.
void understand_pragmas(clang::Preprocessor& preprocessor);

}  // namespace isthmus::upc
