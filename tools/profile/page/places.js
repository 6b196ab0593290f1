// The call sites that cost most.

/** "exchange, heat.c:120"; what is not known of it is left out. */
function place_text(place) {
  const line = place.file ? place.file + (place.line > 0 ? ":" + place.line : "") : "";
  return [place.function, line].filter(Boolean).join(", ") || "an unknown place";
}

function draw_places(profile) {
  if (profile.places.length === 0) {
    empty_section("places", "Call sites that cost most", "No call site was recorded.");
    return;
  }
  const inside = sum(profile.pe.map(pe => pe.inside));
  const lines = profile.places.some(place => place.line > 0);
  section("places", "Call sites that cost most",
    html("p", {}, "Where the program called the library, over all PEs. Of calls of a few nanoseconds one of many is looked at, so their ",
         "numbers are estimates here", lines ? "." : ". Compile with -g to see files and lines."),
    table("Call sites, the costliest first", [
      {name: "function", type: "text", code: true, value: place => place.function || "not known"},
      {name: "file and line", type: "text", value: place => place.file ? place.file + (place.line > 0 ? ":" + place.line : "") : "not known"},
      {name: "call", type: "text", code: true, value: place => place.call},
      {name: "count", type: "count", value: place => place.count},
      {name: "time", type: "time", value: place => place.time, bar: true},
      {name: "share", type: "share", value: place => ratio(place.time, inside)},
      {name: "mean", type: "time", value: place => ratio(place.time, place.count)},
      {name: "bytes", type: "bytes", value: place => place.bytes},
      {name: "most time in PE", type: "count", value: place => place.pe_max ?? 0},
    ], profile.places));
}
