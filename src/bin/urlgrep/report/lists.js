// Sections with lists: names with numbers, a bar and a line over time.

/** How many names a list shows at first. */
const SHOWN = 12;

/** A section with a heading. */
function section(id, heading, ...children) {
  return el("section", { id, "aria-labelledby": `${id}-h` }, el("h2", { id: `${id}-h` }, heading), ...children);
}

/** A table of rows; those after the first few are shown on demand. */
function table(caption, heads, rows) {
  const head = heads.map((name) => el("th", { scope: "col", class: typeof name === "string" ? null : "number" }, String(name)));
  const body = el("tbody", {}, ...rows.slice(0, SHOWN));
  const place = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", { class: "list" }, el("caption", {}, caption), el("thead", {}, el("tr", {}, ...head)), body));
  if (rows.length <= SHOWN) return place;
  const more = el("button", { type: "button", class: "more", onclick: () => {
    body.append(...rows.slice(SHOWN));
    more.remove();
  } }, `Show all ${rows.length}`);
  return el("div", {}, place, more);
}

/** A number in the head of a table is a column of numbers. */
const COUNT = new String("URLs");
const MESSAGES = new String("Messages");

/** A list of names of a field, with their numbers. */
function namedList(report, caption, head, list, field, describe = () => null) {
  const max = Math.max(...list.map((each) => each.count));
  const rows = list.map((each) => el("tr", {},
    el("th", { scope: "row" }, name(report, each.name, field, each.name), describe(each)),
    el("td", { class: "number" }, grouped(each.count)),
    el("td", { class: "meter", "aria-hidden": "true" }, meter(each.count / max)),
    report.periods ? el("td", {}, sparkline(report.lines.names, report.lines.sums(each.trend))) : null));
  return table(caption, [head, COUNT, "", ...(report.periods ? ["Over time"] : [])], rows);
}

/** A text that stands for a value of a field; a click shows the URLs with this value in the table. */
function name(report, text, field, value) {
  const shown = el("bdi", {}, visible(text));
  return el("button", { type: "button", class: "link", title: "Show in the table", onclick: () => report.browser.choose(field, value, text) }, shown);
}

function meter(share) {
  const width = 100;
  return svg("svg", { viewBox: `0 0 ${width} 8`, width, height: 8, preserveAspectRatio: "none" },
    svg("rect", { x: 0, y: 0, width: Math.max(width * share, 1), height: 8, class: "bar" }));
}

/** The URLs that occur most, with their places. */
function repeatedList(report, list) {
  const { data } = report;
  const rows = list.map((each) => {
    const places = each.places.map((place) => {
      const message = place.message ? `, message ${grouped(place.message)}` : "";
      return el("li", {}, el("bdi", {}, visible(`${data.files[place.file]}:${place.line}`)), message);
    });
    const more = each.count - each.places.length;
    if (more > 0) places.push(el("li", {}, `and ${grouped(more)} more`));
    const span = each.first === each.last ? each.first ?? "" : `${each.first} – ${each.last}`;
    return el("tr", {},
      el("th", { scope: "row", class: "url" }, name(report, each.url, "url", each.url)),
      el("td", { class: "number" }, grouped(each.count)),
      el("td", { class: "span" }, span),
      el("td", {}, el("details", {}, el("summary", {}, "Places"), el("ul", {}, ...places))));
  });
  return table("URLs that occur more than once, most frequent first", ["URL", COUNT, "First and last", "Places"], rows);
}

/** Who wrote messages with URLs. */
function senderList(report, list) {
  const shown = (each) => (each.name.includes("@") ? each.name : each.field);
  const cell = (each) => [name(report, shown(each), "sender", each.name), from(each)];
  return groupList(report, "Senders of messages with URLs, by number of URLs", "Sender", list, cell);
}

/** The threads that the messages are of, by the subject of the first message with a URL. */
function threadList(report, list) {
  const cell = (each) => name(report, each.field.trim() || each.name, "thread", each.name);
  return groupList(report, "Threads of messages with URLs, by number of URLs", "Subject", list, cell);
}

/** A list of groups of messages; `cell` gives what stands in its first column. */
function groupList(report, caption, head, list, cell) {
  const rows = list.map((each) => el("tr", {},
    el("th", { scope: "row" }, ...[cell(each)].flat()),
    el("td", { class: "number" }, grouped(each.count)),
    el("td", { class: "number" }, grouped(each.messages)),
    report.periods ? el("td", {}, sparkline(report.lines.names, report.lines.sums(each.trend))) : null));
  return table(caption, [head, COUNT, MESSAGES, ...(report.periods ? ["Over time"] : [])], rows);
}

/** The name in a From field. Of a long one, only the beginning is searched for it. */
function from(sender) {
  const words = sender.field.slice(0, 500).replace(/<[^>]*>|\S+@\S+/g, " ").replace(/["()]/g, " ").trim();
  return words && sender.name.includes("@") ? el("span", { class: "aside" }, el("bdi", {}, visible(words))) : null;
}
