// Draws the page from the data in it.

function draw_page(profile) {
  const name = profile.program.split("/").pop();
  document.title = `Profile of ${name}, ${plural(profile.pes, "PE")}`;
  document.querySelector("h1").textContent = `Profile of ${name}`;
  document.getElementById("run").append(html("code", {}, `${profile.program} ${profile.arguments}`.trim()),
    `, ${plural(profile.pes, "PE")} on ${plural(profile.nodes, "node")}, ${profile.started.replace("T", " ").replace("Z", " UTC")}, ${profile.library}.`);
  draw_headline(profile);
  draw_time(profile);
  draw_traffic(profile);
  draw_sizes(profile);
  draw_barriers(profile);
  draw_places(profile);
  draw_shares(profile);
  draw_placement(profile);
  watch_tips();
}

let found = null;
try {
  found = read_profile();
} catch (problem) {
  document.getElementById("sections").append(html("p", {class: "empty"}, problem.message));
}
if (found) draw_page(found);
