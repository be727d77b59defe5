/** Real databases of ChessBase 17, record by record as another decoder read them. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '../../../src/bytes/writer.ts'
import { readAnnotationItems } from '../../../src/formats/2cbh/annotations/items.ts'
import { pgnOrder } from '../../../src/formats/2cbh/annotations/order.ts'
import { twoCbh } from '../../../src/formats/2cbh/format.ts'
import { readFrame } from '../../../src/formats/2cbh/frames.ts'
import { readStoredRecord } from '../../../src/formats/2cbh/header-records.ts'
import { TextReader } from '../../../src/formats/chessbase/text.ts'
import type { Collection } from '../../../src/formats/format.ts'
import { MemorySource } from '../../../src/bytes/source.ts'
import { playerOf, type GameRecord, type Header } from '../../../src/model/record.ts'
import { resultSymbol } from '../../../src/model/result.ts'
import { formatPgnDate } from '../../../src/model/date.ts'
import { children, mainLine } from '../../../src/model/tree.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import { corpusBytes, corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'

const ARCHIVES = ['PositionalChessHandbook-Gelfer', 'SimpleChess'] as const

/** How each database is called in `expected.jsonl`, and what checking it finds. */
const FACTS: Readonly<Record<string, { name: string; games: number; texts: number; findings: readonly string[] }>> = {
  'PositionalChessHandbook-Gelfer': {
    name: 'Positional Chess Handbook - Gelfer',
    games: 257,
    texts: 14,
    // ChessBase itself lost eight deleted players from their chain.
    findings: ['chessbase/deleted-chain'],
  },
  SimpleChess: { name: 'Simple Chess', games: 53, texts: 7, findings: [] },
}

interface Expected {
  db: string
  id: number
  deleted: boolean
  kind: 'game' | 'text'
  title?: string
  author?: string
  html_sha1?: string
  tag?: number
  white: string
  black: string
  place: string
  event: string
  date: string
  result: string
  eco: string
  round: [number, number]
  elo: [number, number]
  annotator: string
  annotations: Record<string, number>
  fen: string | null
  main: string
  plies: number
  all_plies: number
  tree_sha1: string
  texts_sha1: string
}

function expectedOf(archive: string): Expected[] {
  const text = new TextDecoder().decode(corpusBytes('2cbh/expected.jsonl'))
  const all = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Expected)
  return all.filter(({ db }) => db === FACTS[archive]!.name)
}

function sha1(bytes: string | Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex').slice(0, 16)
}

const open = (archive: string): Promise<Collection> =>
  Promise.resolve(twoCbh.open(new DiskFileSet(corpusPath(`2cbh/${archive}.2cbv`))))

/** The members of an archive by their extensions. */
async function membersOf(archive: string): Promise<Map<string, Uint8Array>> {
  const source = new MemorySource(archive, corpusBytes(`2cbh/${archive}.2cbv`))
  const members = new Map<string, Uint8Array>()
  const opened = await twoCbh.archive!.open(source)
  expect(opened.issues).toEqual([])
  for (const member of opened.members) {
    const parts: Uint8Array[] = []
    expect(member.extract((bytes) => parts.push(bytes))).toEqual([])
    members.set(member.path.slice(member.path.lastIndexOf('.')), Buffer.concat(parts))
  }
  return members
}

/** The whole tree in UCI, each alternative in parentheses right after the move it replaces. */
function treeText(record: GameRecord): string {
  const { first, next } = children(record.nodes)
  const position = chess.start(record)
  const words: string[] = []
  const write = (node: number) => words.push(chess.writeMove(position, record.nodes[node]!.move!, 'uci'))
  const follow = (node: number) => {
    chess.play(position, record.nodes[node]!.move!)
    if (first[node]! >= 0) line(first[node]!)
    position.undo()
  }
  const line = (main: number) => {
    write(main)
    for (let other = next[main]!; other >= 0; other = next[other]!) {
      words.push('(')
      write(other)
      follow(other)
      words.push(')')
    }
    follow(main)
  }
  if (first[0]! >= 0) line(first[0]!)
  return words.join(' ')
}

function mainText(record: GameRecord): string {
  const position = chess.start(record)
  const words = mainLine(record.nodes).map((index) => {
    const { move } = record.nodes[index]!
    const word = chess.writeMove(position, move!, 'uci')
    chess.play(position, move!)
    return word === '0000' ? 'null' : word
  })
  return words.join(' ')
}

function headerFacts(header: Header): Record<string, unknown> {
  return {
    white: playerOf(header, 1)?.name ?? '',
    black: playerOf(header, 2)?.name ?? '',
    place: header.event?.site ?? '',
    event: header.event?.name ?? '',
    date: header.date ? formatPgnDate(header.date).replaceAll('?', '0') : '0000.00.00',
    result: resultSymbol(header.result),
    eco: header.openingCode ?? '',
    round: [header.round ?? 0, header.subround ?? 0],
    elo: [playerOf(header, 1)?.rating ?? 0, playerOf(header, 2)?.rating ?? 0],
    annotator: header.annotator ?? '',
    deleted: header.deleted ?? false,
  }
}

/** Texts as bytes are decoded without knowing figurines and diagrams. */
function plainText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

describe('databases of the corpus', needsCorpus('2cbh'), () => {
  it.each(ARCHIVES)('%s is read as another decoder reads it', async (archive) => {
    const expected = expectedOf(archive)
    const collection = await open(archive)
    const members = await membersOf(archive)
    const annotations = new MemorySource('a', members.get('.2cba')!)
    const headers = members.get('.2cbh')!
    const text = new TextReader('windows-1252')
    expect(collection.issues).toEqual([])
    expect(collection.count).toBe(expected.length)
    for (const { index, record, document, issues } of collection.entries()) {
      const wanted = expected[index]!
      expect(wanted.id).toBe(index + 1)
      if (document) {
        expect([wanted.kind, wanted.title, wanted.author]).toEqual([
          'text',
          document.header.title,
          document.header.annotator ?? '',
        ])
        expect(sha1(bodiesOf(document.bodies[0]!.text))).toBe(wanted.html_sha1)
        expect(document.bodies.map(({ language, mediaType }) => [language, mediaType])).toEqual([['en', 'text/html']])
        continue
      }
      expect(wanted).toMatchObject(headerFacts(record!.header))
      const stored = readStoredRecord(headers.subarray(192 * (index + 1), 192 * (index + 2)))
      const { items, rest, fault } = readAnnotationItems(
        readFrame(annotations, stored!.kind === 'game' ? stored!.annotations : 0).content,
      )
      expect([rest, fault]).toEqual([undefined, undefined])
      const counts: Record<string, number> = {}
      for (const { type } of items) {
        const code = type.toString(16).padStart(2, '0')
        counts[code] = (counts[code] ?? 0) + 1
      }
      expect(counts).toEqual(wanted.annotations)
      if (wanted.tag === 10) continue
      expect(issues).toEqual([])
      expect(record!.setup ?? null).toBe(wanted.fen)
      expect(mainText(record!)).toBe(wanted.main)
      expect(record!.nodes.length - 1).toBe(wanted.all_plies)
      expect(sha1(treeText(record!))).toBe(wanted.tree_sha1)
      const texts = items.filter(({ type }) => type === 2 || type === 0x82)
      const lines = texts.map(({ position, type, data }) => `${position}/${type}/${plainText(data.subarray(8))}\n`)
      expect(sha1(lines.join(''))).toBe(wanted.texts_sha1)
      // The texts stand in the tree where they are stored, with figurines as what they show.
      const order = pgnOrder(record!.nodes)
      const inTree = [...order].flatMap((node, place) =>
        (record!.nodes[node]!.comments ?? []).map((comment) => `${place - 1} ${comment.placement} ${comment.text}`),
      )
      const inFile = texts.map(
        ({ position, type, data }) =>
          `${position} ${type === 2 ? 'after' : 'before'} ${text.comment(data.subarray(8))}`,
      )
      expect(inTree).toEqual(inFile)
    }
  })

  it.each(ARCHIVES)('%s holds what its headers, lists and orders say', async (archive) => {
    const { games, texts, findings } = FACTS[archive]!
    const collection = await open(archive)
    const kinds = Array.from({ length: collection.count }, (_, index) => collection.listing(index).kind)
    expect(kinds.filter((kind) => kind === 'game')).toHaveLength(games)
    expect(kinds.filter((kind) => kind === 'text')).toHaveLength(texts)
    expect([...collection.validate!()].map(({ id }) => id)).toEqual(findings)
  })

  it('reads diagrams without kings', async () => {
    const collection = await open('SimpleChess')
    const free = expectedOf('SimpleChess').filter(({ tag }) => tag === 10)
    const setups = free.map(({ id }) => collection.entry(id - 1).record!.setup!)
    expect(setups).toHaveLength(7)
    for (const setup of setups) expect(/K/.test(setup) && /k/.test(setup)).toBe(false)
  })

  it('lists the entities', async () => {
    const tables = (await open('SimpleChess')).tables!()
    expect(tables.map(({ name }) => name)).toEqual(['players', 'tournaments', 'sources', 'teams', 'titles'])
    for (const table of tables) expect([...table.rows()]).toHaveLength(table.count)
    const players = [...tables[0]!.rows()]
    expect(players.filter(({ deleted }) => deleted)).toHaveLength(0)
    expect(players.every(({ games, annotated }) => typeof games === 'number' && typeof annotated === 'number')).toBe(
      true,
    )
  })
})

/** The bodies of a text in the languages of ChessBase as they are stored, the English one with words. */
function bodiesOf(html: string): Uint8Array {
  const words = new TextEncoder().encode(html)
  const out = new ByteWriter()
  for (const language of [0, 42, 43, 49, 53, 70, 103, 117]) {
    const body = language === 42 ? words : new Uint8Array(0)
    out.u32le(language).u32le(body.length).put(body)
  }
  return out.bytes()
}
