/** The two texts of a game: its players, and its source with round and annotator. docs/formats/cbf.md, Names. */
import type { Header } from '../../model/record.ts'
import { decodePage, type CodePage } from './code-pages.ts'

/** Bytes that stand for pieces in names, which are used as titles of analyses. */
const FIGURINES: Readonly<Record<number, string>> = {
  0xa2: '♔',
  0xa3: '♕',
  0xa4: '♘',
  0xa5: '♗',
  0xa6: '♖',
  0xa7: '♙',
}

/** Decodes a name. A piece is one only where its move follows: other bytes are letters of the code page. */
export function decodeName(bytes: Uint8Array, page: CodePage): string {
  let text = ''
  let start = 0
  for (let at = 0; at < bytes.length; at++) {
    const symbol = FIGURINES[bytes[at]!]
    if (symbol === undefined || !isMove(bytes, at + 1)) continue
    text += decodePage(bytes.subarray(start, at), page) + symbol
    start = at + 1
  }
  return text + decodePage(bytes.subarray(start), page)
}

/** Whether a square follows, perhaps after the sign of a capture. */
function isMove(bytes: Uint8Array, at: number): boolean {
  const file = bytes[bytes[at] === 0x78 ? at + 1 : at]!
  const rank = bytes[bytes[at] === 0x78 ? at + 2 : at + 1]!
  return file >= 0x61 && file <= 0x68 && rank >= 0x31 && rank <= 0x38
}

/** How the text of players was divided. */
export interface DividedNames {
  white: string
  black: string
  /** Whether there was more than one way, and nothing told which is meant. */
  isDoubtful: boolean
}

/**
 * Divides `White-Black`. Of several hyphens the one is taken at which both names are known from games with one hyphen
 * only; where there is none, the first.
 */
export function divideNames(text: string, known: ReadonlySet<string>): DividedNames {
  const ways: [white: string, black: string][] = []
  for (let at = text.indexOf('-'); at >= 0; at = text.indexOf('-', at + 1)) {
    ways.push([text.slice(0, at).trim(), text.slice(at + 1).trim()])
  }
  if (ways.length === 0) return { white: text.trim(), black: '', isDoubtful: false }
  const scores = ways.map((names) => names.filter((name) => known.has(name)).length)
  const best = Math.max(...scores)
  const [white, black] = ways[scores.indexOf(best)]!
  const isClear = ways.length === 1 || (best > 0 && scores.filter((score) => score === best).length === 1)
  return { white, black, isDoubtful: !isClear }
}

/** Reads the text of a source: an event or place, a round such as `(5)`, `(m/3)` or `(5.2)`, an annotator in brackets. */
export function readSource(text: string, header: Header): void {
  let rest = text
  const annotator = /\[([^\]]*)\]/.exec(rest)
  if (annotator) {
    rest = rest.replace(annotator[0], ' ')
    if (annotator[1]!.trim() !== '') header.annotator = annotator[1]!.trim()
  }
  const round = /\((m\/)?([0-9]{1,3})(?:\.([0-9]{1,3}))?\)/.exec(rest)
  if (round) {
    rest = rest.replace(round[0], ' ')
    header.round = Number(round[2])
    if (round[3] !== undefined) header.subround = Number(round[3])
  }
  const name = rest.replaceAll(/\s+/g, ' ').trim()
  if (name !== '') header.event = { name }
  if (round?.[1] !== undefined) header.event = { ...header.event, type: 'match' }
}
