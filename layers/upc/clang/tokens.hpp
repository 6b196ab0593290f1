// The tokens of a unit after preprocessing, and changes to them. Every change names tokens by their number in what the
// preprocessor gave, which is the same each time the unit is read; what is put in takes the place in the source of the token
// beside it. So diagnostics and debug information speak of the user's lines and columns, whatever was changed.
#pragma once
#include <clang/Lex/Preprocessor.h>

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace isthmus::upc {

class Edits {
 public:
  /// A text, or, where it is empty, the tokens first to last - 1, which move here.
  struct Piece {
    std::string text;
    unsigned first = 0, last = 0;
    unsigned span = 0;  ///< how many tokens the text and its other half enclose
  };
  struct Change {
    std::vector<Piece> before;  ///< the last is outermost
    std::vector<Piece> after;   ///< the last is outermost
    std::string instead;
    bool replaced = false;
    bool moved = false;  ///< the token appears only where a piece names it
  };

  void replace(unsigned at, std::string text);
  void erase(unsigned first, unsigned last);
  void before(unsigned at, std::string text) { changes_[at].before.push_back({std::move(text)}); }
  void after(unsigned at, std::string text) { changes_[at].after.push_back({std::move(text)}); }
  /// Puts pieces before a token, in their order. Tokens in them are still where they were, unless they are hidden.
  void insert(unsigned at, const std::vector<Piece>& pieces);
  /// Puts pieces after a token, in their order.
  void append(unsigned at, const std::vector<Piece>& pieces);
  /// The tokens first to last - 1 appear only where a piece names them.
  void hide(unsigned first, unsigned last);
  /// The tokens first to last - 1 come after `at`, between two texts.
  void move(unsigned first, unsigned last, unsigned at, std::string open, std::string close);
  enum class Nesting { outside, inside };
  /// Puts texts around the tokens first to last, and says whether it did: not where it has done so already. They are outside or
  /// inside those that are around the very same tokens.
  bool wrap(unsigned first, unsigned last, const std::string& open, const std::string& close, Nesting nesting = Nesting::outside);
  /// Whether this is asked for the first time. Parses repeat, and each finds what the one before it found.
  bool once(const std::string& what) { return done_.insert(what).second; }

  const Change* find(unsigned at) const;

 private:
  std::map<unsigned, Change> changes_;
  std::set<std::string> done_;
};

class Tokens {
 public:
  static constexpr unsigned kNone = ~0u;

  /// Reads the main file to its end.
  explicit Tokens(clang::Preprocessor& preprocessor);

  unsigned size() const { return static_cast<unsigned>(tokens_.size()); }
  const clang::Token& operator[](unsigned at) const { return tokens_[at]; }
  bool is(unsigned at, clang::tok::TokenKind kind) const { return at < size() && tokens_[at].is(kind); }
  /// The name that a token spells (an identifier or a keyword), or an empty one.
  llvm::StringRef name(unsigned at) const;
  /// The bracket that closes the one at `at`, or kNone.
  unsigned closing(unsigned at) const;
  /// The token at a place in the source, or kNone.
  unsigned at(clang::SourceLocation place) const;

  /// Makes the tokens, with all changes, what the preprocessor gives from now on.
  void enter(const std::vector<const Edits*>& edits);

 private:
  void put(unsigned at, const std::vector<const Edits*>& edits, std::vector<clang::Token>& out);
  void put(const Edits::Piece& piece, unsigned beside, const std::vector<const Edits*>& edits,
           std::vector<clang::Token>& out);
  void put_text(llvm::StringRef text, clang::SourceLocation place, std::vector<clang::Token>& out);

  clang::Preprocessor& preprocessor_;
  std::vector<clang::Token> tokens_;
  std::unordered_map<unsigned, unsigned> places_;
};

}  // namespace isthmus::upc
