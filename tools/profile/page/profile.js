// The data of the page, and what several sections compute from it.

/** Every kind of call, in the order in which bars are stacked. */
const kKinds = ["rma", "atomics", "signals", "order", "collectives", "waiting", "locks", "device", "memory", "teams",
                "contexts", "setup", "other"];
const kKindWords = {rma: "put and get", atomics: "atomics", signals: "signals", order: "fence and quiet",
                    collectives: "collectives", waiting: "waiting for memory", locks: "locks", device: "device calls",
                    memory: "allocation", teams: "teams", contexts: "contexts", setup: "set-up and queries", other: "other"};

/** Parses what the profiler wrote. Throws where there is nothing, or what is there is not a profile this page can draw. */
function read_profile() {
  const text = document.getElementById("profile").textContent.trim();
  if (text === "@" + "PROFILE@") throw new Error("This is the template of a profile, without the data of a job. " +
                                                 "oshrun --profile=FILE.html -n 4 ./program writes a page with data.");
  const data = JSON.parse(text);
  if (data.version !== 1) throw new Error(`This page draws profiles of version 1, and its data has version ${data.version}.`);
  const given = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));
  return {arguments: "", settings: [], sizes: {}, barriers: [], places: [], device: null, forgotten: 0, overhead: {},
          collective_bytes: data.pe.map(() => 0), wire: {bytes: 0, messages: 0}, traffic: {bytes: [], messages: []}, ...given};
}

/** The rows of `calls` as objects. */
const calls_of = pe => pe.calls.map(([name, kind, count, time, bytes, timed]) =>
  ({name, kind: kKinds.includes(kind) ? kind : "other", count, time, bytes, timed}));

/** Time by kind of one PE: {kind: ns}, only the kinds that it used. */
function time_by_kind(pe) {
  const times = {};
  for (const call of calls_of(pe)) times[call.kind] = (times[call.kind] ?? 0) + call.time;
  return times;
}

/** Every function that any PE called, over all PEs, the costliest first. */
function calls_of_job(profile) {
  const found = new Map();
  profile.pe.forEach((pe, index) => {
    for (const call of calls_of(pe)) {
      const row = found.get(call.name) ?? {name: call.name, kind: call.kind, count: 0, time: 0, bytes: 0, timed: 0, most: -1, most_pe: 0};
      row.count += call.count;
      row.time += call.time;
      row.bytes += call.bytes;
      row.timed += call.timed;
      if (call.time > row.most) [row.most, row.most_pe] = [call.time, index];
      found.set(call.name, row);
    }
  });
  return [...found.values()].sort((one, other) => other.time - one.time);
}

/** Profiles of very many PEs come without the matrices of who sent to whom. */
const has_matrix = profile => profile.traffic.bytes.length === profile.pes;

const row_sums = matrix => matrix.map(sum);
const column_sums = matrix => matrix.map((_, to) => sum(matrix.map(row => row[to])));
const matrix_sum = matrix => sum(row_sums(matrix));

/** The matrix of PEs added up by node. */
function by_node(profile, matrix) {
  const nodes = Array.from({length: profile.nodes}, () => Array(profile.nodes).fill(0));
  matrix.forEach((row, from) => row.forEach((value, to) => {
    nodes[profile.pe[from].node][profile.pe[to].node] += value;
  }));
  return nodes;
}

/** The PEs of every node: [{node, host, pes}]. */
function nodes_of(profile) {
  const nodes = Array.from({length: profile.nodes}, (_, node) => ({node, host: "", pes: []}));
  profile.pe.forEach((pe, index) => {
    nodes[pe.node].pes.push(index);
    nodes[pe.node].host = pe.host;
  });
  return nodes;
}
