/** Books of ElephantEye: a real one, and entries made by hand. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MemorySource } from '../../src/bytes/source.ts'
import { elephanteye } from '../../src/books/index.ts'
import { xiangqi } from '../../src/rules/index.ts'
import { ELEPHANTEYE_START, elephantEyeBook } from '../support/books.ts'
import { corpusPath } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'

function bookOf(...entries: Parameters<typeof elephantEyeBook>[0]) {
  return elephanteye.open(new MemorySource('BOOK.DAT', elephantEyeBook(entries)))
}

/** A position without its counters. */
const keyOf = (position: ReturnType<typeof xiangqi.start>) => xiangqi.format(position).split(' ').slice(0, 2).join(' ')

const written = (position: ReturnType<typeof xiangqi.start>, moves: readonly { move: number; weight?: number }[]) =>
  moves.map(({ move, weight }) => [xiangqi.writeMove(position, move, 'iccs'), weight])

test('moves are listed by weight; those that are illegal or off the board are counted', async () => {
  // h2-e2 and b0-c2; a chariot through its soldier; a square beyond the board.
  const book = await bookOf(
    [ELEPHANTEYE_START, 0xaa, 0xa7, 5],
    [ELEPHANTEYE_START, 0xc4, 0xa5, 9],
    [ELEPHANTEYE_START, 0xc3, 0x83, 1],
    [ELEPHANTEYE_START, 0x00, 0x83, 1],
  )
  const position = xiangqi.start()
  const { moves, unread } = book.lookUp(position)
  expect(written(position, moves)).toEqual([
    ['B0-C2', 9],
    ['H2-E2', 5],
  ])
  expect(unread).toBe(2)
})

test('a position that is not in the book has no moves, and bytes after the last entry are reported', async () => {
  const book = await bookOf([ELEPHANTEYE_START, 0xaa, 0xa7, 5])
  const position = xiangqi.start()
  xiangqi.play(position, xiangqi.readMove(position, '炮二平五')!)
  expect(book.lookUp(position)).toEqual({ moves: [], unread: 0 })
  const cut = await elephanteye.open(new MemorySource('BOOK.DAT', new Uint8Array(11)))
  expect(cut.count).toBe(1)
  expect(cut.issues).toMatchObject([{ id: 'book/size', params: { rest: 3 } }])
})

test(
  'a real book leads from the initial position to its positions, mirrored ones too',
  needsCorpus('xiangqi-exchange'),
  async () => {
    const bytes = readFileSync(corpusPath('xiangqi-exchange/book/BOOK.DAT'))
    const book = await elephanteye.open(new MemorySource('BOOK.DAT', bytes))
    expect(book.count).toBe(12_081)
    const seen = new Set<string>()
    let pending = [xiangqi.start()]
    seen.add(keyOf(pending[0]!))
    let unread = 0
    while (pending.length > 0) {
      const next: typeof pending = []
      for (const position of pending) {
        const found = book.lookUp(position)
        unread += found.unread
        if (found.moves.length === 0) continue
        for (const { move } of found.moves) {
          const after = xiangqi.clone(position)
          xiangqi.play(after, move)
          const key = keyOf(after)
          if (seen.has(key)) continue
          seen.add(key)
          next.push(after)
        }
      }
      pending = next
    }
    expect({ positions: seen.size, unread }).toEqual({ positions: 7577, unread: 0 })
  },
)
