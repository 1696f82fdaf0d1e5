// The page: what is told, in order.

/** From this number of months on, charts count by year. */
const MANY = 60;

/** How many schemes have a colour of their own. */
const COLORS = 6;

/** The numbers at the top. */
function totals(data) {
  const { totals } = data;
  const tiles = [
    ["URLs", totals.urls, `${grouped(totals.distinct)} different`],
    ["Hosts", totals.hosts, `in ${counted(totals.domains, "domain")}`],
    ["Messages with URLs", totals.messages_with_urls, `of ${grouped(totals.messages)}`],
    ["Senders", totals.senders, ""],
    ["Files with URLs", totals.files_with_urls, `of ${grouped(totals.files)}, ${bytes(totals.bytes)}`],
  ];
  const shown = tiles.filter(([, number]) => number > 0);
  return el("dl", { class: "tiles" }, ...shown.map(([name, number, aside]) =>
    el("div", {}, el("dt", {}, name), el("dd", {}, grouped(number), el("span", { class: "aside" }, aside)))));
}

/** What the sums do not say. */
function notes(report) {
  const { totals } = report.data;
  const notes = [];
  if (totals.errors > 0) notes.push(`${counted(totals.errors, "file")} could not be read completely.`);
  if (totals.undated > 0 && report.periods) notes.push(`Not in the charts over time: ${counted(totals.undated, "URL")} without a date.`);
  if (!report.periods) notes.push("No message has a date, so there are no charts over time.");
  if (totals.left_out > 0) {
    notes.push(`The table at the end has the first ${counted(report.data.table.url.length, "URL")}; ${grouped(totals.left_out)} more were left out of it. ` +
      "Everything else counts all. Options of the search select others: --since, --host, -U; --rows N makes the table longer.");
  }
  if (report.data.defanged) notes.push("URLs are shown so that no program makes them a link.");
  return notes.length > 0 ? el("ul", { class: "notes" }, ...notes.map((note) => el("li", {}, note))) : null;
}

/** URLs, messages and new hosts by month or year. */
function timeline(report) {
  const { data, months, window } = report;
  const periods = (byYear) => new Periods(months, window.from, window.to, byYear);
  const select = el("select", { id: "by" }, el("option", { value: "year" }, "year"), el("option", { value: "month" }, "month"));
  select.value = window.to - window.from > MANY ? "year" : "month";
  const place = el("div", { class: "charts" });
  const draw = () => {
    const by = periods(select.value === "year");
    const all = [["URLs", data.urls], ["Messages with URLs", data.messages], ["Hosts that are new", data.new_hosts]];
    const some = all.filter(([, [dated]]) => dated.trend.length > 0).map(([heading, [dated]]) => [heading, by.sums(dated.trend)]);
    const rows = by.names.map((name, i) => el("tr", {}, el("th", { scope: "row" }, name),
      ...some.map(([, values]) => el("td", { class: "number" }, grouped(values[i])))));
    place.replaceChildren(
      ...some.map(([heading, values]) => el("figure", {}, el("figcaption", {}, heading),
        chart((width) => bars(by.names, values, heading, width)))),
      el("details", {}, el("summary", {}, "Numbers"),
        el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Numbers" }, el("table", { class: "list" },
          el("caption", {}, `URLs, messages and new hosts by ${select.value}`),
          el("thead", {}, el("tr", {}, el("th", { scope: "col" }, ""), ...some.map(([heading]) => el("th", { scope: "col", class: "number" }, heading)))),
          el("tbody", {}, ...rows)))));
  };
  select.addEventListener("change", draw);
  draw();
  return section("time", "Over time", el("p", { class: "controls" }, el("label", { for: "by" }, "By"), select), place);
}

/** The shares of schemes by year. */
function schemes(report) {
  const { data, periods } = report;
  const list = namedList(report, "URLs by scheme", "Scheme", data.schemes, "scheme");
  if (!periods || data.schemes.length < 2) return section("schemes", "Schemes", list);
  const series = data.schemes.slice(0, COLORS).map((each) => ({ name: each.name, values: periods.sums(each.trend) }));
  const rest = data.schemes.slice(COLORS).map((each) => periods.sums(each.trend));
  if (rest.length > 0) series.push({ name: "others", values: periods.names.map((_, i) => rest.reduce((sum, one) => sum + one[i], 0)) });
  const legend = series.map((one, i) => el("li", {}, svg("svg", { width: 12, height: 12, "aria-hidden": "true" },
    svg("rect", { width: 12, height: 12, class: `share-${i}` })), ` ${one.name}`));
  return section("schemes", "Schemes",
    el("figure", {}, el("figcaption", {}, `Share of each scheme by ${periods.byYear ? "year" : "month"}`),
      chart((width) => shares(periods.names, series, width)), el("ul", { class: "legend" }, ...legend)), list);
}

const FORMS = {
  wrapper: "in <URL:…>", angle: "in <…>", prefix: "after URL:", quoted: "in quotes, over lines", bare: "alone in the text",
  schemeless: "without a scheme", email: "a mail address", refanged: "made harmless by its writer",
};

const TRAITS = {
  joined: "broken over lines and joined", encoded: "decoded: quoted-printable, base64, entities",
  reply: "in a line quoted with >", header: "in a header field", attribute: "in an attribute of HTML",
};

/** How URLs stood in the text. */
function forms(report) {
  const { data } = report;
  const rows = data.traits.filter(([, count]) => count > 0).map(([trait, count]) => el("tr", {},
    el("th", { scope: "row" }, TRAITS[trait]), el("td", { class: "number" }, grouped(count)),
    el("td", { class: "meter", "aria-hidden": "true" }, meter(count / data.totals.urls))));
  const describe = (each) => el("span", { class: "aside" }, FORMS[each.name] ?? "");
  return section("forms", "How they stand in the text",
    namedList(report, "URLs by their form in the text", "Form", data.forms, "form", describe),
    rows.length > 0 ? table("The same URLs by what was done to read them", ["", COUNT, ""], rows) : null);
}

/** All of the report. */
function show(data) {
  const months = new Months(data.first, data.months);
  const window = data.months > 0 ? months.trimmed(data.urls[0].trend) : null;
  const many = window !== null && window.to - window.from > MANY;
  const over = (byYear) => window && new Periods(months, window.from, window.to, byYear);
  const report = { data, months, window, periods: over(many), lines: over(window !== null && window.to - window.from > 2 * MANY), browser: null };
  const found = data.totals.urls > 0;
  if (found) report.browser = new Browser(data);
  const listed = (id, heading, list, caption, head, field) => list.length > 0 ? section(id, heading, namedList(report, caption, head, list, field)) : null;
  const title = data.files.length === 1 ? `URLs in ${visible(data.files[0].split("/").pop())}` : `URLs in ${counted(data.files.length, "file")}`;
  document.title = title;
  const sections = found ? [
    window && timeline(report),
    el("div", { class: "pair" },
      listed("domains", "Domains", data.domains, "URLs by registered domain", "Domain", "domain"),
      listed("hosts", "Hosts", data.hosts, "URLs by host", "Host", "host")),
    schemes(report),
    el("div", { class: "pair" }, forms(report), el("div", {},
      listed("flaws", "Flaws", data.flaws, "URLs with a flaw, by flaw", "Flaw", "flaws"),
      listed("rewriters", "Rewritten by", data.rewriters, "Links that a service has rewritten, by its host", "Host", "rewriter"))),
    data.repeated.length > 0 ? section("repeated", "Most repeated", repeatedList(report, data.repeated)) : null,
    data.senders.length > 0 ? section("senders", "Who posted them", senderList(report, data.senders)) : null,
    data.threads.some((each) => each.messages > 1) ? section("threads", "Threads", threadList(report, data.threads)) : null,
    section("all", "All URLs", report.browser.element),
  ] : [];
  const command = ["urlgrep", ...data.arguments].map((word) => (/^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`));
  document.getElementById("report").replaceChildren(
    el("header", {}, el("h1", {}, el("bdi", {}, title)), totals(data), notes(report), found ? null : el("p", {}, "No URL was found.")),
    ...sections.filter(Boolean),
    el("footer", {}, `Made on ${data.made} by urlgrep ${data.version}: `, el("code", {}, visible(command.join(" ")))));
}

unpack(document.getElementById("data").textContent).then(show).catch((error) => {
  document.getElementById("status").textContent = `This browser cannot read the report: ${error.message}. It needs DecompressionStream, which browsers have since 2023.`;
});
