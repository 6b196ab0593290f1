#include "keywords.hpp"

namespace isthmus::upc {
namespace {

using namespace clang::tok;

class Pragma : public clang::PragmaHandler {
 public:
  explicit Pragma(llvm::StringRef name) : PragmaHandler(name) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer, clang::Token& first) override {
    clang::Token word;
    preprocessor.LexUnexpandedToken(word);
    const llvm::StringRef name = word.getIdentifierInfo() ? word.getIdentifierInfo()->getName() : "";
    const bool decides = name == "strict" || name == "relaxed";
    if (word.is(eod)) {
      warn(preprocessor, first.getLocation(), "#pragma upc says neither strict nor relaxed");
    } else {
      clang::Token next;
      preprocessor.LexUnexpandedToken(next);
      if (!decides)
        warn(preprocessor, word.getLocation(), "unknown #pragma upc %0: it is strict or relaxed",
             preprocessor.getSpelling(word));
      else if (next.isNot(eod))
        warn(preprocessor, next.getLocation(), "there is more after #pragma upc %0", name);
      if (next.isNot(eod)) preprocessor.DiscardUntilEndOfDirective();
    }
    if (!decides) return;
    auto marker = std::make_unique<clang::Token[]>(1);
    marker[0].startToken();
    marker[0].setKind(identifier);
    marker[0].setLocation(first.getLocation());
    marker[0].setIdentifierInfo(preprocessor.getIdentifierInfo(name == "strict" ? kPragmaStrict : kPragmaRelaxed));
    preprocessor.EnterTokenStream(std::move(marker), 1, /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
  }

 private:
  static void warn(clang::Preprocessor& preprocessor, clang::SourceLocation place, llvm::StringRef text,
                   llvm::StringRef name = "") {
    clang::DiagnosticsEngine& diagnostics = preprocessor.getDiagnostics();
    diagnostics.Report(place, diagnostics.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Warning, text))
        << name;
  }
};

}  // namespace

void understand_pragmas(clang::Preprocessor& preprocessor) {
  preprocessor.AddPragmaHandler(new Pragma("upc"));  // the preprocessor owns it
}

}  // namespace isthmus::upc
