#include "tokens.hpp"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace isthmus::upc {

void Edits::replace(unsigned at, std::string text) {
  Change& change = changes_[at];
  change.instead = std::move(text);
  change.replaced = true;
}

void Edits::erase(unsigned first, unsigned last) {
  for (unsigned at = first; at < last; ++at) replace(at, "");
}

void Edits::insert(unsigned at, const std::vector<Piece>& pieces) {
  std::vector<Piece>& before = changes_[at].before;
  before.insert(before.end(), pieces.rbegin(), pieces.rend());  // of which the last comes first
}

void Edits::append(unsigned at, const std::vector<Piece>& pieces) {
  std::vector<Piece>& after = changes_[at].after;
  after.insert(after.end(), pieces.begin(), pieces.end());
}

void Edits::hide(unsigned first, unsigned last) {
  for (unsigned moved = first; moved < last; ++moved) changes_[moved].moved = true;
}

void Edits::move(unsigned first, unsigned last, unsigned at, std::string open, std::string close) {
  hide(first, last);
  append(at, {{std::move(open)}, {.text = "", .first = first, .last = last}, {std::move(close)}});
}

bool Edits::wrap(unsigned first, unsigned last, const std::string& open, const std::string& close, Nesting nesting) {
  if (!once(std::to_string(first) + " " + std::to_string(last) + " " + open)) return false;
  const unsigned span = last - first + 1;
  // Parses find edits in any order: what encloses more is outside.
  const auto put = [&](std::vector<Piece>& pieces, const std::string& text) {
    const auto place = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& other) {
      return nesting == Nesting::outside ? other.span > span : other.span >= span;
    });
    pieces.insert(place, Piece{.text = text, .span = span});
  };
  put(changes_[first].before, open);
  put(changes_[last].after, close);
  return true;
}

const Edits::Change* Edits::find(unsigned at) const {
  const auto found = changes_.find(at);
  return found == changes_.end() ? nullptr : &found->second;
}

Tokens::Tokens(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {
  preprocessor.EnterMainSourceFile();
  clang::Token token;
  do {
    preprocessor.Lex(token);
    places_.try_emplace(token.getLocation().getRawEncoding(), size());
    tokens_.push_back(token);
  } while (token.isNot(clang::tok::eof));
}

llvm::StringRef Tokens::name(unsigned at) const {
  if (at >= size() || tokens_[at].isAnnotation() || tokens_[at].isLiteral()) return {};
  const clang::IdentifierInfo* identifier = tokens_[at].getIdentifierInfo();
  return identifier ? identifier->getName() : llvm::StringRef();
}

unsigned Tokens::closing(unsigned at) const {
  using namespace clang::tok;
  int depth = 0;
  for (; at < size(); ++at) {
    if (tokens_[at].isOneOf(l_paren, l_square, l_brace)) ++depth;
    if (tokens_[at].isOneOf(r_paren, r_square, r_brace) && --depth == 0) return at;
  }
  return kNone;
}

unsigned Tokens::at(clang::SourceLocation place) const {
  const auto found = places_.find(place.getRawEncoding());
  return found == places_.end() ? kNone : found->second;
}

void Tokens::enter(const std::vector<const Edits*>& edits) {
  std::vector<clang::Token> out;
  out.reserve(tokens_.size() + tokens_.size() / 8);
  for (unsigned at = 0; at < size(); ++at) {
    bool moved = false;
    for (const Edits* one : edits)
      if (const Edits::Change* change = one->find(at)) moved |= change->moved;
    if (!moved) put(at, edits, out);
  }
  auto owned = std::make_unique<clang::Token[]>(out.size());
  std::copy(out.begin(), out.end(), owned.get());
  preprocessor_.EnterTokenStream(std::move(owned), out.size(), /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

// Later sets of edits are outside earlier ones.
void Tokens::put(unsigned at, const std::vector<const Edits*>& edits, std::vector<clang::Token>& out) {
  const Edits::Change* replacing = nullptr;
  for (auto one = edits.rbegin(); one != edits.rend(); ++one) {
    const Edits::Change* change = (*one)->find(at);
    if (!change) continue;
    for (auto piece = change->before.rbegin(); piece != change->before.rend(); ++piece) put(*piece, at, edits, out);
    if (change->replaced && !replacing) replacing = change;
  }
  if (replacing) put_text(replacing->instead, tokens_[at].getLocation(), out);
  else out.push_back(tokens_[at]);
  for (const Edits* one : edits)
    if (const Edits::Change* change = one->find(at))
      for (const Edits::Piece& piece : change->after) put(piece, at, edits, out);
}

void Tokens::put(const Edits::Piece& piece, unsigned beside, const std::vector<const Edits*>& edits,
                 std::vector<clang::Token>& out) {
  if (!piece.text.empty()) return put_text(piece.text, tokens_[beside].getLocation(), out);
  for (unsigned at = piece.first; at < piece.last; ++at) put(at, edits, out);
}

void Tokens::put_text(llvm::StringRef text, clang::SourceLocation place, std::vector<clang::Token>& out) {
  // Tokens point into their text, which therefore lives as long as the preprocessor.
  char* kept = static_cast<char*>(preprocessor_.getPreprocessorAllocator().Allocate(text.size() + 1, 1));
  std::copy(text.begin(), text.end(), kept);
  kept[text.size()] = 0;
  clang::Lexer lexer(clang::SourceLocation(), preprocessor_.getLangOpts(), kept, kept, kept + text.size());
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::raw_identifier)) preprocessor_.LookUpIdentifierInfo(token);
    token.setLocation(place);
    out.push_back(token);
  }
}

}  // namespace isthmus::upc
