// The token pass: UPC's keywords become C that clang understands. It looks at tokens alone, and leaves to the later stages,
// which see types, whatever needs them.
#pragma once
#include <map>
#include <memory>
#include <vector>

#include "tokens.hpp"

namespace isthmus::upc {

enum class SizeOperator { local, block, element };

/// A upc_forall that goes from one iteration of this thread to the next, or from one run of them to the next (foralls.hpp).
struct Stride {
  std::string variable;
  unsigned bound_first, bound_last;  ///< tokens of what the variable is compared with
  std::string bound_type;            ///< the type of the comparison, to which that is converted
  bool inclusive;                    ///< by <=
  bool declared;                     ///< in the loop, so that nobody sees its last value
  unsigned long run;                 ///< iterations that a block of the array has: one thread does them one after the other
};
using Strides = std::map<unsigned, Stride>;  ///< by the token upc_forall

/// What an operator on sizes is (sizes.hpp): its value, and the last token of its operand.
struct Size {
  unsigned last;
  unsigned long value;
};
using Sizes = std::map<unsigned, Size>;  ///< by the operator's token

struct Keywords {
  Edits edits;
  std::set<unsigned> foralls;              ///< tokens upc_forall that have an affinity and became a for with a test
  std::map<unsigned, SizeOperator> sizes;  ///< tokens upc_localsizeof and so on, which became sizeof
  std::set<unsigned> open_sizes;           ///< those of them whose value is not known
  unsigned open_layout = Tokens::kNone;    ///< the first of them in a layout whose value is not known: what comes later may depend on it
  std::set<unsigned> relaxed;              ///< tokens of that name
  std::vector<bool> strict;                ///< by token: references there are strict unless they say otherwise
};

/// The token after one, or after its operand where it is upc_localsizeof or one like it with an operand in brackets.
/// THREADS in such an operand is no THREADS of what is around it: the operator's value does not depend on it.
unsigned past_size(const Tokens& tokens, unsigned at);

/// What a `#pragma upc` became in the tokens, because the preprocessor hands on no pragmas that clang does not know.
inline constexpr llvm::StringLiteral kPragmaStrict = "__upc_pragma_strict", kPragmaRelaxed = "__upc_pragma_relaxed";

/// threads is THREADS at compile time, or 0. Misuse of a keyword is reported to the diagnostics.
Keywords rewrite_keywords(const Tokens& tokens, unsigned threads, const Strides& strides, const Sizes& sizes,
                          clang::DiagnosticsEngine& diagnostics);

/// Makes the preprocessor turn `#pragma upc strict` and `relaxed` into tokens, and skip the other pragmas of UPC.
void understand_pragmas(clang::Preprocessor& preprocessor);

}  // namespace isthmus::upc
