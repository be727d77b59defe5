/**
 * Lines of `lz-analyze` and `kata-analyze`: `info move Q16 visits 38 winrate 0.54 ... pv Q16 D4 info move ...`, and at the
 * end `rootInfo ...` and `ownership ...`. Source: lightvector/KataGo, docs/GTP_Extensions.md.
 */

/** What one candidate says, by keyword, and its moves. */
export interface GtpCandidate {
  values: Map<string, number>
  vertex: string
  pv: string[]
}

/** A line taken apart. */
export interface GtpInfo {
  candidates: GtpCandidate[]
  root: Map<string, number>
  ownership: number[]
}

const VERTEX = /^(?:pass|[a-hj-z]{1,2}[0-9]{1,2})$/i
const NUMBER = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]+)?$/i

/** Reads a line; undefined if it is none of analysis. */
export function parseGtpInfo(line: string): GtpInfo | undefined {
  if (!line.startsWith('info ')) return undefined
  const words = line.trim().split(/\s+/)
  const info: GtpInfo = { candidates: [], root: new Map(), ownership: [] }
  let values = info.root
  for (let at = 0; at < words.length;) {
    const word = words[at++]!
    const candidate = info.candidates.at(-1)
    if (word === 'info') {
      values = new Map()
      info.candidates.push({ values, vertex: '', pv: [] })
    } else if (word === 'rootInfo') values = info.root
    else if (word === 'move' && candidate) candidate.vertex = words[at++] ?? ''
    else if (word === 'pv' && candidate) {
      const end = endOf(words, at, VERTEX)
      candidate.pv = words.slice(at, end)
      at = end
    } else if (LISTS.has(word)) {
      const end = endOf(words, at, NUMBER)
      if (word === 'ownership') info.ownership = words.slice(at, end).map(Number)
      at = end
    } else if (at < words.length) {
      const text = words[at++]!
      if (NUMBER.test(text) && Number.isFinite(Number(text))) values.set(word, Number(text))
    }
  }
  return info
}

/** Keywords with a list of numbers of any length. */
const LISTS: ReadonlySet<string> = new Set([
  'ownership',
  'ownershipStdev',
  'movesOwnership',
  'movesOwnershipStdev',
  'pvVisits',
  'pvEdgeVisits',
])

function endOf(words: readonly string[], from: number, kind: RegExp): number {
  let end = from
  while (end < words.length && kind.test(words[end]!)) end++
  return end
}
