// Numbers as people read them.

/** Three significant digits without an exponent: 0.0123, 1.23, 12.3, 123, 1230 as it is. */
function digits(value) {
  if (value === 0) return "0";
  const size = Math.floor(Math.log10(Math.abs(value)));
  return value.toFixed(Math.max(0, Math.min(6, 2 - size)));
}

function in_units(value, units) {
  let chosen = units[0];
  // A value that rounding would lift to the next unit is shown in that one: 1.00 ms, never 1000 us.
  for (const unit of units) if (Math.abs(value) >= unit[0] * 0.9995) chosen = unit;
  return digits(value / chosen[0]) + " " + chosen[1];
}

const count_text = value => Math.round(value).toLocaleString("en-US");
const time_text = ns => ns === 0 ? "0" : in_units(ns, [[1, "ns"], [1e3, "us"], [1e6, "ms"], [1e9, "s"]]);
const bytes_text = bytes => bytes < 1023.5 ? count_text(bytes) + " B"
  : in_units(bytes, [[1024, "KiB"], [2 ** 20, "MiB"], [2 ** 30, "GiB"], [2 ** 40, "TiB"]]);
const share_text = share => share === 0 ? "0 %" : share < 0.00005 ? "< 0.01 %" : (share * 100).toFixed(share < 0.1 ? 2 : 1) + " %";

/** The text of a value of each type of column and axis. */
const kTexts = {text: String, count: count_text, time: time_text, bytes: bytes_text, share: share_text};

/** A round number without zeros that say nothing: "5 ms", not "5.00 ms". */
const round_text = (type, value) => kTexts[type](value).replace(/\.0+(?= |$)|(\.\d*[1-9])0+(?= |$)/, "$1");

const plural = (count, noun) => count_text(count) + " " + noun + (count === 1 ? "" : "s");
const sum = values => values.reduce((total, value) => total + value, 0);
const largest = values => values.reduce((most, value) => Math.max(most, value), 0);
const ratio = (part, whole) => whole > 0 ? part / whole : 0;

/** The index of the largest value; the first of equals. */
const place_of_largest = values => values.reduce((best, value, index) => value > values[best] ? index : best, 0);

/** Round values from 0 to most, about `wanted` of them, in the unit that people count this type in. */
function ticks(most, type, wanted = 5) {
  const unit = type === "bytes" ? 1024 ** Math.floor(Math.log(Math.max(most, 1)) / Math.log(1024)) : 1;
  const rough = most / unit / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  let step = [1, 2, 5, 10].map(times => times * power).find(candidate => candidate >= rough * 0.999) * unit;
  if (type === "count" || (type === "bytes" && unit === 1)) step = Math.max(1, step);
  const found = [];
  for (let index = 0; index * step <= most * 1.0001; ++index) found.push(index * step);
  return found;
}

/** Indices as ranges: [0,1,2,5] is "0-2, 5". */
function ranges(indices) {
  const found = [];
  for (const index of indices) {
    const last = found[found.length - 1];
    if (last && last[1] === index - 1) last[1] = index;
    else found.push([index, index]);
  }
  return found.map(([from, to]) => from === to ? String(from) : from + "-" + to).join(", ");
}
