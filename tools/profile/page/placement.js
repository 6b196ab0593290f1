// Where the PEs ran, and the settings that were not the defaults.

function draw_placement(profile) {
  section("placement", "Placement and settings",
    html("ul", {id: "nodes"}, ...nodes_of(profile).map(node => html("li", {}, `Node ${node.node} (${node.host}): ` +
      `${node.pes.length === 1 ? "PE" : "PEs"} ${ranges(node.pes)}`))),
    table("PEs", [
      {name: "PE", type: "count", value: pe => pe},
      {name: "node", type: "count", value: pe => profile.pe[pe].node},
      {name: "host", type: "text", value: pe => profile.pe[pe].host},
      {name: "process", type: "count", value: pe => profile.pe[pe].pid, text: pe => String(profile.pe[pe].pid)},
      {name: "CPUs it may run on", type: "text", value: pe => profile.pe[pe].cpus},
      {name: "elapsed", type: "time", value: pe => profile.pe[pe].elapsed},
      {name: "inside the library", type: "time", value: pe => profile.pe[pe].inside, bar: true},
    ], profile.pe.map((_, pe) => pe)),
    profile.settings.length === 0 ? html("p", {}, "Every setting had its default.")
      : table("Settings that were not the defaults", [
        {name: "variable", type: "text", code: true, value: ([name]) => name},
        {name: "value", type: "text", code: true, value: ([, value]) => value},
      ], profile.settings));
}
