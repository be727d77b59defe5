/**
 * Guesses the encoding of text that says nothing about it: byte order marks
 * and UTF-16 by their zeros, UTF-8 by its strict form, the encodings of East
 * Asia by the characters that make up most of any text in them.
 */
import { decodeText, isUtf8 } from './text.ts'

/** The default when there is no evidence. */
const FALLBACK = 'windows-1252'

/** Bytes that are looked at for frequent characters. */
const SAMPLE_SIZE = 1 << 16

const SIMPLIFIED =
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还' +
  '发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全' +
  '工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先' +
  '黑白棋段赛胜目半让局盘目围弈步级星角边活死杀提劫攻守变图参考九五六七八李王张刘陈朴曹金马古力柯洁'
const TRADITIONAL =
  '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而能好都然沒日於起還' +
  '發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全' +
  '黑白棋段賽勝目半讓局盤圍弈步級星角邊活死殺提劫攻守變圖參考九五六七八李王張劉陳朴曹金馬'
const JAPANESE = '日本一九段碁戦名人黒白勝目半局第手大中国者年月先番定互井山田小林武宮高川石張趙王位棋聖天元'
const KOREAN =
  '이다는을의에가고하지로한대기사나도인자아서리그해시정라어부일수장국제전동주보상원성경관단승흑백집반급호선들를은있었과으며여게니만면' +
  '스오구우조신문조화모세트소요드안무것때위번실중분공적불계간초바둑김최박유진영민창현호석재'

/** A candidate, the characters that are evidence for it, and whether kana are too. */
interface Candidate {
  readonly encoding: string
  readonly common: ReadonlySet<string>
  readonly hasKana: boolean
}

const CANDIDATES: readonly Candidate[] = [
  { encoding: 'gb18030', common: new Set(SIMPLIFIED), hasKana: false },
  { encoding: 'big5', common: new Set(TRADITIONAL), hasKana: false },
  { encoding: 'shift_jis', common: new Set(JAPANESE), hasKana: true },
  { encoding: 'euc-jp', common: new Set(JAPANESE), hasKana: true },
  { encoding: 'euc-kr', common: new Set(KOREAN), hasKana: false },
]

/** The share of common characters needed for a guess; text decoded in the wrong encoding has a few percent. */
const LEAST_SHARE = 0.2

/** The byte order mark or the zeros of UTF-16, or undefined. Returns the encoding's name and the length of its mark. */
export function findUnicodeMark(head: Uint8Array): { encoding: string; length: number } | undefined {
  const [first, second, third] = head
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', length: 2 }
  // ASCII in UTF-16 has a zero in every pair, always on the same side.
  const pairs = Math.min(32, head.length >> 1)
  let high = 0
  let low = 0
  for (let pair = 0; pair < pairs; pair++) {
    if (head[2 * pair] === 0) high++
    if (head[2 * pair + 1] === 0) low++
  }
  if (pairs >= 4 && low === 0 && high * 4 >= pairs * 3) return { encoding: 'utf-16be', length: 0 }
  if (pairs >= 4 && high === 0 && low * 4 >= pairs * 3) return { encoding: 'utf-16le', length: 0 }
  return undefined
}

/**
 * Guesses the encoding of text without a byte order mark. Returns `utf-8` for anything that is valid UTF-8, including
 * ASCII.
 */
export function guessEncoding(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return bytes.includes(0x1b) && hasJapaneseEscape(bytes) ? 'iso-2022-jp' : 'utf-8'
  const sample = beyondAscii(bytes)
  let best = FALLBACK
  let bestShare = LEAST_SHARE
  for (const candidate of CANDIDATES) {
    const share = commonShare(decodeText(sample, candidate.encoding), candidate)
    if (share > bestShare) {
      best = candidate.encoding
      bestShare = share
    }
  }
  return best
}

/** Whether text switches to Japanese characters by escape sequences: ESC `$` `@` or ESC `$` `B`. */
export function hasJapaneseEscape(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return true
  }
  return false
}

/** The parts of text around bytes beyond ASCII, so that a sample of a long file is still informative. */
function beyondAscii(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_SIZE) return bytes
  const sample = new Uint8Array(SAMPLE_SIZE)
  let end = 0
  for (let at = 0; at < bytes.length && end < SAMPLE_SIZE - 2; at++) {
    if (bytes[at]! < 0x80) continue
    // A character of two bytes may end in an ASCII byte: take runs with the byte that follows.
    while (at < bytes.length && bytes[at]! >= 0x80 && end < SAMPLE_SIZE - 2) sample[end++] = bytes[at++]!
    if (at < bytes.length) sample[end++] = bytes[at]!
  }
  return sample.subarray(0, end)
}

/** Share of common characters among those beyond ASCII; what does not decode counts against. */
function commonShare(text: string, { common, hasKana }: Candidate): number {
  let count = 0
  let total = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    if (code < 0x80) continue
    total++
    if (common.has(character) || (hasKana && code >= 0x3041 && code <= 0x30fe)) count++
  }
  return total === 0 ? 0 : count / total
}
