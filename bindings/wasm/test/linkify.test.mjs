// The same texts for urlgrep and linkify-it (URLGREP_LINKIFY names its module, build/index.mjs). README.md has the table.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = resolve(process.env.URLGREP_NPM ?? fileURLToPath(new URL("../target/npm", import.meta.url)));
const { extract, extractBytes } = await import(pathToFileURL(`${folder}/node.js`));
const linkify = process.env.URLGREP_LINKIFY
  ? new (await import(pathToFileURL(resolve(process.env.URLGREP_LINKIFY)))).LinkifyIt({ fuzzyEmail: false })
  : null;

/** What a text says, by reading it, and whether linkify-it finds just that. */
const TEXTS = [
  ["bare", "See https://example.org/a_(b), http://example.net/x.", ["https://example.org/a_(b)", "http://example.net/x"], true],
  ["broken", "<URL:ftp://ds.in\nternic.net/rfc>", ["ftp://ds.internic.net/rfc"], false],
  ["quoted", "> at <http://a.example/b/\n> c/d.html>", ["http://a.example/b/c/d.html"], false],
  ["other schemes", "git+ssh://git@example.org/x.git doi:10.1000/182", ["git+ssh://git@example.org/x.git", "doi:10.1000/182"], false],
  ["escaped", '{"u": "https:\\/\\/example.org\\/x"}', ["https://example.org/x"], false],
];

for (const [name, text, wanted, linkified] of TEXTS) {
  test(`beside linkify-it: ${name}`, (context) => {
    assert.deepEqual(extract(text).map((match) => match.url), wanted);
    if (!linkify) return context.skip("URLGREP_LINKIFY does not name linkify-it");
    const found = (linkify.match(text) ?? []).map((match) => match.url);
    assert.equal(JSON.stringify(found) === JSON.stringify(wanted), linkified, JSON.stringify(found));
  });
}

test("speed beside linkify-it", (context) => {
  if (!linkify) return context.skip("URLGREP_LINKIFY does not name linkify-it");
  const path = process.env.URLGREP_MAIL ?? fileURLToPath(new URL("../../../corpora/mail/1994.mbox", import.meta.url));
  const mail = readFileSync(path);
  const bytes = Buffer.concat(Array(Math.ceil(1e6 / mail.length)).fill(mail)).subarray(0, 1e6);
  const text = bytes.toString("latin1");
  const best = (run) => {
    let least = Infinity;
    for (let i = 0; i < 15; i++) {
      const begin = performance.now();
      run();
      least = Math.min(least, performance.now() - begin);
    }
    return least.toFixed(1);
  };
  console.log(`1 MB of ${path}, best of 15: extract ${extract(text).length} URLs in ${best(() => extract(text))} ms, `
    + `extractBytes ${extractBytes(bytes).length} in ${best(() => extractBytes(bytes))} ms, `
    + `linkify-it ${(linkify.match(text) ?? []).length} in ${best(() => linkify.match(text))} ms`);
});
