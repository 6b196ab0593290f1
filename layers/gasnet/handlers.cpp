#include "handlers.hpp"

#include <gasnet_fwd.h>

#include <mutex>

#include "engine.hpp"
#include "fatal.hpp"

namespace isthmus::gasnet {
namespace {

constexpr unsigned kUnknownArgs = ~0u;  ///< of a handler of gasnet_attach, which does not say

gex_AM_Entry_t tables[GASNET_MAXEPS][256];  ///< by endpoint
std::mutex registering;

gex_AM_Entry_t& find(gex_EP_Index_t index, gex_AM_Index_t handler) {
  return tables[tables[index][handler].gex_fnptr ? index : 0][handler];
}

[[gnu::cold, gnu::noinline]] gex_AM_Entry_t& find_in_further_endpoint(const isthmus_gasnet_token& token) {
  check_endpoint(token.source, token.pair);
  return find(token.pair.target, token.handler);
}

gex_AM_Entry_t& find(const isthmus_gasnet_token& token) {
  if (token.pair.target != 0) [[unlikely]]
    return find_in_further_endpoint(token);
  return tables[0][token.handler];
}

const char* name_of(const gex_AM_Entry_t& entry) { return entry.gex_name ? entry.gex_name : "unnamed"; }

gex_Flags_t flags_of(const isthmus_gasnet_token& token) {
  const gex_Flags_t category = token.category == Category::short_message ? GEX_FLAG_AM_SHORT
                               : token.category == Category::medium      ? GEX_FLAG_AM_MEDIUM
                                                                         : GEX_FLAG_AM_LONG;
  return category | (token.reply ? GEX_FLAG_AM_REPLY : GEX_FLAG_AM_REQUEST);
}

[[gnu::cold]] void check_entry(const isthmus_gasnet_token& token, const gex_AM_Entry_t& entry, unsigned nargs) {
  if (entry.gex_nargs != kUnknownArgs && entry.gex_nargs != nargs)
    fatal("active message",
          text("handler %d (%s) was registered for %u arguments, but rank %u sent %u; send as many as gex_nargs says",
               token.handler, name_of(entry), entry.gex_nargs, token.source, nargs));
  const gex_Flags_t wanted = flags_of(token);
  if (entry.gex_flags && (entry.gex_flags & wanted) != wanted)
    fatal("active message",
          text("handler %d (%s) was not registered for messages of this category, as rank %u sent one; "
               "correct gex_flags of its entry",
               token.handler, name_of(entry), token.source));
}

}  // namespace

bool takes_messages(gex_EP_Index_t index) {
  return index < n_endpoints && endpoints[index].capabilities & GEX_EP_CAPABILITY_AM;
}

void check_endpoint(gex_Rank_t source, EndpointPair pair) {
  if (takes_messages(pair.target)) return;
  fatal("active message", text("rank %u sent a message to endpoint %u, which takes none here; create it with "
                               "GEX_EP_CAPABILITY_AM on all ranks before a barrier and the first message",
                               source, unsigned{pair.target}));
}

const gex_AM_Entry_t& handler_of(const isthmus_gasnet_token& token, unsigned nargs) {
  const gex_AM_Entry_t& entry = find(token);
  if (!entry.gex_fnptr) [[unlikely]]
    fatal("active message", text("rank %u sent a message for handler %d, which is not registered here; register it on "
                                 "all ranks before a barrier and the first message",
                                 token.source, token.handler));
  if (job.checks && token.handler >= GEX_AM_INDEX_BASE) check_entry(token, entry, nargs);
  return entry;
}

void check_handler(const char* call, gex_AM_Index_t handler, EndpointPair pair) {
  if (!takes_messages(pair.source))
    fatal(call,
          text("endpoint %u sends and takes no messages; create it with GEX_EP_CAPABILITY_AM", unsigned{pair.source}));
  if (pair.target == 0 && !tables[0][handler].gex_fnptr)
    fatal(call, text("handler %d is not registered; register it with gex_EP_RegisterHandlers first", handler));
}

void set_own_handler(gex_AM_Index_t index, gex_AM_Fn_t function, const char* name) {
  tables[0][index] = {index, function, 0, kUnknownArgs, nullptr, name};
}

}  // namespace isthmus::gasnet

using namespace isthmus::gasnet;

extern "C" {

int gex_EP_RegisterHandlers(gex_EP_t ep, gex_AM_Entry_t* entries, std::size_t n) {
  if (!takes_messages(ep->index)) {
    say("gex_EP_RegisterHandlers",
        text("endpoint %u takes no messages; create it with GEX_EP_CAPABILITY_AM", ep->index));
    return GASNET_ERR_BAD_ARG;
  }
  const std::lock_guard lock(registering);
  gex_AM_Entry_t* const table = tables[ep->index];
  bool taken[256] = {};
  for (int i = 0; i < 256; ++i) taken[i] = table[i].gex_fnptr != nullptr;
  for (std::size_t i = 0; i < n; ++i) {
    const gex_AM_Index_t index = entries[i].gex_index;
    if (index == 0) continue;
    if (index < GEX_AM_INDEX_BASE || taken[index]) {
      say("gex_EP_RegisterHandlers",
          taken[index]
              ? text("index %d is taken; choose another, or 0 for any", index)
              : text("index %d is below GEX_AM_INDEX_BASE; choose from %d on, or 0 for any", index, GEX_AM_INDEX_BASE));
      return GASNET_ERR_BAD_ARG;
    }
    taken[index] = true;
  }
  int free = 255;
  for (std::size_t i = 0; i < n; ++i) {
    if (entries[i].gex_index == 0) {
      while (free >= GEX_AM_INDEX_BASE && taken[free]) --free;
      if (free < GEX_AM_INDEX_BASE) {
        say("gex_EP_RegisterHandlers", "all indices are taken; register fewer handlers");
        return GASNET_ERR_RESOURCE;
      }
      entries[i].gex_index = static_cast<gex_AM_Index_t>(free--);
    }
    table[entries[i].gex_index] = entries[i];
  }
  return GASNET_OK;
}

gex_TI_t gex_Token_Info(gex_Token_t token, gex_Token_Info_t* info, gex_TI_t) {
  info->gex_srcrank = token->source;
  info->gex_ep = &endpoints[token->pair.target];
  info->gex_entry = &find(*token);
  info->gex_is_req = !token->reply;
  info->gex_is_long = token->category == Category::long_message;
  return GEX_TI_ALL;
}
}
