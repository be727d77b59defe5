/** The lines `info ...` of UCI and UCCI: keywords in any order. */

/** What a line says; values are from the side to move. */
export interface UciInfo {
  rank: number
  depth?: number
  nodes?: number
  /** Milliseconds. */
  time?: number
  score?: { cp: number } | { mate: number }
  /** Whether the score is only a bound. */
  isBound: boolean
  /** Chance to win, from wins, draws and losses per mille. */
  chance?: number
  pv: string[]
}

/** Keywords, with the number of words that follow each. */
const WORDS: Readonly<Record<string, number>> = {
  depth: 1,
  seldepth: 1,
  multipv: 1,
  nodes: 1,
  nps: 1,
  time: 1,
  hashfull: 1,
  tbhits: 1,
  cpuload: 1,
  currmove: 1,
  currmovenumber: 1,
  wdl: 3,
}

/** Reads a line that begins with `info `; undefined if it is text. */
export function parseUciInfo(line: string): UciInfo | undefined {
  const words = line.split(/\s+/)
  const info: UciInfo = { rank: 1, isBound: false, pv: [] }
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!
    if (word === 'string' || word === 'message') return undefined
    if (word === 'pv') {
      info.pv = words.slice(at + 1).filter((text) => text !== '')
      break
    }
    if (word === 'lowerbound' || word === 'upperbound') info.isBound = true
    else if (word === 'score') at += readScore(words, at + 1, info)
    else if (Object.hasOwn(WORDS, word)) {
      readNumbers(word, words.slice(at + 1, at + 1 + WORDS[word]!).map(Number), info)
      at += WORDS[word]!
    }
  }
  return info
}

function readNumbers(word: string, numbers: readonly number[], info: UciInfo): void {
  if (!numbers.every((number) => Number.isFinite(number) && number >= 0)) return
  const [value = 0, draws = 0, losses = 0] = numbers
  if (word === 'multipv') info.rank = value
  else if (word === 'depth') info.depth = value
  else if (word === 'nodes') info.nodes = value
  else if (word === 'time') info.time = value
  else if (word === 'wdl' && value + draws + losses > 0) info.chance = (value + draws / 2) / (value + draws + losses)
}

/** Reads `cp 25`, `mate -3` or, in UCCI, `25`; returns the number of words. */
function readScore(words: readonly string[], at: number, info: UciInfo): number {
  const kind = words[at]
  const isNamed = kind === 'cp' || kind === 'mate'
  const value = Number(words[isNamed ? at + 1 : at])
  if (Number.isInteger(value) && Math.abs(value) < 1e6) info.score = kind === 'mate' ? { mate: value } : { cp: value }
  return isNamed ? 2 : 1
}
