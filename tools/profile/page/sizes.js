// Sizes of messages: a histogram by powers of two for each sort of call that moved any.

const kSorts = [["put", "Puts", "var(--rma)"], ["get", "Gets", "var(--signals)"], ["atomic", "Atomics", "var(--atomics)"],
                ["collective", "Collectives, by the bytes given to them", "var(--collectives)"]];

/** Class k holds messages of more than 2^(k-1) and at most 2^k bytes; class 0 those of 0 and 1 byte. */
const class_limit = index => round_text("bytes", 2 ** index);
const class_words = index => index === 0 ? "at most 1 B" : index === 1 ? "2 B"
  : `more than ${class_limit(index - 1)}, at most ${class_limit(index)}`;

function draw_sizes(profile) {
  const sorts = kSorts.filter(([sort]) => sum(profile.sizes[sort] ?? []) > 0);
  if (sorts.length === 0) {
    empty_section("sizes", "Sizes of messages", "No message was sent, so there are no sizes to show.");
    return;
  }
  const used = sorts.flatMap(([sort]) => profile.sizes[sort].map((count, index) => count > 0 ? index : -1)).filter(index => index >= 0);
  const [first, last] = [Math.min(...used), largest(used)];
  const classes = Array.from({length: last - first + 1}, (_, index) => first + index);
  section("sizes", "Sizes of messages",
    html("p", {}, "A column holds the messages of one power of two: the number below it is the most bytes that its messages have."),
    html("div", {class: "few"}, ...sorts.map(sort => size_chart(profile.sizes, sort, classes))),
    folded("The same as a table", table("Messages by size", [
      {name: "size", type: "count", value: index => 2 ** index, text: class_words},
      ...sorts.map(([sort]) => ({name: sort, type: "count", value: index => profile.sizes[sort][index] ?? 0})),
    ], classes)));
}

function size_chart(sizes, [sort, words, colour], classes) {
  const counts = classes.map(index => sizes[sort][index] ?? 0);
  const [left, top, width, height] = [62, 8, 380, 120];
  const most = largest(counts);
  const step = width / Math.max(classes.length, 4);
  const plot = drawing("sizes-" + sort, left + width + 10, top + height + 24, words,
                       `${plural(sum(counts), "message")}; most of them ${class_words(classes[place_of_largest(counts)])}.`);
  vertical_axis(plot, most, "count", left, width, top, height);
  const skip = every(step, 46);
  counts.forEach((count, index) => {
    const x = left + index * step;
    if (index % skip === 0) {
      plot.append(label(x + step / 2, top + height + 16, class_limit(classes[index]), {"text-anchor": "middle", class: "soft"}));
    }
    if (count === 0) return;
    const tall = height * ratio(count, most);
    plot.append(mark(x + step * 0.08, top + height - tall, step * 0.84, tall, colour, count,
                     `${class_words(classes[index])}\n${plural(count, "message")}`, {"data-class": classes[index]}));
  });
  return figure(`${words}: ${plural(sum(counts), "message")}`, plot);
}
