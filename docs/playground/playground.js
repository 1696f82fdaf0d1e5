const core = await load();

/** So many matches are searched for, and so many are listed at once. */
const MOST = 20_000;
const PAGE = 200;
/** A longer file is not shown as a text. */
const LONGEST_SHOWN = 256 << 10;

const at = (id) => document.getElementById(id);
const [text, back, list, form] = [at("text"), at("back"), at("matches"), at("controls")];
/** The file that is too long or not a text, if one is open. */
let file = null;
/** The name of the file whose text is shown. */
let fileName;
let matches = [];
/** The timer of a search that waits for the next key, if one waits. */
let waiting;
/** How many texts and files were opened. */
let opened = 0;

/** Starts the module of WebAssembly that the page contains. */
async function load() {
  const packed = Uint8Array.from(atob(document.getElementById("data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  await __wbg_init({ module_or_path: await new Response(stream).arrayBuffer() });
  return functions({ search, types, reset });
}

/** An element with a class, and text or elements in it. Text from outside is only ever text. */
function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Control characters, and marks that change the direction of a text, as escapes. */
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function options() {
  const chosen = {};
  for (const field of form.elements) {
    if (!field.name) continue;
    if (field.type === "checkbox") {
      if (field.checked) chosen[field.name] = true;
    } else if (field.selectedIndex > 0) {
      chosen[field.name] = field.value;
    }
  }
  return chosen;
}

function run() {
  clearTimeout(waiting);
  const begin = performance.now();
  const chosen = options();
  const changed = Object.keys(chosen).length;
  at("chosen").textContent = changed ? ` (${changed})` : "";
  const how = { as: "auto", fileName, ...chosen, explain: true, limit: MOST };
  try {
    matches = file ? core.extractBytes(file, how) : core.extract(text.value, how);
  } catch (error) {
    clear(error.message);
    return;
  }
  const took = performance.now() - begin;
  const count = matches.length === MOST ? `The first ${MOST.toLocaleString("en")}` : matches.length.toLocaleString("en");
  const messages = new Set(matches.map((match) => match.message?.number)).size;
  const where = matches[0]?.message ? ` in ${messages.toLocaleString("en")} message${messages === 1 ? "" : "s"}` : "";
  at("count").textContent = `${count} URL${matches.length === 1 ? "" : "s"}${where}, ${took.toFixed(1)} ms`;
  draw();
  show(0);
}

/** Says why there are no matches. */
function clear(why) {
  clearTimeout(waiting);
  matches = [];
  draw();
  show(0);
  at("count").textContent = why;
}

/** Draws the marks behind the text. */
function draw() {
  back.replaceChildren();
  if (file) return;
  const value = text.value;
  const pieces = [];
  matches.forEach((match, number) => match.segments.forEach(([start, end]) => pieces.push([start, end, number])));
  pieces.sort((a, b) => a[0] - b[0]);
  const parts = [];
  let done = 0;
  for (const [start, end, number] of pieces) {
    if (start < done) continue;
    const mark = element("mark", "", value.slice(start, end));
    mark.dataset.number = number;
    parts.push(value.slice(done, start), mark);
    done = end;
  }
  // A last line break needs a line after it, as in the field.
  parts.push(`${value.slice(done)}\n`);
  back.append(...parts);
  back.scrollTop = text.scrollTop;
}

/** Lists the matches from a number on, after those that are listed. */
function show(from) {
  if (from === 0) list.replaceChildren();
  list.append(...matches.slice(from, from + PAGE).map((match, i) => item(match, from + i)));
  const rest = matches.length - from - PAGE;
  at("rest").hidden = rest <= 0;
  at("rest").textContent = `Show ${Math.min(rest, PAGE)} more of ${rest.toLocaleString("en")}`;
}

const FORMS = {
  wrapper: "in <URL:…>", angle: "in <…>", prefix: "after URL:", quoted: "in quotes", bare: "bare", schemeless: "without a scheme",
  email: "an address", refanged: "defanged",
};

/** A text with what stands in back quotes as code. */
function quoted(text) {
  return text.split(/`(.+?)`(?!`)/).map((part, i) => (i % 2 ? element("code", "", part) : part));
}

function item(match, number) {
  const made = element("li");
  made.dataset.number = number;
  const url = element("button", "url", visible(match.url));
  url.type = "button";
  url.title = "Show it in the text";
  made.append(url);
  const place = [`line ${match.line}`];
  if (match.message) place.push(`message ${match.message.number}`);
  if (match.part) place.push(`part ${match.part}`);
  if (match.field) place.push(match.field);
  if (match.notation) place.push(match.notation);
  place.push(match.attribute ? `in the attribute ${match.attribute}` : FORMS[match.form]);
  if (match.joined) place.push("joined");
  if (match.encoded) place.push("decoded");
  made.append(element("p", "place", visible(place.join(" · "))));
  const facts = element("dl");
  const fact = (name, className, ...values) => {
    facts.append(element("dt", "", name), element("dd", className, ...values));
  };
  if (match.assumed) fact("means", "", element("code", "", visible(match.assumed)));
  if (match.written) fact("written", "", element("code", "", visible(match.written)));
  if (match.text) fact("label", "", visible(match.text));
  if (!file && match.segments.length > 1) {
    const pieces = match.segments.flatMap(([start, end]) => [" ", element("code", "", visible(text.value.slice(start, end)))]);
    fact("segments", "pieces", ...pieces);
  }
  for (const line of match.explain) {
    const colon = line.indexOf(": ");
    const [name, value] = [line.slice(0, colon), visible(line.slice(colon + 2))];
    // The alternatives follow.
    if (name.startsWith("other reading")) continue;
    fact(name, name === "flaw" || name === "refused" ? "flaw" : "", ...quoted(value));
  }
  for (const other of match.alternatives) {
    fact("alternative", "other", element("code", "", visible(other.url)), ` (${other.why})`);
  }
  made.append(facts);
  return made;
}

/** Marks one match in the text and in the list. */
function choose(number, inList) {
  for (const old of document.querySelectorAll(".now")) old.classList.remove("now");
  const marks = back.querySelectorAll(`mark[data-number="${number}"]`);
  for (const mark of marks) mark.classList.add("now");
  const row = list.querySelector(`li[data-number="${number}"]`);
  row?.classList.add("now");
  if (inList) row?.scrollIntoView({ block: "nearest" });
}

list.addEventListener("click", (event) => {
  const row = event.target.closest("button.url")?.parentElement;
  if (!row) return;
  const number = Number(row.dataset.number);
  choose(number, false);
  if (file) return;
  const { start, end } = matches[number];
  text.focus();
  text.setSelectionRange(start, end);
  const mark = back.querySelector(`mark[data-number="${number}"]`);
  if (mark) text.scrollTop = mark.offsetTop - text.clientHeight / 3;
});

/** Marks the URL under the cursor. */
function follow() {
  if (file || document.activeElement !== text || text.selectionStart !== text.selectionEnd) return;
  const cursor = text.selectionStart;
  const number = matches.findIndex((match) => match.start <= cursor && cursor <= match.end);
  choose(number, number >= 0 && matchMedia("(min-width: 52.01rem)").matches);
}
document.addEventListener("selectionchange", follow);

text.addEventListener("input", () => {
  at("example").selectedIndex = -1;
  fileName = undefined;
  if (text.value.length <= LONGEST_SHOWN) return run();
  // The marks of a long text take longer than the next key.
  clear("…");
  waiting = setTimeout(run, 300);
});
text.addEventListener("scroll", () => { back.scrollTop = text.scrollTop; });
form.addEventListener("change", (event) => { if (event.target.name) run(); });
form.addEventListener("submit", (event) => event.preventDefault());
at("rest").addEventListener("click", () => show(list.childElementCount));

function showText(value, name) {
  opened++;
  file = null;
  fileName = name;
  text.value = value;
  at("editor").hidden = false;
  at("dropped").hidden = true;
  text.scrollTop = 0;
  run();
}

for (const [name] of EXAMPLES) at("example").append(element("option", "", name));
for (const name of core.types) at("type").append(element("option", "", name));
at("example").addEventListener("change", () => {
  const [, value, chosen = {}] = EXAMPLES[at("example").selectedIndex];
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = chosen[field.name] ?? false;
    else if (field.name) field.selectedIndex = 0;
  }
  showText(value);
});

/** Opens a file: a short text is shown in the field, of any other only its matches. */
async function open(chosen) {
  const mine = ++opened;
  let bytes;
  try {
    bytes = new Uint8Array(await chosen.arrayBuffer());
  } catch (error) {
    if (mine === opened) clear(`${visible(chosen.name)} cannot be read: ${error.message} Folders cannot be opened.`);
    return;
  }
  // Another one was opened since.
  if (mine !== opened) return;
  at("example").selectedIndex = -1;
  let decoded = null;
  if (bytes.length <= LONGEST_SHOWN && !bytes.includes(0)) {
    try {
      decoded = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      // In another charset: the search works on its bytes.
    }
  }
  if (decoded !== null) {
    showText(decoded.replaceAll("\r\n", "\n"), chosen.name);
    return;
  }
  file = bytes;
  fileName = chosen.name;
  const size = bytes.length < 1e6 ? `${Math.ceil(bytes.length / 1e3)} kB` : `${(bytes.length / 1e6).toFixed(1)} MB`;
  at("name").textContent = `${visible(chosen.name)}, ${size}`;
  at("editor").hidden = true;
  at("dropped").hidden = false;
  run();
}

at("close").addEventListener("click", () => { showText(""); text.focus(); });
at("open").addEventListener("click", () => at("file").click());
at("file").addEventListener("change", () => {
  if (at("file").files[0]) open(at("file").files[0]);
  at("file").value = "";
});
document.addEventListener("dragover", (event) => {
  if (![...event.dataTransfer.types].includes("Files")) return;
  event.preventDefault();
  at("editor").classList.add("over");
});
document.addEventListener("dragleave", () => at("editor").classList.remove("over"));
document.addEventListener("drop", (event) => {
  at("editor").classList.remove("over");
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  const files = event.dataTransfer.files;
  const others = files.length - 1;
  open(files[0]).then(() => {
    if (others > 0) at("count").textContent += `; ${others} more file${others > 1 ? "s were" : " was"} not opened`;
  });
});

showText(EXAMPLES[0][1]);
document.documentElement.dataset.ready = "yes";
