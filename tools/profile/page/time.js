// Time inside the library: a bar for each PE, stacked by kind of call, and the calls themselves in a table.

function draw_time(profile) {
  const times = profile.pe.map(time_by_kind);
  const kinds = kKinds.filter(kind => times.some(of_pe => of_pe[kind] > 0));
  if (kinds.length === 0) {
    empty_section("time", "Time inside the library", "No PE spent time inside the library that could be measured.");
    return;
  }
  const figure_place = html("div");
  const draw = scale => figure_place.replaceChildren(time_chart(profile, times, kinds, scale));
  draw("inside");
  section("time", "Time inside the library",
    html("p", {}, "A bar is one PE; its colours are kinds of call. Calls of a few nanoseconds are counted and one of many is ",
         "timed, so their time is an estimate."),
    choice("Scale of the bars", [["inside", "Time inside the library"], ["elapsed", "Beside the time outside"]], "inside", draw),
    figure_place, folded("The same as a table", kinds_table(profile, times, kinds)), calls_table(profile));
}

function time_chart(profile, times, kinds, scale) {
  const totals = times.map(of_pe => sum(Object.values(of_pe)));
  const most = scale === "elapsed" ? Math.max(profile.elapsed, largest(totals)) : largest(totals);
  const row = profile.pes <= 16 ? 24 : profile.pes <= 32 ? 15 : profile.pes <= 128 ? 11 : 4;
  const [left, width, top] = [58, 860, 6];
  const height = row * profile.pes;
  const plot = drawing("time", left + width + 40, top + height + 24, "Time inside the library by PE and kind of call",
                       `${plural(profile.pes, "bar")}, the longest ${time_text(largest(totals))}.`);
  horizontal_axis(plot, most, "time", left, width, top, height);
  const skip = every(row, 12);
  times.forEach((of_pe, pe) => {
    const y = top + pe * row + row * 0.1;
    if (pe % skip === 0) plot.append(label(left - 8, y + row * 0.4 + 4, "PE " + pe, {"text-anchor": "end"}));
    if (scale === "elapsed") {
      plot.append(svg("rect", {class: "track", x: left, y, height: row * 0.8, width: width * ratio(profile.pe[pe].elapsed, most),
        "data-tip": `PE ${pe}, outside the library\n${time_text(Math.max(0, profile.pe[pe].elapsed - totals[pe]))}`}));
    }
    let x = left;
    for (const kind of kinds.filter(name => of_pe[name] > 0)) {
      const long = width * ratio(of_pe[kind], most);
      plot.append(mark(x, y, long, row * 0.8, `var(--${kind})`, of_pe[kind],
        `PE ${pe}, ${kKindWords[kind]}\n${time_text(of_pe[kind])}, ${share_text(ratio(of_pe[kind], profile.pe[pe].elapsed))} of its elapsed time`,
        {"data-pe": pe, "data-kind": kind}));
      x += long;
    }
  });
  return figure("Time inside the library by PE and kind of call", legend(kinds.map(kind => [`var(--${kind})`, kKindWords[kind]])), plot);
}

function kinds_table(profile, times, kinds) {
  return table("Time by PE and kind of call", [
    {name: "PE", type: "count", value: row => row.pe},
    {name: "elapsed", type: "time", value: row => profile.pe[row.pe].elapsed},
    {name: "inside", type: "time", value: row => profile.pe[row.pe].inside},
    {name: "share", type: "share", value: row => ratio(profile.pe[row.pe].inside, profile.pe[row.pe].elapsed)},
    ...kinds.map(kind => ({name: kKindWords[kind], type: "time", value: row => row.times[kind] ?? 0})),
  ], times.map((of_pe, pe) => ({pe, times: of_pe})));
}

function calls_table(profile) {
  const inside = sum(profile.pe.map(pe => pe.inside));
  return table("Calls, over all PEs", [
    {name: "call", type: "text", code: true, value: call => call.name},
    {name: "kind", type: "text", value: call => kKindWords[call.kind]},
    {name: "count", type: "count", value: call => call.count},
    {name: "time", type: "time", value: call => call.time, bar: true},
    {name: "share", type: "share", value: call => ratio(call.time, inside)},
    {name: "mean", type: "time", value: call => ratio(call.time, call.count)},
    {name: "bytes", type: "bytes", value: call => call.bytes},
    {name: "most time in", type: "count", value: call => call.most_pe, text: call => `PE ${call.most_pe}, ${time_text(call.most)}`},
    {name: "timed", type: "share", value: call => ratio(call.timed, call.count),
     text: call => call.timed >= call.count ? "all" : `${count_text(call.timed)} of them`},
  ], calls_of_job(profile));
}
