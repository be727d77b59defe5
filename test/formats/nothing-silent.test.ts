/**
 * Nothing of a text is dropped without a word: a word put anywhere into a file is in what was read of it, as part of a record or
 * kept beside it, or an issue tells of it.
 */
import { describe, it } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { FORMATS } from '../../src/formats/index.ts'
import { FormatError } from '../../src/issues/errors.ts'
import type { Issue } from '../../src/issues/issue.ts'
import { OWN_INPUTS } from '../hostile/own-inputs.ts'
import * as fc from '../support/fast-check.ts'

/** A word that no sample and no message has. */
const WORD = 'Zqvjx'

/** What a file says, and how many things an issue tells of it; undefined if it is refused. */
async function read(id: string, name: string, bytes: Uint8Array): Promise<{ text: string; told: number } | undefined> {
  const format = FORMATS.find((candidate) => candidate.id === id)!
  try {
    const collection = await format.open!(new MemoryFileSet(new MemorySource(name, bytes)), { encoding: 'utf-8' })
    const entries = [...collection.entries()].map(({ record, document, issues }) => ({ record, document, issues }))
    const issues: Issue[] = [...collection.issues, ...entries.flatMap((entry) => entry.issues)]
    const text = JSON.stringify([entries, collection.about, collection.issues])
    return { text, told: issues.reduce((sum, { count = 1 }) => sum + count, 0) }
  } catch (error) {
    if (error instanceof FormatError) return undefined
    throw error
  }
}

describe.each([
  'pgn',
  'sgf',
  'ggf',
  'othello-text',
  'epd',
  'lichess-puzzles',
  'lichess',
  'ogs',
  'chess-com',
  'fox',
  'jsonl',
  'xiangqi-text',
])('%s', (id) => {
  it('keeps or tells of a word wherever it stands', { timeout: 600_000 }, async () => {
    const inputs = (await OWN_INPUTS[id]!()).map(([first]) => first!)
    const whole = await Promise.all(inputs.map(async ([name, bytes]) => await read(id, name, bytes)))
    await fc.assert(
      fc.asyncProperty(fc.nat(inputs.length - 1), fc.double({ min: 0, max: 1, noNaN: true }), async (index, share) => {
        const [name, bytes] = inputs[index]!
        const text = new TextDecoder().decode(bytes)
        const at = Math.floor(share * text.length)
        const changed = `${text.slice(0, at)} ${WORD} ${text.slice(at)}`
        const found = await read(id, name, new TextEncoder().encode(changed))
        if (!found) return
        const before = whole[index]
        const isThere = found.text.toLowerCase().includes(WORD.toLowerCase())
        if (isThere || !before || found.told > before.told) return
        throw new Error(`lost without a word: ${changed.slice(Math.max(0, at - 60), at + 80)}`)
      }),
      { numRuns: 1000 },
    )
  })
})
