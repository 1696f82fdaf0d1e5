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
    this.texts = new Map();
  }

  /** What the script and the downloads say of a row. */
  row(i) {
    const { table, data } = this;
    const message = table.message[i];
    const { file, number, date, from, subject, id, thread } = table.messages;
    const traits = data.traits.filter((_, bit) => (table.traits[i] >> bit) & 1).map(([name]) => name);
    return {
      url: table.urls[table.url[i]],
      scheme: table.schemes[table.scheme[i]],
      host: table.hosts[table.host[i]],
      form: table.forms[table.form[i]],
      traits: traits.join(","),
      flaws: table.flaws[table.flaw[i]],
      rewriter: table.rewriters[table.rewriter[i]],
      path: data.files[file[message]],
      message: number[message] || null,
      line: table.line[i],
      column: table.column[i],
      part: table.parts[table.part[i]],
      date: date[message],
      from: table.people[from[message]],
      subject: subject[message],
      id: id[message],
      thread: table.threads[thread[message]],
      text: table.context[i].replace("\u0001", () => table.urls[table.url[i]]),
    };
  }

  /** The strings of a field, and for each row the number of its string. */
  field(name) {
    const { table, data } = this;
    const { messages, message } = table;
    switch (name) {
      case "url": return [table.urls, (i) => table.url[i]];
      case "host": return [table.hosts, (i) => table.host[i]];
      case "domain": return [table.domains, (i) => table.domain[i]];
      case "rewriter": return [table.rewriters, (i) => table.rewriter[i]];
      case "scheme": return [table.schemes, (i) => table.scheme[i]];
      case "form": return [table.forms, (i) => table.form[i]];
      case "flaws": return [table.flaws, (i) => table.flaw[i]];
      case "from": return [table.people, (i) => messages.from[message[i]]];
      case "sender": return [table.senders, (i) => messages.sender[message[i]]];
      case "thread": return [table.threads, (i) => messages.thread[message[i]]];
      case "subject": return [messages.subject, (i) => message[i]];
      case "date": return [messages.date, (i) => message[i]];
      case "file": return [data.files, (i) => messages.file[message[i]]];
      case "text": return [table.context, (i) => i];
    }
  }

  /** The same strings, folded: what is searched and sorted by. */
  folded(name) {
    if (!this.texts.has(name)) {
      const fold = HOSTS.includes(name) ? foldHost : (text) => (text ?? "").toLowerCase();
      this.texts.set(name, this.field(name)[0].map(fold));
    }
    return this.texts.get(name);
  }

  /** Marks the rows where `has` is true of the number of the field's string. */
  mark(rows, name, has) {
    const number = this.field(name)[1];
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
    const has = this.field(name)[0].map((text) => {
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
    if (!this.field(name)) return this.contains(word, ["url", "from", "subject", "file", "text"]);
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
    const [strings, number] = this.field(name);
    const texts = name === "date" ? strings : this.folded(name);
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
