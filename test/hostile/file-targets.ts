/** What is done with files beside reading them: archives are unpacked, and games are added to a text. */
import type { FileEdit } from '../../src/bytes/edit.ts'
import { unpack } from '../../src/bytes/packed/index.ts'
import { recoverZip } from '../../src/bytes/packed/zip-recovery.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import type { Collection } from '../../src/formats/format.ts'
import { appendOthelloText } from '../../src/formats/othello-text/append.ts'
import { openOthelloText } from '../../src/formats/othello-text/reader.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { packedSample } from '../support/packed-sample.ts'
import type { NamedBytes } from '../support/named-bytes.ts'
import { randomGames } from '../support/random-games.ts'
import { makeZip, type ZipMember } from '../support/zip.ts'
import { askedTarget } from './asked-target.ts'
import { holdBudget } from './budget.ts'
import { OWN_INPUTS } from './own-inputs.ts'
import { Disagreement } from './reading.ts'
import type { Target } from './target.ts'

/** Most bytes that a mutant may unpack to. */
const UNPACKED_LIMIT = 1 << 20

/** The ways in which programs write the sizes of a file. */
const WAYS: readonly Partial<ZipMember>[] = [
  {},
  { isStored: true },
  { hasDescriptor: true },
  { hasDescriptor: true, isUnmarked: true, isStored: true },
  { hasDescriptor: true, isWide: true },
  { hasDescriptor: true, isKnownBefore: true },
  { hasDescriptor: true, isKnownBefore: true, isUnmarked: true, isWide: true },
]

/** Archives without their directory. */
function cutArchives(): NamedBytes[][] {
  return WAYS.map((way, index) => {
    const contents = [0, 1, 2].map((part) => packedSample().subarray(part * 300, part * 300 + 200))
    const zip = makeZip(contents.map((content, part) => ({ name: `${part}.pgn`, content, ...way })))
    return [[`${index}.zip`, zip.slice(0, -60)]]
  })
}

async function askZip([name, bytes]: NamedBytes): Promise<void> {
  const source = new MemorySource(name, bytes)
  let free = 0
  for (const { start, packed } of recoverZip(source)) {
    if (!(start >= free && packed >= 0 && start <= bytes.length)) throw new Disagreement('files that overlap')
    free = start
  }
  const unpacked = await unpack(source, { limit: UNPACKED_LIMIT })
  try {
    for (const { source } of unpacked?.files ?? []) {
      holdBudget('bytes of a file', source.read(0, source.size).length, UNPACKED_LIMIT + bytes.length)
    }
  } finally {
    unpacked?.close()
  }
}

/** A change to a file in memory, which cannot be undone. */
class MemoryEdit implements FileEdit {
  bytes: Uint8Array<ArrayBuffer>
  private hasBegun = false

  constructor(bytes: Uint8Array) {
    this.bytes = bytes.slice()
  }

  begin(): void {
    this.hasBegun = true
  }

  size(): number {
    return this.bytes.length
  }

  write(_name: string, offset: number, bytes: Uint8Array): void {
    if (!this.hasBegun || offset < this.bytes.length) throw new Disagreement('bytes that are there are written over')
    const both = new Uint8Array(offset + bytes.length)
    both.set(this.bytes)
    both.set(bytes, offset)
    this.bytes = both
  }

  truncate(): void {
    throw new Disagreement('a text is shortened')
  }

  commit(): void {}

  undo(): void {}
}

const ADDED = randomGames('othello', 2, 5, 20)

/** Adds two games: those that were there must be read as before, and the new ones as they were added. */
async function askAppended([name, bytes]: NamedBytes): Promise<void> {
  const before = new MemoryFileSet(new MemorySource(name, bytes))
  const edit = new MemoryEdit(bytes)
  const writer = await appendOthelloText(before, edit)
  for (const record of ADDED) writer.add(record)
  writer.finish()
  const there = bytes.length === 0 ? [] : gamesOf(await openOthelloText(before))
  const after = await openOthelloText(new MemoryFileSet(new MemorySource(name, edit.bytes)))
  const found = gamesOf(after)
  const moves = ADDED.map(({ nodes }) => JSON.stringify(nodes.map(({ move }) => move)))
  const added = found.slice(there.length).map(({ moves }) => moves)
  if (JSON.stringify(found.slice(0, there.length)) !== JSON.stringify(there)) {
    throw new Disagreement('games that were there are read otherwise')
  }
  if (JSON.stringify(added) !== JSON.stringify(moves))
    throw new Disagreement('games that were added are read otherwise')
}

/** What the games of a text say. */
function gamesOf(collection: Collection): { moves: string; text: string }[] {
  return [...collection.entries()].map(({ record, document }) => {
    const { origin: _origin, ...rest } = (record ?? document)!
    const moves = record ? JSON.stringify(record.nodes.map(({ move }) => move)) : ''
    return { moves, text: JSON.stringify(rest) }
  })
}

const isRefusal = (error: unknown) => error instanceof FormatError

export const FILE_TARGETS: readonly Target[] = [
  askedTarget({
    name: 'zip-recovery',
    inputs: cutArchives,
    words: ['PK\u0003\u0004', 'PK\u0007\u0008', 'PK\u0001\u0002', '.pgn'],
    ask: ([file]) => askZip(file!),
    isRefusal,
  }),
  askedTarget({
    name: 'othello-text-append',
    inputs: async () => await OWN_INPUTS['othello-text']!(),
    words: ['\n\n', '\r\n', 'f5d6', '--', '-----------OX------XO-----------', ' X', '0x'],
    ask: ([file]) => askAppended(file!),
    isRefusal,
  }),
]
