/** What is given hostile bytes: every reader, with inputs to begin from and all that is asked of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Checksum } from '../../src/bytes/checksum.ts'
import { isJournalName, writeJournal } from '../../src/bytes/journal.ts'
import type { Format, ReadOptions } from '../../src/formats/format.ts'
import { FORMATS } from '../../src/formats/index.ts'
import type { Issue } from '../../src/issues/issue.ts'
import type { GameRecord, TextDocument } from '../../src/model/record.ts'
import { BOOK_TARGETS } from './book-targets.ts'
import { corpusFolders, corpusInputs } from './corpus-inputs.ts'
import { ENGINE_TARGETS } from './engine-targets.ts'
import { FILE_TARGETS } from './file-targets.ts'
import { INDEX_TARGETS } from './index-targets.ts'
import { OWN_INPUTS, PASSWORD } from './own-inputs.ts'
import type { Material } from './mutators.ts'
import type { Target } from './target.ts'
import { readAllEntries, readEverything } from './reading.ts'
import type { NamedBytes } from '../support/named-bytes.ts'
import { writeEverything, type WritingRules } from './writing.ts'

/** Dates of making, and what would not come back as it was. */
const WTHOR_SETTINGS = { created: '2001-12-31', 'first-move': 'keep' }

/** Of databases of many files every writing takes long: the first records tell as much as all. */
const DATABASE = { most: 2 }

interface ReaderTarget {
  format: string
  options?: ReadOptions
  /** What is done to inputs before they are read. */
  prepare?: (files: readonly NamedBytes[]) => NamedBytes[]
  writing?: WritingRules
}

/** Targets by their names; most are a format. */
const READERS: Record<string, ReaderTarget> = {
  '2cbh': { format: '2cbh', writing: DATABASE },
  '2cbh-archive': { format: '2cbh', writing: { ...DATABASE, name: 'again.2cbh' } },
  cbf: { format: 'cbf' },
  'chess-assistant': { format: 'chess-assistant', writing: { ...DATABASE, comparable: withoutTypes } },
  ccbridge: { format: 'ccbridge', writing: { comparable: withoutIdentifier, most: 3 } },
  'ccbridge-record': { format: 'ccbridge', writing: { comparable: withoutIdentifier } },
  'ccbridge-old': { format: 'ccbridge', writing: { comparable: withoutIdentifier } },
  'ccbridge-xml': { format: 'ccbridge-xml' },
  'chess-com': { format: 'chess-com' },
  chessbase: { format: 'chessbase', writing: DATABASE },
  'chessbase-archive': { format: 'chessbase', writing: { ...DATABASE, name: 'again.cbh' } },
  'chessbase-password': {
    format: 'chessbase',
    options: { settings: { password: PASSWORD } },
    writing: { ...DATABASE, name: 'again.cbh' },
  },
  // A database read through the journal of a change; the checksum is put right, or it alone would be tested.
  journal: { format: 'chessbase', prepare: withChecksums, writing: DATABASE },
  dhtmlxq: { format: 'dhtmlxq' },
  epd: { format: 'epd' },
  fox: { format: 'fox' },
  ggf: { format: 'ggf', writing: { comparable: withSortedProperties } },
  gib: { format: 'gib' },
  jsonl: { format: 'jsonl' },
  lichess: { format: 'lichess' },
  'lichess-puzzles': { format: 'lichess-puzzles' },
  ngf: { format: 'ngf' },
  ogs: { format: 'ogs' },
  'othello-text': { format: 'othello-text' },
  pfc: { format: 'pfc' },
  pgn: {
    format: 'pgn',
    writing: {
      // Tags that come late, twice or broken count once they stand where they belong.
      isDoubtful: ({ id }) => ['pgn/late-tag', 'pgn/repeated-tag', 'pgn/irregular-tag'].includes(id),
      comparable: withoutPlyCount,
    },
  },
  scid: {
    format: 'scid',
    writing: { ...DATABASE, name: 'again.si4', isDoubtful: changesWhenWritten },
  },
  'scid-5': { format: 'scid', writing: { ...DATABASE, isDoubtful: changesWhenWritten } },
  sgf: {
    format: 'sgf',
    // An encoding guessed for the whole file may be another one where one game is the whole.
    writing: { comparable: withoutCharset, isDoubtful: ({ id }) => id.startsWith('sgf/encoding-') },
  },
  ugf: { format: 'ugf' },
  wei7: { format: 'wei7', writing: { isDoubtful: ({ id }) => id === 'wei7/json' } },
  'wei7-xml': { format: 'wei7' },
  'wthor-games': {
    format: 'wthor',
    writing: { settings: [WTHOR_SETTINGS] },
  },
  'wthor-puzzles': {
    format: 'wthor',
    writing: {
      settings: [WTHOR_SETTINGS, { ...WTHOR_SETTINGS, 'presence-table': '512' }],
    },
  },
  'wthor-names': { format: 'wthor', writing: { settings: [WTHOR_SETTINGS] } },
  mxq: { format: 'xiangqi-servers' },
  che: { format: 'xiangqi-servers' },
  ccm: { format: 'xiangqi-servers' },
  chn: { format: 'xiangqi-servers' },
  'xiangqi-text': { format: 'xiangqi-text' },
  xqr: { format: 'xqr' },
  xqf: { format: 'xqf', writing: { settings: [{ version: '18' }, { version: '10' }] } },
}

/** Games of Scid of which a part was left out: what is left stands elsewhere once it is written. */
function changesWhenWritten({ id }: Issue): boolean {
  return ['scid/repeated-tag', 'scid/unmarked-comments', 'scid/empty-variation'].includes(id)
}

/** The number of moves is counted when a game is written. */
function withoutPlyCount(part: GameRecord | TextDocument): unknown {
  const { tags } = part.header
  if (!tags || !('PlyCount' in tags)) return part
  const { PlyCount: _count, ...others } = tags
  const { tags: _tags, ...header } = part.header
  return { ...part, header: { ...header, ...(Object.keys(others).length > 0 && { tags: others }) } }
}

/** The encoding that a game names is that of its file, and another file may have another. */
function withoutCharset(part: GameRecord | TextDocument): unknown {
  // So are the bytes of a text of other games; behind a tree without its last bracket is a line break.
  if (!('nodes' in part)) {
    const { native: _native, ...text } = part
    return { ...text, bodies: part.bodies.map(({ text }) => text.trimEnd()) }
  }
  const [root, ...nodes] = structuredClone(part.nodes)
  const own = root!.native?.['sgf'] as { properties?: [string, ...unknown[]][] } | undefined
  if (own?.properties) {
    // Properties of a node have no order among them.
    own.properties = own.properties
      .filter(([id]) => id !== 'CA')
      .toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
    if (own.properties.length === 0) delete own.properties
    if (Object.keys(own).length === 0) delete root!.native
  }
  return { ...part, nodes: [root, ...nodes] }
}

/** What a number of a game type means is found out from all games together, and of a copy of one game otherwise. */
function withoutTypes(part: GameRecord | TextDocument): unknown {
  const own = part.native?.['chess-assistant'] as Record<string, unknown> | undefined
  if (!own || !('types' in own)) return part
  const { types: _types, ...others } = own
  return { ...part, native: { ...part.native, 'chess-assistant': others } }
}

/** A record without a GUID gets one. */
function withoutIdentifier(part: GameRecord | TextDocument): unknown {
  const { id: _id, ...header } = part.header
  return { ...part, header }
}

/** Properties of different names have no order among them. */
function withSortedProperties(part: GameRecord | TextDocument): unknown {
  const own = part.native?.['ggf'] as { properties?: [string, string][] } | undefined
  if (!own?.properties) return part
  const properties = own.properties.toSorted(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
  return { ...part, native: { ...part.native, ggf: { ...own, properties } } }
}

/** Puts the checksums of journals right. */
function withChecksums(files: readonly NamedBytes[]): NamedBytes[] {
  // A journal of no files is the mark, the checksum, and a count.
  const start = writeJournal([]).length - 8
  return files.map(([name, bytes]): NamedBytes => {
    if (!isJournalName(name) || bytes.length < start + 4) return [name, bytes]
    const copy = bytes.slice()
    new DataView(copy.buffer).setUint32(start, new Checksum().add(copy.subarray(start + 4)).value, true)
    return [name, copy]
  })
}

export const TARGETS: readonly Target[] = [
  ...Object.entries(READERS).map(([name, reader]) => readerTarget(name, reader)),
  ...INDEX_TARGETS,
  ...BOOK_TARGETS,
  ...ENGINE_TARGETS,
  ...FILE_TARGETS,
]

/** The target of a name. Throws TypeError when there is none. */
export function targetOf(name: string): Target {
  const target = TARGETS.find((candidate) => candidate.name === name)
  if (target) return target
  throw new TypeError(`there is no target ${name}; there are ${TARGETS.map((each) => each.name).join(', ')}`)
}

function readerTarget(name: string, { format: id, options, prepare, writing = {} }: ReaderTarget): Target {
  const format: Format = FORMATS.find((candidate) => candidate.id === id)!
  return {
    name,
    isSlow: writing.most !== undefined,
    isSealed: name === 'chessbase-password',
    inputs: OWN_INPUTS[name]!,
    realFolders: corpusFolders(name),
    realInputs: () => corpusInputs(name),
    words: () => wordsOf(id),
    async check(given, depth) {
      const files = prepare?.(given) ?? given
      if (depth === 'read') return (await readAllEntries(format, files, options)) !== undefined
      const reading = await readEverything(format, files, options)
      if (reading) await writeEverything(format, reading, files[0]![0], writing)
      return reading !== undefined
    },
  }
}

/** The words that the source of a format has in quotes: tags, keywords, marks. */
function wordsOf(id: string): Uint8Array[] {
  const folder = join(import.meta.dirname, '../../src/formats', id)
  const words = new Set<string>()
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    for (const [, word] of readFileSync(join(folder, file), 'utf8').matchAll(/'([^'\n\\ ]{1,24})'/g)) {
      if (!word!.startsWith('.')) words.add(word!)
    }
  }
  return [...words].map((word) => new TextEncoder().encode(word))
}

/** What the mutators of a target work with. */
export function materialOf(target: Target, others: readonly (readonly NamedBytes[])[]): Material {
  return { words: target.words(), others }
}
