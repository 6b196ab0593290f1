#include "names.hpp"

#include <clang/AST/Decl.h>
#include <clang/AST/Type.h>

#include <algorithm>

namespace isthmus::upc {
namespace {

using namespace clang::tok;

constexpr const char* kNoName = "(unnamed)";

/// Whether clang writes a macro's name for a qualifier of the type, as the source does. The unit has no macros any more.
bool names_macro(clang::QualType type) {
  if (type->getTypeClass() == clang::Type::MacroQualified) return true;
  if (const auto* pointer = llvm::dyn_cast<clang::PointerType>(type)) return names_macro(pointer->getPointeeType());
  if (const auto* array = llvm::dyn_cast<clang::ArrayType>(type)) return names_macro(array->getElementType());
  if (const auto* inner = llvm::dyn_cast<clang::ParenType>(type)) return names_macro(inner->getInnerType());
  if (const auto* attributed = llvm::dyn_cast<clang::AttributedType>(type)) return names_macro(attributed->getModifiedType());
  const auto* function = llvm::dyn_cast<clang::FunctionProtoType>(type);
  return function && (names_macro(function->getReturnType()) || llvm::any_of(function->param_types(), names_macro));
}

std::string in_words_of_c(clang::QualType type) {
  clang::PrintingPolicy policy{clang::LangOptions()};
  policy.Bool = false;  // the keyword of C is _Bool
  policy.UseVoidForZeroParams = true;
  std::string text = type.getAsString(policy);
  // [*] is for prototypes alone. An array of another length is compatible with it.
  for (size_t at = text.find("[*]"); at != std::string::npos; at = text.find("[*]")) text[at + 1] = '1';
  return text;
}

/// Calls a function with each word of a text, and with whether it is a tag. The lengths of arrays are left out: they are
/// expressions, in which names mean what they mean at the place of the cast.
template <typename Function>
void each_word(llvm::StringRef text, const Function& function) {
  bool tag = false;
  unsigned depth = 0;
  while (!text.empty()) {
    depth += text.front() == '[' ? 1 : text.front() == ']' ? -1u : 0;
    if (depth > 0) {
      text = text.drop_front();
      continue;
    }
    const llvm::StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
    if (!word.empty()) {
      function(word.str(), tag);
      tag = word == "struct" || word == "union" || word == "enum";
    }
    text = text.drop_front(word.empty() ? 1 : word.size());
  }
}

}  // namespace

std::string Names::spelling(clang::QualType type) {
  if (!collected_) walk(context_.getTranslationUnitDecl());
  collected_ = true;
  std::string text = in_words_of_c(type);
  if (names_macro(type) || !is_clear(text)) text = in_words_of_c(type.getCanonicalType());
  if (is_clear(text)) return text;
  make_clear(text);
  return kNoName;
}

bool Names::can_be_parsed(const std::string& text) {
  return text.find("(unnamed") == std::string::npos && text.find("(anonymous") == std::string::npos;
}

void Names::visit_declaration(clang::Decl* declaration) {
  const auto* named = llvm::dyn_cast<clang::NamedDecl>(declaration);
  if (auto* type = llvm::dyn_cast<clang::TagDecl>(declaration)) {
    if (type->getIdentifier())
      tags_[type->getName().str()].insert(type->getCanonicalDecl());
    else if (auto* by = type->getTypedefNameForAnonDecl())
      by_typedef_[by->getName().str()].insert(type);
  } else if (named && named->getIdentifier() && !llvm::isa<clang::FieldDecl, clang::LabelDecl>(named)) {
    // A prototype's parameters are declared in no function yet.
    if (declaration->getParentFunctionOrMethod() || declaration->getLexicalDeclContext()->isFunctionOrMethod() ||
        llvm::isa<clang::ParmVarDecl>(declaration))
      local_.insert(named->getName().str());
  }
}

// In C99 typeof is no word of the language.
bool Names::is_clear(const std::string& text) const {
  bool clear = true;
  each_word(text, [&](const std::string& word, bool tag) {
    const auto tags = tags_.find(word);
    clear &= tag ? tags == tags_.end() || tags->second.size() == 1 : word != "typeof" && !local_.count(word);
  });
  return clear;
}

void Names::make_clear(const std::string& text) {
  each_word(text, [&](const std::string& word, bool tag) {
    if (!tag && local_.count(word))
      for (const clang::TagDecl* type : by_typedef_[word]) name(type);
    if (!tag || tags_[word].size() < 2) return;
    // In their order, because the scope of a later one may be within that of an earlier one.
    std::map<unsigned, const clang::TagDecl*> renamed;
    for (const clang::TagDecl* type : tags_[word])
      if (type->getParentFunctionOrMethod() || !type->getDeclContext()->isTranslationUnit())
        renamed[tokens_.at(type->getLocation())] = type;
    for (const auto& [at, type] : renamed)
      if (at != Tokens::kNone) rename(type);
  });
}

void Names::name(const clang::TagDecl* type) {
  const unsigned at = tokens_.at(type->getBeginLoc());
  if (at == Tokens::kNone || !type->isThisDeclarationADefinition() || !edits_.once("name " + std::to_string(at)))
    return;
  unsigned place = at + 1;  // after the attributes, before the type of an enum or the braces
  while (place < tokens_.size() && !tokens_[place].isOneOf(l_brace, colon))
    place = tokens_[place].isOneOf(l_paren, l_square) ? tokens_.closing(place) : place + 1;
  edits_.before(place, " " + kUnnamedTag.str() + std::to_string(at) + " ");
  changed_ = true;
}

// Where the tag is in its scope, it is replaced.
void Names::rename(const clang::TagDecl* type) {
  const unsigned first = tokens_.at(type->getLocation()), end = std::min(scope_end(first), tokens_.size());
  if (!edits_.once("rename " + std::to_string(first))) return;
  for (unsigned at = first; at < end; ++at)
    if (tokens_.name(at) == type->getName() && (at == first || tokens_[at - 1].isOneOf(kw_struct, kw_union, kw_enum)))
      edits_.replace(at, kLocalTag.str() + std::to_string(first) + "_" + type->getName().str());
  changed_ = true;
}

// The end of the block around a tag. The braces of a struct are no block; a parameter's block is that of its function.
unsigned Names::scope_end(unsigned at) const {
  unsigned depth = 0;
  for (unsigned open = at; open-- > 0;) {
    if (tokens_.is(open, r_brace)) ++depth;
    if (!tokens_.is(open, l_brace) || (depth > 0 && depth--)) continue;
    unsigned before = open - 1;
    if (tokens_.is(before, identifier) && before > 0) --before;
    if (!tokens_[before].isOneOf(kw_struct, kw_union, kw_enum)) return tokens_.closing(open);
  }
  while (at < tokens_.size() && !tokens_[at].isOneOf(l_brace, semi)) ++at;
  return tokens_.is(at, l_brace) ? tokens_.closing(at) : at;
}

}  // namespace isthmus::upc
