// The names of types in casts that are put into the unit. A declaration in a function may hide the name that a type has
// outside of it, so a name that is declared in functions, too, is not used: a typedef is spelled as what it stands for,
// a struct without a tag gets one, and tags that are declared in functions get a name of their own.
#pragma once
#include <map>
#include <set>
#include <string>

#include "tokens.hpp"
#include "walk.hpp"

namespace isthmus::upc {

class Names : private Walk {
 public:
  Names(clang::ASTContext& context, const Tokens& tokens, Edits& edits)
      : context_(context), tokens_(tokens), edits_(edits) {}

  /// A type in the words of C. Where the names for it are missing, edits give them, and the text is one that
  /// can_be_parsed refuses.
  std::string spelling(clang::QualType type);
  static bool can_be_parsed(const std::string& spelling);
  /// Gives a struct, union or enum without a tag one.
  void name(const clang::TagDecl* type);
  /// Whether there are new edits.
  bool changed() const { return changed_; }

 private:
  void visit_declaration(clang::Decl* declaration) override;
  bool is_clear(const std::string& text) const;
  void make_clear(const std::string& text);
  void rename(const clang::TagDecl* type);
  unsigned scope_end(unsigned at) const;

  clang::ASTContext& context_;
  const Tokens& tokens_;
  Edits& edits_;
  bool collected_ = false;       ///< the tables below are filled when they are first used
  std::set<std::string> local_;  ///< names in functions, of anything but types with tags, members and labels
  std::map<std::string, std::set<const clang::TagDecl*>> tags_;        ///< the types with this tag, in any scope
  std::map<std::string, std::set<const clang::TagDecl*>> by_typedef_;  ///< types without a tag that a typedef names
  bool changed_ = false;
};

/// What a tag that is declared in a function is called instead: this, the number of its token, "_", the tag.
inline constexpr llvm::StringLiteral kLocalTag = "upcr_local_";
/// What a struct, union or enum without a tag gets as one: this and the number of its token.
inline constexpr llvm::StringLiteral kUnnamedTag = "upcr_unnamed_";

}  // namespace isthmus::upc
