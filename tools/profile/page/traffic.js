// Who sent how much to whom: a heat map of PEs or nodes, of bytes or messages.

function draw_traffic(profile) {
  const {bytes, messages} = profile.traffic;
  if (!has_matrix(profile)) {
    empty_section("traffic", "Who sent to whom", `This profile has no matrix of its ${profile.pes} PEs: it would be too large.`);
    return;
  }
  if (matrix_sum(messages) === 0) {
    empty_section("traffic", "Who sent to whom", "No PE moved data by one-sided calls or atomics.");
    return;
  }
  const chosen = {what: "bytes", of: "pe"};
  const place = html("div");
  const draw = change => {
    Object.assign(chosen, change);
    const values = profile.traffic[chosen.what];
    place.replaceChildren(...(chosen.of === "node" ? matrix_view(by_node(profile, values), chosen.what, "node", [])
                                                   : matrix_view(values, chosen.what, "PE", node_borders(profile))));
  };
  draw({});
  section("traffic", "Who sent to whom",
    html("p", {}, "A row is where the data was before, a column where it went: a put or an atomic counts from its caller to the ",
         "target, a get from the PE that holds the data to its caller. What collectives move between PEs is not in it."),
    choice("Unit", [["bytes", "Bytes"], ["messages", "Messages"]], "bytes", what => draw({what})),
    profile.nodes > 1 ? choice("Grouping", [["pe", "By PE"], ["node", "By node"]], "pe", of => draw({of})) : null,
    place, pe_table(profile, bytes, messages));
}

/** The first PE of every node but the first: lines in the matrix stand there. */
function node_borders(profile) {
  return profile.pe.map((_, pe) => pe).filter(pe => pe > 0 && profile.pe[pe].node !== profile.pe[pe - 1].node);
}

function pe_table(profile, bytes, messages) {
  const [sent, received] = [row_sums(bytes), column_sums(bytes)];
  const [out, into] = [row_sums(messages), column_sums(messages)];
  return table("Traffic of every PE", [
    {name: "PE", type: "count", value: pe => pe},
    {name: "node", type: "count", value: pe => profile.pe[pe].node},
    {name: "bytes from it", type: "bytes", value: pe => sent[pe], bar: true},
    {name: "messages from it", type: "count", value: pe => out[pe]},
    {name: "bytes to it", type: "bytes", value: pe => received[pe], bar: true},
    {name: "messages to it", type: "count", value: pe => into[pe]},
    {name: "given to collectives", type: "bytes", value: pe => profile.collective_bytes[pe] ?? 0},
  ], profile.pe.map((_, pe) => pe));
}
