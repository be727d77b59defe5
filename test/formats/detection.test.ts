/** How files are known: by their bytes, and by their names where the bytes say little. */
import { describe, expect, test } from 'vitest'
import { MemorySource } from '../../src/bytes/source.ts'
import { detectFormats, SURE_ENOUGH } from '../../src/convert/detect.ts'
import { FORMATS } from '../../src/formats/index.ts'
import { OWN_INPUTS } from '../hostile/own-inputs.ts'

/** The certainties of all formats about a file, as `detect` says them. */
function certainties(name: string, bytes: Uint8Array): [id: string, certainty: number][] {
  const head = bytes.subarray(0, 1 << 16)
  return FORMATS.map(({ id, detect }) => [id, detect(head, name, bytes.length)])
}

function surest(name: string, bytes: Uint8Array): { id: string; certainty: number } | undefined {
  const [found] = detectFormats(new MemorySource(name, bytes))
  return found && { id: found.format.id, certainty: found.certainty }
}

/** Inputs that are named for something else than their format. */
const FORMAT_OF: Readonly<Record<string, string>> = {
  journal: 'chessbase',
  mxq: 'xiangqi-servers',
  che: 'xiangqi-servers',
  ccm: 'xiangqi-servers',
  chn: 'xiangqi-servers',
}

function formatOf(input: string): string {
  const ids = FORMATS.map(({ id }) => id)
  return FORMAT_OF[input] ?? ids.find((id) => id === input) ?? ids.find((id) => input.startsWith(`${id}-`))!
}

/** Files that are known by their names alone: their bytes begin with a count, or are encrypted. */
const NAMELESS: ReadonlySet<string> = new Set(['cbf', 'chessbase-password', 'scid-5', 'mxq', 'che', 'ccm', 'chn'])

describe.each(Object.entries(OWN_INPUTS))('%s', async (input, makeInputs) => {
  const inputs = (await makeInputs()).map(([main]) => main!)
  const id = formatOf(input)

  test('is known with its name, in capitals too', () => {
    for (const [name, bytes] of inputs) {
      for (const spelling of [name.toLowerCase(), name.toUpperCase()]) expect(surest(spelling, bytes)?.id).toBe(id)
    }
  })

  test('is known without its name, if its bytes say enough', () => {
    for (const [, bytes] of inputs) expect(surest('unnamed', bytes)?.id).toBe(NAMELESS.has(input) ? undefined : id)
  })

  test('is claimed with a certainty from 0 to 1, and the name makes nothing less certain', () => {
    for (const [name, bytes] of inputs) {
      const unnamed = certainties('unnamed', bytes)
      for (const [, certainty] of unnamed) expect(certainty >= 0 && certainty <= 1).toBe(true)
      for (const [at, [, certainty]] of certainties(name, bytes).entries()) {
        expect(certainty).toBeGreaterThanOrEqual(unnamed[at]![1])
        expect(certainty).toBeLessThanOrEqual(1)
      }
    }
  })
})

const OTHERS: [what: string, bytes: Uint8Array][] = [
  ['prose', new TextEncoder().encode('Some words that are no game.\n'.repeat(20))],
  ['noise', new Uint8Array(5000).fill(0x80)],
  ['nothing', new Uint8Array(0)],
]

/** Extensions of formats that can be told by their names alone: an empty index is an empty database of Scid 5. */
const BY_NAME: ReadonlySet<string> = new Set(['.si5', '.cbz'])

const NAMED = FORMATS.flatMap(({ id, extensions }) => extensions.map((extension) => [id, extension] as const))

test.each(NAMED)('%s: the name %s alone is not enough', (id, extension) => {
  for (const [, bytes] of OTHERS) {
    for (const [, certainty] of certainties(`x${extension}`, bytes)) expect(certainty).toBeLessThanOrEqual(1)
    const own = certainties(`x${extension}`, bytes).find(([format]) => format === id)![1]
    if (!BY_NAME.has(extension)) expect(own).toBeLessThan(SURE_ENOUGH)
  }
})

test.each(OTHERS)('without a name, %s is nothing', (_, bytes) => {
  expect(surest('unnamed', bytes)).toBeUndefined()
})
