/**
 * Publishes a database as plain files for any web host: the position index, and lists of the games with their records.
 * docs/position-index.md, Publishing, describes the bytes; positions/published/published-games.ts reads them.
 */
import { randomUUID } from 'node:crypto'
import { constants, copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolders } from '../../node/disk.ts'
import { gzipSync } from 'node:zlib'
import type { DuckDBValue } from '@duckdb/node-api'
import { playerOf, type Game } from '../../model/record.ts'
import { NewFile } from '../../node/folder-change.ts'
import {
  BLOCK_ROWS,
  NO_PLACE,
  OFFSET_SIZE,
  packRow,
  PLACE_SIZE,
  type PublishedFile,
  type PublishedGame,
  type PublishedLists,
} from '../../positions/published/published-games.ts'
import type { Manifest } from '../../positions/published/published.ts'
import { MANIFEST_FILE } from '../catalogue/folder.ts'
import { plainRow } from '../catalogue/plain-row.ts'
import type { Database } from '../database.ts'
import { RECORD_COLUMNS, storedOfRow } from '../schema/game-row.ts'
import { countKinds } from '../catalogue/statistics.ts'
import { decodeHead } from '../schema/stored-record.ts'
import { listGames } from '../search/search.ts'
import type { PackedRecords } from './pack-worker.ts'
import { RecordPacker } from './record-packer.ts'
import { ScratchTexts } from './scratch-texts.ts'
import { writeWholeFolder } from './whole-folder.ts'

/** What was published. */
export interface PublishReport {
  games: number
  /** Files to be copied to the host, and their bytes. */
  files: number
  bytes: number
}

/** The folder of the lists beside that of the positions. */
const GAMES_FOLDER = 'games'

/** Characters of a name or title in a list; the record has all of it. */
const LONGEST_TEXT = 200

/** What a row of a list is made of. */
const ROW_COLUMNS = `player1 AS first, player2 AS second, rating1 AS first_rating, rating2 AS second_rating, date, event,
  title, result, coalesce(opening, found_opening) AS opening`

/**
 * Writes a database into a new or empty folder as files that a web host serves: `positions.json`, the position index and
 * the lists of games. The folder appears when everything is written, or not at all. Rejects with FormatError if it is
 * not empty, with WriteError if the disk is to blame.
 * @param onGame called with the number of games written, and of all
 */
export async function publishDatabase(
  database: Database,
  folder: string,
  onGame: (written: number, games: number) => void = () => {},
): Promise<PublishReport> {
  return await writeWholeFolder(folder, async (path) => await writeFiles(database, path, onGame))
}

async function writeFiles(
  database: Database,
  folder: string,
  onGame: (written: number, games: number) => void,
): Promise<PublishReport> {
  const manifest = JSON.parse(await database.manifest()) as Manifest
  for (const { file } of manifest.segments) {
    makeFolders(dirname(join(folder, file)))
    copyFileSync(join(database.folder, file), join(folder, file), constants.COPYFILE_FICLONE)
  }
  mkdirSync(join(folder, GAMES_FOLDER))
  const lists: PublishedLists[] = []
  let before = 0
  for (const { game, games } of await countKinds(database)) {
    if (games === 0) continue
    lists.push(await writeLists(database, folder, game, (written) => onGame(before + written, manifest.games)))
    before += games
  }
  const text = `${JSON.stringify({ ...manifest, lists } satisfies Manifest, undefined, 1)}\n`
  writeFileSync(join(folder, MANIFEST_FILE), text, { flag: 'wx' })
  const files = [...manifest.segments, ...lists.flatMap(filesOf)]
  const bytes = files.reduce((sum, { size }) => sum + size, Buffer.byteLength(text))
  return { games: manifest.games, files: files.length + 1, bytes }
}

const filesOf = ({ records, places, orders }: PublishedLists) => [records, places, ...Object.values(orders)]

/**
 * Writes the records of the games of a kind, and their lists. The games are read once, in order of their numbers, in which
 * they stand in the catalogue: in the order of a list, each would be somewhere else, and a million took five minutes.
 */
async function writeLists(
  database: Database,
  folder: string,
  game: Game,
  onGame: (games: number) => void,
): Promise<PublishedLists> {
  const newest = await listGames(database, { game }, { order: 'date', descending: true })
  const places = placesOf(newest)
  const records = new PlainFile(folder, `${game}-records`)
  const rows = new ScratchTexts(join(folder, GAMES_FOLDER, `${game}-rows`), newest.length)
  try {
    let games = 0
    let hasRatings = false
    for await (const { batch, packed } of readPacked(database, newest.toSorted())) {
      let offset = records.size
      records.append(packed.bytes)
      for (const [index, row] of batch.entries()) {
        const place = places[Number(row['id'])]!
        const length = packed.sizes[index]!
        const listed = listedRow(row, { place, offset, length })
        hasRatings ||= listed.firstRating !== undefined || listed.secondRating !== undefined
        rows.set(place, JSON.stringify(packRow(listed)))
        offset += length
        onGame(++games)
      }
    }
    const orders: PublishedLists['orders'] = { newest: writeList(folder, `${game}-newest`, rows, newest.keys()) }
    if (hasRatings) {
      const strongest = await listGames(database, { game }, { order: 'rating', descending: true })
      const inOrder = Array.from(strongest, (id) => places[id]!)
      orders.rating = writeList(folder, `${game}-rating`, rows, inOrder)
    }
    return { game, games, records: records.finish(), places: writePlaces(folder, game, places), orders }
  } finally {
    rows.remove()
  }
}

/** Some games that were read, with their records as they are published. */
interface PackedGames {
  batch: Row[]
  packed: PackedRecords
}

type Row = Record<string, DuckDBValue>

/** Reads games in order of their numbers, while threads pack the records of those before. */
async function* readPacked(database: Database, ids: Uint32Array): AsyncGenerator<PackedGames> {
  const packer = new RecordPacker()
  try {
    const coming: { batch: Row[]; packing: Promise<PackedRecords> }[] = []
    const next = async (): Promise<PackedGames> => {
      const { batch, packing } = coming.shift()!
      return { batch, packed: await packing }
    }
    for await (const batch of database.catalogue.inBatches(`${ROW_COLUMNS}, ${RECORD_COLUMNS}`, ids)) {
      const packing = packer.pack(batch.map(storedOfRow))
      // It is waited for later.
      packing.catch(() => {})
      coming.push({ batch, packing })
      if (coming.length > packer.ahead) yield await next()
    }
    while (coming.length > 0) yield await next()
  } finally {
    await packer.close()
  }
}

/** Writes a list of rows: its blocks, and after them where each begins and the last one ends. */
function writeList(folder: string, name: string, rows: ScratchTexts, places: Iterable<number>): PublishedFile {
  const file = new PlainFile(folder, name)
  const starts: number[] = []
  let block: string[] = []
  const endBlock = (): void => {
    starts.push(file.size)
    file.append(gzipSync(`[${block.join(',')}]`))
    block = []
  }
  for (const place of places) {
    block.push(rows.get(place))
    if (block.length === BLOCK_ROWS) endBlock()
  }
  if (block.length > 0) endBlock()
  const offsets = [...starts, file.size]
  const table = Buffer.alloc(offsets.length * OFFSET_SIZE)
  for (const [index, offset] of offsets.entries()) table.writeUIntLE(offset, index * OFFSET_SIZE, OFFSET_SIZE)
  file.append(table)
  return file.finish()
}

/** The places of games by their number. @param newest numbers of the games in the order of the list */
function placesOf(newest: Uint32Array): Uint32Array {
  const places = new Uint32Array(newest.reduce((last, id) => Math.max(last, id), 0) + 1).fill(NO_PLACE)
  for (const [place, id] of newest.entries()) places[id] = place
  return places
}

function writePlaces(folder: string, game: Game, places: Uint32Array): PublishedFile {
  const file = new PlainFile(folder, `${game}-places`)
  const bytes = Buffer.alloc(places.length * PLACE_SIZE)
  for (const [number, place] of places.entries()) bytes.writeUInt32LE(place, number * PLACE_SIZE)
  file.append(bytes)
  return file.finish()
}

/** A row of a list. @param where its place, and its record */
function listedRow(game: Row, where: Pick<PublishedGame, 'place' | 'offset' | 'length'>): PublishedGame {
  const row: Record<string, unknown> = { ...(plainRow(game) as Record<string, unknown>), ...where }
  const head = String(game['head'])
  // Few games have ranks, and reading the head takes longer than all else here.
  if (head.includes('"rank"')) {
    const { header } = decodeHead(head)
    row['firstRank'] = playerOf(header, 1)?.rank
    row['secondRank'] = playerOf(header, 2)?.rank
  }
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === 'string') row[name] = value.slice(0, LONGEST_TEXT).toWellFormed()
  }
  return row as unknown as PublishedGame
}

/** A file of the lists, under a name that no other publication uses: what a reader has kept fits, or is not there. */
class PlainFile {
  private readonly file: NewFile
  private readonly name: string

  constructor(folder: string, name: string) {
    // Hosts that know an extension may pack or unpack the file on the way.
    this.name = `${GAMES_FOLDER}/${name}-${randomUUID()}.games`
    const path = join(folder, this.name)
    this.file = new NewFile(this.name, path, path, undefined)
  }

  get size(): number {
    return this.file.size
  }

  append(bytes: Uint8Array): void {
    this.file.append(bytes)
  }

  finish(): PublishedFile {
    this.file.complete()
    return { file: this.name, size: this.file.size }
  }
}
