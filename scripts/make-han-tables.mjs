/**
 * Makes src/query/han-tables.ts: which simplified character stands for a
 * traditional one, and how characters are read in pinyin. The sources are the
 * dictionaries of opencc-js 1.4.2 (OpenCC, Apache-2.0) and pinyin-pro 3.29.4
 * (MIT). Their packages are much larger than what folding names needs, so the
 * project keeps this table and does not depend on them.
 *
 * Use: node scripts/make-han-tables.mjs FOLDER, where FOLDER/node_modules holds both packages.
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

/** The main block of Chinese characters (CJK Unified Ideographs), as far as Unicode 1.1 goes. */
const FIRST = 0x4e00
const LAST = 0x9fa5

/** Readings of a character that are kept, the most frequent first. */
const READINGS = 3

/** Characters of GB 2312, rows 16 to 87: with what follows, those that names of our time are written with. */
const decoder = new TextDecoder('gb18030')
const usual = new Set('玥祎赟珺喆堃昇旸昱晔昕翀骉烨珏瑄玘璟珂琚瑀筠懿翃彧邠闫頔甯镕濛淼垚犇羴鑫昉玢玟珩琤瑢铖锜')
for (let row = 0xb0; row <= 0xf7; row++) {
  for (let cell = 0xa1; cell <= 0xfe; cell++) {
    // Row 55 has five empty cells, which decode to private characters.
    const sign = decoder.decode(Uint8Array.of(row, cell))
    if (sign.length === 1 && sign.charCodeAt(0) >= FIRST && sign.charCodeAt(0) <= LAST) usual.add(sign)
  }
}

const require = createRequire(join(resolve(process.argv[2] ?? '.'), 'package.json'))
/** The packages, which the project does not depend on. */
const [PINYIN, OPENCC] = ['pinyin-pro', 'opencc-js']
const { pinyin } = require(PINYIN)
const simplify = require(OPENCC).Converter({ from: 't', to: 'cn' })

let simplified = ''
/** By rank of the reading: characters by syllable. */
const readings = Array.from({ length: READINGS }, () => new Map())
for (let code = FIRST; code <= LAST; code++) {
  const sign = String.fromCharCode(code)
  const simple = simplify(sign)
  if (simple !== sign && [...simple].length === 1) {
    simplified += sign + simple
    continue
  }
  if (!usual.has(sign)) continue
  const syllables = pinyin(sign, { multiple: true, type: 'array', toneType: 'none', v: true })
  const known = [...new Set(syllables)].filter((syllable) => /^[a-z]+$/.test(syllable))
  for (const [rank, syllable] of known.slice(0, READINGS).entries()) {
    readings[rank].set(syllable, (readings[rank].get(syllable) ?? '') + sign)
  }
}

const lines = readings.map((bySyllable) =>
  [...bySyllable]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([syllable, signs]) => syllable + signs)
    .join(' '),
)
const text = `/**
 * Chinese characters: the simplified form of traditional ones, and their readings in pinyin. Made by
 * scripts/make-han-tables.mjs from the dictionaries of OpenCC (opencc-js 1.4.2, Apache-2.0) and
 * pinyin-pro 3.29.4 (MIT).
 */

/** A traditional character and its simplified form, in turn. */
export const SIMPLIFIED_FORMS = '${simplified}'

/** Syllables without tones, v for ü, each with the characters read so: by their first, second and third reading. */
export const PINYIN_READINGS = [
${lines.map((line) => `  '${line}',`).join('\n')}
]
`
writeFileSync(new URL('../src/query/han-tables.ts', import.meta.url), text)
