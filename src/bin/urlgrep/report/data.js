"use strict";
// The data of the report, and what is computed from them. Nothing here touches the page.

/** Unpacks text that is base64 of gzip of JSON. */
async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

/** The months of the report: `count` of them from `first` ("1994-07") on. */
class Months {
  constructor(first, count) {
    this.begin = Number(first.slice(0, 4)) * 12 + Number(first.slice(5)) - 1;
    this.count = count;
  }

  /** The months without the few at both ends that have less than 1 in 500 of all, which are mostly wrong dates. */
  trimmed(trend) {
    const values = this.spread(trend);
    const few = values.reduce((sum, n) => sum + n, 0) / 500;
    let [from, to] = [0, values.length];
    for (let sum = 0; from < to && (sum += values[from]) < few; from++);
    for (let sum = 0; to > from && (sum += values[to - 1]) < few; to--);
    return { from, to };
  }

  /** The number of each month, of pairs of a month and its number. */
  spread(pairs) {
    const values = new Array(this.count).fill(0);
    for (let i = 0; i < pairs.length; i += 2) values[pairs[i]] = pairs[i + 1];
    return values;
  }

  year(month) {
    return Math.floor((this.begin + month) / 12);
  }

  name(month) {
    return `${this.year(month)}-${String(((this.begin + month) % 12) + 1).padStart(2, "0")}`;
  }
}

/** Periods on the axis of time: months or years, between two months. */
class Periods {
  constructor(months, from, to, byYear) {
    Object.assign(this, { months, from, to, byYear });
    this.names = [];
    for (let month = from; month < to; month++) {
      const name = byYear ? String(months.year(month)) : months.name(month);
      if (name !== this.names[this.names.length - 1]) this.names.push(name);
    }
  }

  /** The sums of the periods. */
  sums(pairs) {
    const sums = new Array(this.names.length).fill(0);
    const first = this.months.year(this.from);
    for (let i = 0; i < pairs.length; i += 2) {
      const month = pairs[i];
      if (month < this.from || month >= this.to) continue;
      sums[this.byYear ? this.months.year(month) - first : month - this.from] += pairs[i + 1];
    }
    return sums;
  }
}

const numbers = new Intl.NumberFormat("en");

/** 12345 as "12,345" */
function grouped(number) {
  return numbers.format(number);
}

/** A number with its noun. */
function counted(number, noun) {
  return `${grouped(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function bytes(number) {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = Math.min(Math.floor(Math.log2(Math.max(number, 1)) / 10), 4);
  return `${(number / 1024 ** power).toFixed(power > 0 ? 1 : 0)} ${units[power]}`;
}

/** Text in which characters that change the text around them, or are not seen, are written as escapes. */
function visible(text) {
  const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
  return text.replace(unseen, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A field of CSV. A spreadsheet would run a text that begins with one of these as a formula. */
function csvField(value) {
  const text = String(value ?? "");
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of CSV (RFC 4180): the names of the columns, and each row. */
function csv(rows) {
  const names = Object.keys(rows[0] ?? {});
  const line = (fields) => fields.map(csvField).join(",") + "\r\n";
  return line(names) + rows.map((row) => line(names.map((name) => row[name]))).join("");
}

/** The fields that are hosts. */
const HOSTS = ["host", "domain", "rewriter"];

/** A host as it is compared. `--defang` has put its dots in brackets; a final one does not change it. */
function foldHost(host) {
  return host.toLowerCase().replaceAll("[.]", ".").replace(/\.$/, "");
}

/** The table of the data: its rows by number, searched and sorted. */
class Rows {
  constructor(data) {
    this.data = data;
    this.table = data.table;
    this.length = this.table.url.length;
    this.fields = this.makeFields();
    this.texts = new Map();
  }

  /** The fields that are searched: their strings, and for each row the number of its string. */
  makeFields() {
    const { table, data } = this;
    const { messages, message } = table;
    const column = (numbers) => (i) => numbers[i];
    const ofMessage = (numbers) => (i) => numbers[message[i]];
    return new Map(Object.entries({
      url: [table.urls, column(table.url)],
      host: [table.hosts, column(table.host)],
      domain: [table.domains, column(table.domain)],
      rewriter: [table.rewriters, column(table.rewriter)],
      scheme: [table.schemes, column(table.scheme)],
      form: [table.forms, column(table.form)],
      flaws: [table.flaws, column(table.flaw)],
      from: [table.people, ofMessage(messages.from)],
      sender: [table.senders, ofMessage(messages.sender)],
      thread: [table.threads, ofMessage(messages.thread)],
      subject: [messages.subject, column(message)],
      date: [messages.date, column(message)],
      file: [data.files, ofMessage(messages.file)],
      text: [table.context, (i) => i],
    }));
  }

  /** The value of a row's field. */
  value(name, i) {
    const [strings, number] = this.fields.get(name);
    return strings[number(i)];
  }

  /** The text around the URL of a row, with the URL. */
  text(i) {
    return this.table.context[i].replace("\u0001", () => this.value("url", i));
  }

  /** What the script and the downloads say of a row. */
  row(i) {
    const { table, data } = this;
    const message = table.message[i];
    const traits = data.traits.filter((_, bit) => (table.traits[i] >> bit) & 1).map(([name]) => name);
    return {
      url: this.value("url", i),
      scheme: this.value("scheme", i),
      host: this.value("host", i),
      form: this.value("form", i),
      traits: traits.join(","),
      flaws: this.value("flaws", i),
      rewriter: this.value("rewriter", i),
      path: this.value("file", i),
      message: table.messages.number[message] || null,
      line: table.line[i],
      column: table.column[i],
      part: table.parts[table.part[i]],
      date: this.value("date", i),
      from: this.value("from", i),
      subject: this.value("subject", i),
      id: table.messages.id[message],
      thread: this.value("thread", i),
      text: this.text(i),
    };
  }

  /** The strings of a field, folded: what is searched and sorted by. */
  folded(name) {
    if (!this.texts.has(name)) {
      const fold = HOSTS.includes(name) ? foldHost : (text) => (text ?? "").toLowerCase();
      const of = name === "text" ? (_, i) => fold(this.text(i)) : (text) => fold(text);
      this.texts.set(name, this.fields.get(name)[0].map(of));
    }
    return this.texts.get(name);
  }

  /** Marks the rows where `has` is true of the number of the field's string. */
  mark(rows, name, has) {
    const [, number] = this.fields.get(name);
    for (let i = 0; i < this.length; i++) rows[i] |= has[number(i)];
    return rows;
  }

  /** For each row, whether one of the fields contains the text. Of hosts, it is the whole or the end, from a label on. */
  contains(text, fields) {
    const rows = new Uint8Array(this.length);
    const [lower, host] = [text.toLowerCase(), `.${foldHost(text)}`];
    for (const name of fields) {
      const test = text && HOSTS.includes(name) ? (each) => `.${each}`.endsWith(host) : (each) => each.includes(lower);
      this.mark(rows, name, this.folded(name).map(test));
    }
    return rows;
  }

  /** For each row, whether a field is this very text; of flaws one, of dates the beginning. */
  equals(name, wanted) {
    const has = this.fields.get(name)[0].map((text) => {
      if (name === "flaws") return text.split(",").includes(wanted);
      if (name === "date") return (text ?? "").startsWith(wanted);
      return text === wanted;
    });
    return this.mark(new Uint8Array(this.length), name, has);
  }

  /** For each row, whether it has a word. `host:x.org` asks one field only, `url:=…` asks for this very text. */
  has(word) {
    const [, field, text] = /^([a-z]+):(?!\/\/)(.*)$/i.exec(word) ?? [];
    const name = field?.toLowerCase();
    if (!this.fields.has(name)) return this.contains(word, ["url", "from", "subject", "file", "text"]);
    if (!text.startsWith("=")) return this.contains(text, [name]);
    const wanted = text.slice(1);
    if (!HOSTS.includes(name)) return this.equals(name, wanted);
    return this.mark(new Uint8Array(this.length), name, this.folded(name).map((each) => each === foldHost(wanted)));
  }

  /** The numbers of the rows with all words, and whose fields are the texts of all pairs. */
  find(words, pairs = []) {
    const masks = words.split(/\s+/).filter(Boolean).map((word) => this.has(word));
    for (const [name, wanted] of pairs) {
      if (wanted) masks.push(this.equals(name, wanted));
    }
    const found = [];
    for (let i = 0; i < this.length; i++) {
      if (masks.every((mask) => mask[i])) found.push(i);
    }
    return found;
  }

  /** Sorts the numbers of rows by a field. Rows without it come last. */
  sort(found, name, descending) {
    if (!name) return found.sort((a, b) => a - b);
    const [texts, [, number]] = [this.folded(name), this.fields.get(name)];
    const order = [...texts.keys()].sort((a, b) => (texts[a] < texts[b] ? -1 : texts[a] > texts[b] ? 1 : 0));
    const rank = new Int32Array(order.length);
    let last = 0;
    order.forEach((at, i) => {
      if (i > 0 && texts[at] !== texts[order[i - 1]]) last = i;
      rank[at] = texts[at] ? last + 1 : descending ? -1 : order.length + 1;
    });
    const sign = descending ? -1 : 1;
    return found.sort((a, b) => sign * (rank[number(a)] - rank[number(b)]) || a - b);
  }
}
