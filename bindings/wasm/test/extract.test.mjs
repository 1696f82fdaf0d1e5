// The npm package in Node: node --test test/*.test.mjs. URLGREP_NPM names the folder of the built package.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";

const folder = resolve(process.env.URLGREP_NPM ?? fileURLToPath(new URL("../target/npm", import.meta.url)));
const { extract, extractBytes, types } = await import(pathToFileURL(join(folder, "node.js")));

const urls = (text, options) => extract(text, options).map((match) => match.url);

// RFC 1738, appendix.
const APPENDIX = `      Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
      type=d> but you can probably pick it up from <URL:ftp://ds.in
      ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
      net/instructions/overview.html#WARNING>.
`;

test("the example of RFC 1738", () => {
  const found = extract(APPENDIX);
  assert.deepEqual(found.map((match) => match.url), [
    "ftp://info.cern.ch/pub/www/doc;type=d",
    "ftp://ds.internic.net/rfc",
    "http://ds.internic.net/instructions/overview.html#WARNING",
  ]);
  for (const match of found) {
    assert.equal(match.form, "wrapper");
    assert.equal(match.joined, true);
    assert.equal(match.encoded, false);
    assert.equal(match.segments.length, 2);
    assert.equal(match.segments.map(([start, end]) => APPENDIX.slice(start, end)).join(""), match.url);
  }
  assert.deepEqual(found.map((match) => match.line), [1, 2, 3]);
  assert.deepEqual(found.map((match) => match.host), ["info.cern.ch", "ds.internic.net", "ds.internic.net"]);
});

test("positions are UTF-16 code units, and bytes", () => {
  const text = "😀 caf\u00e9 \u20ac http://a.example/x 😀😀 <http://b.example/\n caf\u00e9>";
  const [first, second] = extract(text);
  assert.equal(text.slice(first.start, first.end), "http://a.example/x");
  assert.equal(first.start, text.indexOf("http://a"));
  const bytes = Buffer.from(text);
  assert.equal(bytes.subarray(first.startByte, first.endByte).toString(), "http://a.example/x");
  assert.equal(second.url, "http://b.example/caf\u00e9");
  assert.deepEqual(second.segments.map(([start, end]) => text.slice(start, end)), ["http://b.example/", "caf\u00e9"]);
  assert.equal(text.slice(second.start, second.end), "http://b.example/\n caf\u00e9");
});

test("a plain match has few keys", () => {
  assert.deepEqual(extract("at http://a.example/x."), [{
    line: 1, start: 3, end: 21, startByte: 3, endByte: 21, url: "http://a.example/x", form: "bare", scheme: "http", host: "a.example",
    joined: false, encoded: false, segments: [[3, 21]], alternatives: [], flaws: [],
  }]);
});

test("a file whose lines end in CR alone", () => {
  const mail = "From: a@b.c\rDate: Mon, 3 Jan 1994 10:00:00 +0000\rContent-Transfer-Encoding: base64\r\raHR0cDovL2Iub3JnLw==\r";
  const [match] = extractBytes(Buffer.from(mail));
  assert.deepEqual([match.url, match.line, match.message.number], ["http://b.org/", 5, 1]);
  assert.equal(mail.slice(match.start, match.end), "aHR0cDovL2Iub3JnLw");
  assert.deepEqual(extract("one\rhttp://c.org/").map((match) => match.line), [2]);
});

test("evidence for a hyphen stands far from it", () => {
  const broken = "x <URL:http://bat-\nman.org/x>\n";
  const far = "more words\n\n".repeat(400000);
  assert.equal(urls(broken + far + "http://batman.org/x\n")[0], "http://batman.org/x");
  // How the beginning of a text breaks words counts for all of it.
  const set = "the words of this text are broken at line ends by hy-\nphens wherever a line comes to its end, as in books\n".repeat(20);
  const [last] = urls(set + far + far + broken).slice(-1);
  assert.equal(last, "http://batman.org/x");
});

test("a hyphen at a line break has an alternative", () => {
  const text = "<URL:http://bat-\nman.example.org/>";
  const [match] = extract(text);
  assert.equal(match.url, "http://bat-man.example.org/");
  assert.deepEqual(match.alternatives, [{ url: "http://batman.example.org/", why: "hyphen" }]);
  assert.deepEqual(match.flaws, ["hyphen-at-break"]);
  assert.deepEqual(urls(text, { hyphen: "drop" }), ["http://batman.example.org/"]);
  assert.equal(urls(text, { hyphen: "both" }).length, 2);
  const evidence = `${text} or http://batman.example.org/`;
  assert.equal(urls(evidence)[0], "http://batman.example.org/");
  assert.ok(extract(evidence, { explain: true })[0].explain.includes("hyphen: left out: other URLs or lines of the text decide"));
  assert.equal(urls(evidence, { hyphen: "keep" })[0], "http://bat-man.example.org/");
});

test("options", () => {
  assert.deepEqual(urls("www.example.org/x"), []);
  const [schemeless] = extract("www.example.org/x", { schemeless: true });
  assert.deepEqual([schemeless.url, schemeless.written], ["http://www.example.org/x", "www.example.org/x"]);
  const [assumed] = extract("<URL:www.example.org/x>");
  assert.deepEqual([assumed.url, assumed.assumed], ["www.example.org/x", "http://www.example.org/x"]);
  assert.equal(extract("to joe@example.org", { email: true })[0].form, "email");
  const [defanged] = extract("hxxps://evil[.]example/x", { refang: true });
  assert.equal(defanged.url, "https://evil.example/x");
  assert.equal(defanged.written, "hxxps://evil[.]example/x");
  assert.deepEqual(urls("see foo://a.example/x"), []);
  assert.deepEqual(urls("see foo://a.example/x", { anyScheme: true }), ["foo://a.example/x"]);
  assert.deepEqual(urls("http://a_b.example/", { profile: "rfc1738" }), []);
  assert.deepEqual(urls("http://a.example/ http://b.example/", { limit: 1 }), ["http://a.example/"]);
  assert.deepEqual(urls("http://a.example/", { limit: 0, email: undefined }), []);
  const [explained] = extract("(see http://a.example/x.)", { explain: true });
  assert.deepEqual(explained.explain, ["starts: at a known scheme", "ends: before `.`: closing punctuation"]);
});

const MAILBOX = [
  "From ann@example.org Mon Mar  4 10:00:00 2024",
  "From: ann@example.org",
  "Subject: see http://header.example/",
  "Date: Mon, 4 Mar 2024 10:00:00 +0000",
  "Message-ID: <one@example.org>",
  "",
  "> <http://a.example/",
  "> b>",
  "",
  "From joe@example.net Mon Mar  4 11:00:00 2024",
  "From: joe@example.net",
  "Date: Mon, 4 Mar 2024 11:00:00 +0000",
  "MIME-Version: 1.0",
  "Content-Type: multipart/alternative; boundary=cut",
  "",
  "--cut",
  "Content-Type: text/plain",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "http://c.example/?x=3D1&y=",
  "=3D2",
  "--cut",
  "Content-Type: text/html",
  "",
  "<a href='http://d.example/?x&amp;y'>the label</a>",
  "--cut--",
  "",
].join("\n");

test("a mailbox", () => {
  const bytes = new TextEncoder().encode(MAILBOX);
  const found = extractBytes(bytes);
  assert.deepEqual(found.map((match) => match.url), ["http://a.example/b", "http://c.example/?x=1&y=2", "http://d.example/?x&y"]);
  assert.deepEqual(found.map((match) => match.message.number), [1, 2, 2]);
  assert.equal(found[0].message.id, "one@example.org");
  assert.deepEqual(found.map((match) => match.part), [undefined, "1", "2"]);
  assert.deepEqual(found.map((match) => match.line), [7, 20, 25]);
  assert.deepEqual(found.map((match) => match.encoded), [false, true, true]);
  assert.equal(found[2].attribute, "href");
  assert.equal(found[2].text, "the label");
  assert.equal(found[2].notation, "html");
  assert.equal(found[0].startByte, undefined);
  const written = Buffer.from(bytes.subarray(found[1].start, found[1].end)).toString();
  assert.equal(written, "http://c.example/?x=3D1&y=\n=3D2");
  assert.deepEqual(extractBytes(bytes.buffer), found);
  assert.equal(extractBytes(bytes, { headers: true })[0].field, "Subject");
  assert.deepEqual(extractBytes(bytes, { alternative: "text" }).map((match) => match.part), [undefined, "1"]);
  // A string is a plain text unless it is said otherwise.
  assert.equal(extract(MAILBOX, { as: "auto" })[1].url, "http://c.example/?x=1&y=2");
  assert.equal(extract(MAILBOX)[0].url, "http://header.example/");
});

test("a large mailbox is searched in pieces", () => {
  const count = 60_000;
  const message = (i) => `From a@example.org Mon Mar  4 10:00:00 2024\nFrom: a@example.org\nDate: Mon, 4 Mar 2024 10:00:00 +0000\n`
    + `Message-ID: <${i}@example.org>\n\nsee <http://h${i}.example/\n x>\n\n`;
  const bytes = Buffer.from(Array.from({ length: count }, (_, i) => message(i)).join(""));
  assert.ok(bytes.length > 8 << 20);
  const found = extractBytes(bytes);
  assert.equal(found.length, count);
  found.forEach((match, i) => {
    assert.equal(match.url, `http://h${i}.example/x`);
    assert.deepEqual(match.message, { number: i + 1, id: `${i}@example.org` });
    assert.equal(match.line, i * 8 + 6);
  });
  const last = found.at(-1);
  assert.equal(bytes.subarray(last.start, last.end).toString(), `http://h${count - 1}.example/\n x`);
});

test("other types", () => {
  assert.ok(types.includes("mbox") && types.includes("html") && types.includes("text"));
  const json = Buffer.from('{"u": "http:\\/\\/a.example\\/x"}');
  assert.equal(extractBytes(json, { fileName: "x.json" })[0].notation, "json");
  assert.equal(extractBytes(json, { as: "json" })[0].url, "http://a.example/x");
});

test("files that are not read are errors that say so", () => {
  const compressed = gzipSync("see http://a.example/");
  const zip = Buffer.from("PK\x03\x04\x14\0\0\0\b\0", "latin1");
  // A header of tar: its name, and 120 for that and 256 for the checksum itself, in octal 570.
  const tar = Buffer.alloc(1024);
  tar.write("x");
  tar.write("000570\0 ", 148);
  for (const [bytes, message] of [
    [tar, "not read (tar archive): unpack it and search its files"],
    [compressed, "not read (gzip file): decompress it"],
    [zip, "not read (zip archive): unpack it and search its files"],
    [Buffer.from("BZh91AY&SY"), "not read (bzip2 file): decompress it"],
    [Buffer.from("%PDF-1.7\n"), "not read (PDF file): convert it with pdftotext"],
  ]) {
    assert.throws(() => extractBytes(bytes), { name: "Error", message });
    assert.throws(() => extractBytes(bytes, { as: "auto", fileName: "list.mbox" }), { name: "Error", message });
  }
  // A type that is named is not detected.
  assert.deepEqual(extractBytes(compressed, { as: "text" }), []);
  assert.equal(extract("%PDF-1.7 http://a.example/").length, 1);
  assert.equal(extractBytes(Buffer.from("\0\x01 http://a.example/")).length, 1);
});

test("wrong arguments", () => {
  for (const [call, message] of [
    [() => extract(), /text must be a string, not undefined$/],
    [() => extract(Buffer.from("x")), /text must be a string, not Buffer: use extractBytes$/],
    [() => extract(null), /not null/],
    [() => extractBytes("x"), /bytes must be a Uint8Array, not string: use extract$/],
    [() => extract("x", null), /options must be an object, not null/],
    [() => extract("x", [1]), /options must be an object, not Array/],
    [() => extract("x", { emial: true }), /unknown option 'emial'/],
    [() => extract("x", { utf16: false }), /unknown option 'utf16'/],
    [() => extract("x", { constructor: 1 }), /unknown option 'constructor'/],
    [() => extract("x", { email: 1 }), /option 'email' must be a boolean, not number/],
    [() => extract("x", { hyphen: "maybe" }), /option 'hyphen' must be one of auto, keep, drop, both, not 'maybe'/],
    [() => extract("x", { limit: -1 }), /option 'limit' must be a whole number/],
    [() => extract("x", { limit: NaN }), /option 'limit' must be a whole number/],
    [() => extract("x", { limit: 2 ** 32 }), /option 'limit' must be a whole number below 2 \*\* 32/],
    [() => extract("x", { as: "nonsense" }), /unknown type `nonsense`: `types` lists them/],
  ]) {
    assert.throws(call, (error) => error instanceof TypeError && message.test(error.message), String(message));
  }
  assert.throws(() => extract("x".repeat(2 ** 28 + 1)), RangeError);
  assert.equal(extract("http://a.example/").length, 1);
});

test("lone surrogates, NUL and noise", () => {
  const text = "\ud83d http://a.example/x \udc00\0 http://b.example/\ud83d";
  const [first, second] = extract(text);
  assert.equal(text.slice(first.start, first.end), "http://a.example/x");
  assert.equal(second.start, text.indexOf("http://b"));
  assert.deepEqual(extract(""), []);
  assert.deepEqual(extractBytes(new Uint8Array()), []);
  // An array of another realm, as programs get from frames and test runners.
  const foreign = runInNewContext("new Uint8Array([104, 116, 116, 112, 58, 47, 47, 97, 46, 98, 47])");
  assert.equal(extractBytes(foreign)[0].url, "http://a.b/");
  assert.equal(extractBytes(foreign.buffer, { fileName: "a\ud800.txt" })[0].url, "http://a.b/");
  let state = 1738;
  const random = (below) => (state = (state * 1103515245 + 12345) % 2 ** 31) % below;
  const pieces = ["http://", "<URL:", "\n> ", ">", "-\n", "a.example", "\ud800", "😀", "=3D", "&lt;", "From ", ": ", "\0", "\u0085", "[.]", "@"];
  const all = { schemeless: true, email: true, refang: true, anyScheme: true, all: true, explain: true, join: "plausible" };
  for (let i = 0; i < 500; i++) {
    const noise = Array.from({ length: random(60) }, () => pieces[random(pieces.length)]).join("");
    for (const match of extract(noise, all)) {
      assert.ok(match.start >= 0 && match.start <= match.end && match.end <= noise.length, JSON.stringify(noise));
    }
    const bytes = Buffer.from(noise, "latin1");
    for (const match of extractBytes(bytes, all)) assert.ok(match.end <= bytes.length);
  }
});

test("a callback of the search that fails does not harm later calls", () => {
  // The only code of others that runs during a search is JSON.parse.
  const { parse } = JSON;
  JSON.parse = () => { throw new Error("harmed"); };
  try {
    assert.throws(() => extract("http://a.example/"), /harmed/);
  } finally {
    JSON.parse = parse;
  }
  assert.equal(extract("http://a.example/").length, 1);
});

test("after a trap the next call works", async () => {
  const wasm = await import(pathToFileURL(join(folder, "urlgrep.js")));
  const { functions } = await import(pathToFileURL(join(folder, "core.js")));
  let traps = true;
  const search = (...given) => {
    if (traps) throw new WebAssembly.RuntimeError("unreachable");
    return wasm.search(...given);
  };
  const broken = functions({ ...wasm, search });
  assert.throws(() => broken.extract("http://a.example/"), /urlgrep failed/);
  traps = false;
  assert.equal(broken.extract("http://a.example/").length, 1);
  assert.equal(extract("http://a.example/").length, 1);
});

test("work grows with the text", () => {
  const time = (text) => {
    const times = Array.from({ length: 3 }, () => {
      const begin = process.cpuUsage();
      extract(text, { explain: true });
      const used = process.cpuUsage(begin);
      return (used.user + used.system) / 1000;
    });
    return Math.min(...times);
  };
  for (const token of ["http://a.example/ ", "<URL:http://a", "é http://b.example/\n", "> <http://c-\n"]) {
    const [small, large] = [time(token.repeat(10_000)), time(token.repeat(80_000))];
    assert.ok(large < 16 * small + 100, `${token}: ${small} ms, 8 times as much: ${large} ms`);
  }
});

test("the package", () => {
  const info = JSON.parse(readFileSync(join(folder, "package.json")));
  assert.equal(info.dependencies, undefined);
  const version = /^version = "(.*)"$/m.exec(readFileSync(new URL("../../../Cargo.toml", import.meta.url), "utf8"))[1];
  assert.equal(info.version, version);
  for (const file of ["node.js", "browser.js", "core.js", "urlgrep.js", "urlgrep_bg.wasm", "index.d.ts", "LICENSE-MIT"]) {
    assert.ok(existsSync(join(folder, file)), file);
  }
  const compressed = gzipSync(readFileSync(join(folder, "urlgrep_bg.wasm")), { level: 9 }).length;
  console.log(`urlgrep_bg.wasm: ${statSync(join(folder, "urlgrep_bg.wasm")).size} bytes, ${compressed} compressed`);
  assert.ok(compressed < 700_000);
});

/** A program beside which the package is installed. */
function project(name, code) {
  const project = mkdtempSync(join(tmpdir(), "urlgrep-"));
  mkdirSync(join(project, "node_modules"));
  symlinkSync(folder, join(project, "node_modules", "urlgrep"), "dir");
  writeFileSync(join(project, name), code);
  return project;
}

test("memory grows in few steps", () => {
  // In a process of its own, whose memory is small. Each step is a collection of garbage.
  const where = project("memory.mjs", `
    import { constants, PerformanceObserver } from "node:perf_hooks";
    import { extract } from "urlgrep";
    let count = 0;
    const isMajor = (entry) => entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
    const observer = new PerformanceObserver((list) => { count += list.getEntries().filter(isMajor).length; });
    observer.observe({ entryTypes: ["gc"] });
    extract("<URL:http://bat-\\nman.example/> ".repeat(200_000));
    setTimeout(() => console.log(count), 100);
  `);
  const count = Number(execFileSync(process.execPath, ["memory.mjs"], { cwd: where, encoding: "utf8" }));
  assert.ok(count < 100, `${count} collections`);
  rmSync(where, { recursive: true });
});

test("the first example of the README prints what it says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = /```js\n(.*?)```/s.exec(readme)[1];
  const wanted = code.split("\n").filter((line) => line.startsWith("// ")).map((line) => `${line.slice(3)}\n`).join("");
  const where = project("readme.mjs", code);
  assert.equal(execFileSync(process.execPath, ["readme.mjs"], { cwd: where, encoding: "utf8" }), wanted);
  rmSync(where, { recursive: true });
});

test("the package is imported by its name", () => {
  const code = 'import { extract } from "urlgrep"; console.log(extract("http://a.example/")[0].url);';
  const where = project("program.mjs", code);
  assert.equal(execFileSync(process.execPath, ["program.mjs"], { cwd: where, encoding: "utf8" }), "http://a.example/\n");
  rmSync(where, { recursive: true });
});

test("the package is required by CommonJS", (context) => {
  if (!process.features.require_module) return context.skip("this Node cannot require a module");
  const where = project("program.cjs", 'console.log(require("urlgrep").extract("http://a.example/")[0].url);');
  assert.equal(execFileSync(process.execPath, ["program.cjs"], { cwd: where, encoding: "utf8" }), "http://a.example/\n");
  rmSync(where, { recursive: true });
});

test("types", (context) => {
  const tsc = process.env.URLGREP_TSC;
  if (!tsc) return context.skip("URLGREP_TSC does not name TypeScript's compiler");
  const where = project("types.mts", readFileSync(new URL("types.mts", import.meta.url)));
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"];
  execFileSync(process.execPath, [tsc, ...options, "types.mts"], { cwd: where, stdio: "inherit" });
  rmSync(where, { recursive: true });
});
