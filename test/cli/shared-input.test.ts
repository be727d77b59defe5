/** From how many games on threads convert together. */
import os from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { worthSharing } from '../../src/cli/read/shared-input.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import type { Format, WriteOptions } from '../../src/formats/format.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'

vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), availableParallelism: vi.fn() }))
const { availableParallelism } = await import('node:os')
afterEach(() => vi.mocked(availableParallelism).mockReset())

const LONG_MOVES: WriteOptions = { settings: { notation: 'lan' } }

test.each<[string, Format, WriteOptions, number, number]>([
  ['PGN on two processors', pgn, {}, 2, Infinity],
  ['PGN with moves that have to be worked out, on two', pgn, LONG_MOVES, 2, 60_000],
  ['JSON lines on two', jsonl, {}, 2, 60_000],
  ['ChessBase on two', chessbase, {}, 2, Infinity],
  ['PGN on three', pgn, {}, 3, 60_000],
  ['ChessBase on three', chessbase, {}, 3, 60_000],
])('%s', (_name, format, options, processors, least) => {
  vi.mocked(availableParallelism).mockReturnValue(processors)
  expect(worthSharing(format, options)).toBe(least)
})
