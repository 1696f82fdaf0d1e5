// Texts on standard input as a JSON array; for each an array of the URLs that linkify-it finds where a scheme stands.
import fs from 'node:fs'
import { LinkifyIt } from 'linkify-it'

const finder = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
const texts = JSON.parse(fs.readFileSync(0, 'utf8'))
const all = texts.map(text => (finder.match(text) || []).filter(m => m.schema !== '//').map(m => [m.raw]))
console.log(JSON.stringify(all))
