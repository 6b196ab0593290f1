// GASNet-EX's codes and lists as text.
#include <gasnet_tools.h>
#include <gasnetex.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>

namespace {

struct Name {
  std::uint32_t bit;
  const char* name;
};

constexpr Name kTokenInfo[] = {{GEX_TI_SRCRANK, "SRCRANK"},
                               {GEX_TI_EP, "EP"},
                               {GEX_TI_ENTRY, "ENTRY"},
                               {GEX_TI_IS_REQ, "IS_REQ"},
                               {GEX_TI_IS_LONG, "IS_LONG"}};
constexpr Name kTypes[] = {{GEX_DT_I32, "I32"}, {GEX_DT_U32, "U32"}, {GEX_DT_I64, "I64"},  {GEX_DT_U64, "U64"},
                           {GEX_DT_FLT, "FLT"}, {GEX_DT_DBL, "DBL"}, {GEX_DT_USER, "USER"}};
constexpr Name kOps[] = {
    {GEX_OP_ADD, "ADD"},   {GEX_OP_MULT, "MULT"}, {GEX_OP_MIN, "MIN"},        {GEX_OP_MAX, "MAX"},
    {GEX_OP_SUB, "SUB"},   {GEX_OP_INC, "INC"},   {GEX_OP_DEC, "DEC"},        {GEX_OP_AND, "AND"},
    {GEX_OP_OR, "OR"},     {GEX_OP_XOR, "XOR"},   {GEX_OP_FADD, "FADD"},      {GEX_OP_FMULT, "FMULT"},
    {GEX_OP_FMIN, "FMIN"}, {GEX_OP_FMAX, "FMAX"}, {GEX_OP_FSUB, "FSUB"},      {GEX_OP_FINC, "FINC"},
    {GEX_OP_FDEC, "FDEC"}, {GEX_OP_FAND, "FAND"}, {GEX_OP_FOR, "FOR"},        {GEX_OP_FXOR, "FXOR"},
    {GEX_OP_SET, "SET"},   {GEX_OP_CAS, "CAS"},   {GEX_OP_GET, "GET"},        {GEX_OP_SWAP, "SWAP"},
    {GEX_OP_FCAS, "FCAS"}, {GEX_OP_USER, "USER"}, {GEX_OP_USER_NC, "USER_NC"}};

template <std::size_t N>
size_t format_bits(char* buf, std::uint32_t bits, const char* prefix, const Name (&names)[N]) {
  std::string text;
  for (const Name& name : names) {
    if (!(bits & name.bit)) continue;
    text += (text.empty() ? "" : "|") + std::string(prefix) + name.name;
    bits &= ~name.bit;
  }
  if (bits) text += (text.empty() ? "" : "|") + std::to_string(bits);
  if (text.empty()) text = "0";
  if (buf) std::memcpy(buf, text.c_str(), text.size() + 1);
  return text.size() + 1;
}

// The most characters of an entry of a list, and of what stands around the entries.
constexpr std::size_t kEntry = 64, kFrame = 512;

}  // namespace

extern "C" {

size_t gasnett_format_ti(char* buf, gex_TI_t ti) { return format_bits(buf, ti, "GEX_TI_", kTokenInfo); }
size_t gasnett_format_dt(char* buf, gex_DT_t dt) { return format_bits(buf, dt, "GEX_DT_", kTypes); }
size_t gasnett_format_op(char* buf, gex_OP_t op) { return format_bits(buf, op, "GEX_OP_", kOps); }

size_t gasnett_format_memveclist_bufsz(size_t count) { return kFrame + count * kEntry; }
char* gasnett_format_memveclist(char* buf, size_t count, gex_Memvec_t const* list) {
  size_t total = 0;
  for (size_t i = 0; i < count; ++i) total += list[i].gex_len;
  char* at = buf + std::snprintf(buf, kFrame, "%zu entries, %zu bytes:", count, total);
  for (size_t i = 0; i < count; ++i) at += std::snprintf(at, kEntry, " {%p, %zu}", list[i].gex_addr, list[i].gex_len);
  return buf;
}

size_t gasnett_format_addrlist_bufsz(size_t count) { return kFrame + count * kEntry; }
char* gasnett_format_addrlist(char* buf, size_t count, void* const* list, size_t len) {
  char* at = buf + std::snprintf(buf, kFrame, "%zu entries of %zu bytes:", count, len);
  for (size_t i = 0; i < count; ++i) at += std::snprintf(at, kEntry, " %p", list[i]);
  return buf;
}

size_t gasnett_format_putsgets_bufsz(size_t stridelevels) { return kFrame + stridelevels * kEntry; }
char* gasnett_format_putsgets(char* buf, size_t* total, gex_TM_t tm, gex_Rank_t rank, void* dstaddr,
                              const ptrdiff_t dststrides[], void* srcaddr, const ptrdiff_t srcstrides[], size_t elemsz,
                              const size_t count[], size_t stridelevels) {
  size_t bytes = elemsz;
  for (size_t i = 0; i < stridelevels; ++i) bytes *= count[i];
  if (total) *total = bytes;
  char* at = buf + std::snprintf(buf, kFrame, "rank %u of team %p: %zu bytes in elements of %zu, dest %p, source %p",
                                 rank, static_cast<void*>(tm), bytes, elemsz, dstaddr, srcaddr);
  for (size_t i = 0; i < stridelevels; ++i)
    at += std::snprintf(at, kEntry, ", %zu x (%td, %td)", count[i], dststrides[i], srcstrides[i]);
  return buf;
}
}
