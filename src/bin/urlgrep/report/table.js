// The table of all URLs. Only the rows in view are on the page, so its length does not matter.

/** The height of a row, in pixels, as in the style. */
const ROW = 32;

/** Browsers limit the height of an element; a longer table scrolls in larger steps. */
const HIGHEST = 12e6;

/** How many rows are printed. */
const PRINTED = 200;

/** The columns: heading, the field to sort by, and what a cell shows. */
const COLUMNS = [
  ["URL", "url", (row) => row.url],
  ["Host", "host", (row) => row.host],
  ["Date", "date", (row) => (row.date ?? "").slice(0, 10)],
  ["From", "from", (row) => row.from],
  ["Subject", "subject", (row) => row.subject],
  ["Place", "file", (row) => `${row.path.split("/").pop()}:${row.line}`],
  ["Form", "form", (row) => [row.form, row.traits, row.flaws].filter(Boolean).join(", ")],
];

class Browser {
  constructor(data) {
    this.rows = new Rows(data);
    this.found = this.rows.sort(this.rows.find(""), "");
    this.sorted = { field: "", descending: false };
    this.input = el("input", { type: "search", id: "search", placeholder: "words, host:x.org, from:joe, subject:…", autocomplete: "off", spellcheck: "false" });
    this.choices = this.makeChoices(data);
    this.only = [];
    this.onlyButton = el("button", { type: "button", class: "only", title: "Show the others too", hidden: true, onclick: () => this.limit([]) });
    this.count = el("p", { role: "status", class: "count" });
    this.more = el("p", { class: "printed" });
    this.heads = COLUMNS.map((column) => this.makeHead(column));
    this.body = el("tbody");
    this.before = el("tr", { "aria-hidden": "true" }, el("td"));
    this.after = this.before.cloneNode(true);
    this.body.append(this.before, this.after);
    this.lines = [];
    this.table = el("table", { class: "rows" }, el("caption", { class: "unseen" }, "All URLs, one a row"),
      el("thead", {}, el("tr", { "aria-rowindex": 1 }, ...this.heads)), this.body);
    this.view = el("div", { class: "view", tabindex: "0", role: "region", "aria-label": "Table of URLs" }, this.table);
    this.detail = new Detail(this);
    this.view.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()));
    new ResizeObserver(() => this.draw()).observe(this.view);
    this.body.addEventListener("click", (event) => this.open(event.target));
    this.body.addEventListener("keydown", (event) => this.key(event));
    let wait = 0;
    this.input.addEventListener("input", () => {
      clearTimeout(wait);
      wait = setTimeout(() => this.update(), 120);
    });
    addEventListener("beforeprint", () => this.print(true));
    addEventListener("afterprint", () => this.print(false));
    const download = (name, of) => el("button", { type: "button", id: `save-${name}`, onclick: () => this.save(name, of) }, `Download ${name.toUpperCase()}`);
    this.element = el("div", { class: "browser" },
      el("form", { class: "controls", role: "search", onsubmit: (event) => event.preventDefault() },
        this.onlyButton, el("label", { for: "search" }, "Search"), this.input,
        ...this.choices.map(([, label, select]) => el("span", {}, el("label", { for: select.id }, label), " ", select))),
      el("div", { class: "controls" }, this.count,
        download("csv", (rows) => csv(rows)),
        download("json", (rows) => JSON.stringify(rows, null, 1) + "\n")),
      this.view, this.more, this.detail.element);
    this.update();
  }

  /** Lists of values to choose one of. */
  makeChoices(data) {
    const years = new Set(data.table.messages.date.filter(Boolean).map((date) => date.slice(0, 4)));
    const names = (list) => list.map((each) => each.name);
    return [
      ["scheme", "Scheme", names(data.schemes)],
      ["form", "Form", names(data.forms)],
      ["flaws", "Flaw", names(data.flaws)],
      ["date", "Year", [...years].sort()],
    ].filter(([, , values]) => values.length > 1).map(([field, label, values]) => {
      const all = [el("option", { value: "" }, "all"), ...values.map((value) => el("option", { value }, visible(value)))];
      return [field, label, el("select", { id: `choose-${field}`, onchange: () => this.update() }, ...all)];
    });
  }

  makeHead([heading, field]) {
    const sort = () => {
      const { sorted } = this;
      if (sorted.field !== field) this.sorted = { field, descending: false };
      else if (!sorted.descending) this.sorted = { field, descending: true };
      else this.sorted = { field: "", descending: false };
      this.update();
    };
    return el("th", { scope: "col", class: `col-${field}`, "aria-sort": "none" }, el("button", { type: "button", onclick: sort }, heading));
  }

  /** Shows the rows whose field has this value, which `text` stands for. */
  choose(field, value, text) {
    this.input.value = "";
    for (const [, , select] of this.choices) select.value = "";
    this.onlyButton.replaceChildren(`${field}: `, el("bdi", {}, visible(text)), " ✕");
    this.limit([[field, value]]);
    this.element.scrollIntoView();
  }

  /** Limits the rows to those with these values of fields. */
  limit(only) {
    this.only = only;
    this.onlyButton.hidden = only.length === 0;
    this.update();
    this.input.focus({ preventScroll: true });
  }

  /** Finds, sorts and shows the rows that are asked for. */
  update() {
    const chosen = this.choices.map(([field, , select]) => [field, select.value]);
    const found = this.rows.find(this.input.value, [...this.only, ...chosen]);
    this.found = this.rows.sort(found, this.sorted.field, this.sorted.descending);
    COLUMNS.forEach(([, field], i) => {
      const direction = this.sorted.descending ? "descending" : "ascending";
      this.heads[i].setAttribute("aria-sort", this.sorted.field === field ? direction : "none");
    });
    this.count.textContent = `${counted(found.length, "row")} of ${grouped(this.rows.length)}`;
    this.table.setAttribute("aria-rowcount", found.length + 1);
    this.view.scrollTop = 0;
    this.draw();
  }

  /** The height of all rows, and how much higher they would be without the limit of browsers. */
  size() {
    const full = this.found.length * ROW;
    const height = Math.min(full, HIGHEST);
    return { height, scale: full / Math.max(height, 1) };
  }

  /** Draws the rows in view. */
  draw() {
    const room = Math.ceil(this.view.clientHeight / ROW) + 1;
    const { height, scale } = this.size();
    const top = Math.floor((this.view.scrollTop * scale) / ROW);
    const first = Math.max(0, Math.min(top - 4, this.found.length - room));
    const last = Math.min(this.found.length, first + room + 8);
    const above = Math.min(first * ROW / scale, height);
    this.before.firstChild.style.height = `${above}px`;
    this.after.firstChild.style.height = `${Math.max(0, height - above - (last - first) * ROW)}px`;
    this.show(first, last);
  }

  /** Shows these rows. Their elements stay where they are and get new texts, so the page does not jump. */
  show(first, last) {
    const active = document.activeElement;
    const focused = this.body.contains(active) ? active.dataset.at : undefined;
    while (this.lines.length < last - first) {
      this.lines.push(this.makeLine());
      this.after.before(this.lines[this.lines.length - 1].row);
    }
    while (this.lines.length > last - first) this.lines.pop().row.remove();
    this.lines.forEach((line, i) => this.fill(line, first + i));
    if (focused !== undefined) (this.button(focused) ?? this.view).focus({ preventScroll: true });
  }

  makeLine() {
    const texts = COLUMNS.map(() => el("bdi"));
    const button = el("button", { type: "button", class: "link" }, texts[0]);
    const cells = COLUMNS.map(([, field], i) => el("td", { class: `col-${field}` }, i === 0 ? button : texts[i]));
    return { row: el("tr", {}, ...cells), button, texts };
  }

  fill(line, at) {
    const row = this.rows.row(this.found[at]);
    COLUMNS.forEach(([, , of], i) => {
      line.texts[i].textContent = visible(of(row) ?? "");
    });
    line.row.dataset.at = line.button.dataset.at = at;
    line.row.setAttribute("aria-rowindex", at + 2);
  }

  button(at) {
    return this.body.querySelector(`button[data-at="${at}"]`);
  }

  /** Opens the row of an element. */
  open(element) {
    const at = element.closest("tr")?.dataset.at;
    if (at !== undefined) this.detail.show(Number(at));
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    const at = event.target.dataset?.at;
    if (!step || at === undefined) return;
    event.preventDefault();
    this.focus(Math.max(0, Math.min(this.found.length - 1, Number(at) + step)));
  }

  /** Scrolls to a row and gives it the focus. */
  focus(at) {
    const { scale } = this.size();
    const [top, room] = [(at * ROW) / scale, this.view.clientHeight - 2 * ROW];
    if (top < this.view.scrollTop) this.view.scrollTop = top;
    if (top > this.view.scrollTop + room) this.view.scrollTop = top - room;
    this.draw();
    this.button(at)?.focus({ preventScroll: true });
  }

  /** On paper there is nothing to scroll. */
  print(begins) {
    if (!begins) return this.draw();
    this.before.firstChild.style.height = this.after.firstChild.style.height = "0";
    this.show(0, Math.min(this.found.length, PRINTED));
    const rest = this.found.length - PRINTED;
    this.more.textContent = rest > 0 ? `and ${counted(rest, "row")} more` : "";
  }

  /** Downloads the rows that were found, in their order. */
  save(name, of) {
    const text = of(this.found.map((i) => this.rows.row(i)));
    const type = name === "csv" ? "text/csv" : "application/json";
    const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: `urls.${name}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
}

/** All that is known of a row. */
class Detail {
  constructor(browser) {
    this.browser = browser;
    this.content = el("div");
    const step = (by) => () => this.show(Math.max(0, Math.min(this.browser.found.length - 1, this.at + by)));
    this.element = el("dialog", { "aria-label": "URL" }, this.content,
      el("div", { class: "controls" },
        el("button", { type: "button", onclick: step(-1) }, "Previous"),
        el("button", { type: "button", autofocus: true, onclick: step(1) }, "Next"),
        el("button", { type: "button", onclick: () => this.element.close() }, "Close")));
    this.element.addEventListener("close", () => this.browser.focus(this.at));
  }

  show(at) {
    this.at = at;
    const i = this.browser.found[at];
    const row = this.browser.rows.row(i);
    const message = row.message ? `, message ${grouped(row.message)}` : "";
    const fields = [
      ["Place", `${row.path}:${row.line}:${row.column}${message}`],
      ["Date", row.date],
      ["From", row.from],
      ["Subject", row.subject],
      ["Message-ID", row.id],
      ["Thread", row.thread === row.id ? "" : row.thread],
      ["Part or field", row.part],
      ["Form", [row.form, row.traits].filter(Boolean).join(", ")],
      ["Flaws", row.flaws.replaceAll(",", ", ")],
    ].filter(([, value]) => value);
    const list = fields.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, el("bdi", {}, visible(value)))]);
    const [before, after] = this.browser.rows.table.context[i].split("\u0001");
    const text = after === undefined ? [visible(before)] : [visible(before), el("mark", {}, visible(row.url)), visible(after)];
    this.content.replaceChildren(
      el("p", { class: "url" }, el("bdi", {}, visible(row.url))),
      el("dl", {}, ...list),
      before || after ? el("pre", { tabindex: "0", "aria-label": "The text around the URL" }, ...text) : "");
    if (!this.element.open) this.element.showModal();
  }
}
