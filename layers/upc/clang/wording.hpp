// Diagnostics of clang in the words of UPC.
#pragma once
#include <clang/Basic/Diagnostic.h>

#include <memory>

namespace isthmus::upc {

/// Hands on to another consumer what it is given, with `shared [4] int *` where clang writes address spaces.
class Wording : public clang::DiagnosticConsumer {
 public:
  explicit Wording(std::unique_ptr<clang::DiagnosticConsumer> next) : next_(std::move(next)) {}

  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override {
    next_->BeginSourceFile(language, preprocessor);
  }
  void EndSourceFile() override { next_->EndSourceFile(); }
  void finish() override { next_->finish(); }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& found) override;

 private:
  std::unique_ptr<clang::DiagnosticConsumer> next_;
};

/// A message of clang in UPC's words.
std::string in_upc_words(llvm::StringRef text);

}  // namespace isthmus::upc
