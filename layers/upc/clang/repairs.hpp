// What a parse without UPC's rules refuses and UPC allows: each such error of clang is answered by an edit, and the unit is
// parsed again. Errors that are left without an edit are the user's.
#pragma once
#include <clang/AST/Type.h>
#include <clang/Basic/Diagnostic.h>

#include "names.hpp"

namespace isthmus::upc {

class Repairs : public clang::DiagnosticConsumer {
 public:
  explicit Repairs(Edits& edits) : edits_(edits) {}

  /// From now on diagnostics speak of these tokens.
  void watch(const Tokens& tokens) { tokens_ = &tokens; }
  /// Puts in the casts between pointers that the parse missed. It is called at the end of the parse, when all names are
  /// known.
  void finish(Names& names);
  bool changed() const { return changed_; }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& found) override;

 private:
  void conversion(const clang::Diagnostic& found);
  void choice(const clang::Diagnostic& found);
  void array_parameter(unsigned place);
  bool is_cast_of_threads(unsigned at) const;
  void threads_dimension(unsigned name);
  void cast(clang::CharSourceRange range, clang::QualType to);

  struct Cast {
    unsigned first, last;  ///< tokens of what is cast
    clang::QualType to;
  };
  Edits& edits_;
  std::vector<Cast> casts_;
  const Tokens* tokens_ = nullptr;
  bool changed_ = false;
};

}  // namespace isthmus::upc
