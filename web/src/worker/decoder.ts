/**
 * The worker that reads and writes files, so that the page stays responsive. The parser of a format is loaded when a
 * file of that format is opened.
 */
import type { GameQuery } from '../../../src/query/query.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { dataOf } from '../../../src/issues/errors.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { mainLine } from '../../../src/model/tree.ts'
import { Slices } from './yield-to-event-loop.ts'
import { stem } from '../../../src/bytes/source.ts'
import { hasName, nameInFile } from './file-names.ts'
import { GameTable } from './game-table.ts'
import { openFiles, type OpenCollection } from './opening.ts'
import type {
  Arrangement,
  Decoder,
  IncomingFile,
  Line,
  Notice,
  OpenResult,
  Progress,
  Reply,
  Request,
  SaveForm,
  SaveOrder,
  SaveTarget,
  SaveOutcome,
} from './protocol.ts'
import type { Batch, GameSaver } from './saving.ts'

let collections: OpenCollection[] = []
let count = 0
let table = new GameTable(0)
/** The listed games in order; if absent, all of them in the order of the files. */
let order: Uint32Array | undefined
/** The open games, for the explorer. */
let openGames = { count: 0, entry }
/** Records that were changed on the page, as far as the list was arranged since. */
let changedRecords = new Map<number, GameRecord>()
let isSavingCancelled = false

function tell(notice: Notice): void {
  self.postMessage(notice)
}

function tellProgress(task: Progress['task'], share: number): void {
  tell({ progress: { task, share } })
}

async function open(files: readonly IncomingFile[], passwords: ReadonlyMap<string, string>): Promise<OpenResult> {
  const opened = await openFiles(files, passwords, {
    onProgress: (share) => tellProgress('reading', share),
    onFirstGames: (first) => tell({ first }),
  })
  if (opened.collections.length > 0) {
    for (const { collection } of collections) collection.close?.()
    collections = opened.collections
    count = opened.result.count
    openGames = { count, entry }
    table = new GameTable(count)
    order = undefined
    changedRecords = new Map()
    // Meanwhile the page shows the list: when games are looked for, their facts are here.
    void fillTable(() => true)
  }
  return opened.result
}

/** The collection of a game. */
function locate(index: number): OpenCollection {
  let low = 0
  let high = collections.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (collections[middle]!.file.start <= index) low = middle
    else high = middle
  }
  const found = collections[low]
  if (!found || index >= count) throw new TypeError(`there is no game ${index}`)
  return found
}

function listing(index: number): Line {
  const { collection, file } = locate(index)
  return { ...collection.listing(index - file.start), index }
}

function entry(index: number): Entry {
  const { collection, file } = locate(index)
  return { ...collection.entry(index - file.start), index }
}

function lengths(games: readonly number[]): number[] {
  return games.map((index) => {
    const { record } = entry(index)
    return record ? mainLine(record.nodes).length : 0
  })
}

const gameAt = (place: number) => (order ? order[place]! : place)

function listings(from: number, to: number): Line[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, place) => listing(gameAt(from + place)))
}

function placeOf(index: number): number {
  return order ? order.indexOf(index) : index
}

/** Counts arrangements: a newer one cancels older ones. */
let arrangements = 0

async function arrange(
  arrangement: Arrangement,
  changed: ReadonlyMap<number, GameRecord | undefined>,
): Promise<number> {
  const own = ++arrangements
  for (const [index, record] of changed) noteChanged(index, record)
  if (arrangement.filter.trim() === '' && arrangement.sort === 'number' && !arrangement.isDescending) {
    order = undefined
    return count
  }
  const { query, words } = await splitFilter(arrangement.filter)
  const filled = await fillTable(() => own === arrangements)
  if (own !== arrangements) return order?.length ?? count
  const found = await filled.arrange({ ...arrangement, filter: words })
  const met = await gamesThatMeet(query, found, () => own === arrangements)
  if (own === arrangements) order = met
  return order?.length ?? count
}

/** Takes over what the page changed, so that it is found. */
function noteChanged(index: number, record: GameRecord | undefined): void {
  if (record) changedRecords.set(index, record)
  else changedRecords.delete(index)
  if (index < table.length) table.put(index, currentLine(index))
}

/** A game as it is now on the page. */
function currentLine(index: number): Line {
  const line = listing(index)
  const header = changedRecords.get(index)?.header ?? line.header
  return { ...line, header, ...(!hasName(header) && { name: nameInFile(locate(index).file, index) }) }
}

/** The conditions and the words of what was typed. */
async function splitFilter(text: string): Promise<{ query: GameQuery; words: string }> {
  if (text.trim() === '') return { query: {}, words: '' }
  return (await import('./finding.ts')).parseFilterText(text)
}

/** The games that match a query, in order, as long as `isWanted` holds. */
async function gamesThatMeet(query: GameQuery, games: Uint32Array, isWanted: () => boolean): Promise<Uint32Array> {
  if (Object.keys(query).length === 0) return games
  const { ConditionError, makeGameTest } = await import('./finding.ts')
  const meets = await makeGameTest(query).catch((error: unknown) => {
    // What only a database knows, no game here meets.
    if (error instanceof ConditionError) return () => false
    throw error
  })
  const slices = new Slices()
  const found: number[] = []
  for (let place = 0; place < games.length && isWanted(); place++) {
    const game = games[place]!
    const { record: read, issues } = entry(game)
    const record = changedRecords.get(game) ?? read
    const errors = issues.filter(({ severity }) => severity === 'error').length
    if (record && meets({ record, errors, id: game + 1, source: locate(game).file.name })) found.push(game)
    if (!slices.isDue) continue
    tellProgress('arranging', place / games.length)
    await slices.yieldToEventLoop()
  }
  return Uint32Array.from(found)
}

/** Adds the facts of all games to the table, as long as `isWanted` holds; the next call continues from there. */
async function fillTable(isWanted: () => boolean): Promise<GameTable> {
  const slices = new Slices()
  for (let next = table.length; next < count && isWanted(); next = table.length) {
    table.add(currentLine(next))
    if (!slices.isDue) continue
    tellProgress('arranging', next / count)
    await slices.yieldToEventLoop()
  }
  return table
}

/** A game among those of other files: what it was called by its own file becomes its title. */
function withName(record: GameRecord, index: number): GameRecord {
  if (hasName(record.header)) return record
  return { ...record, header: { ...record.header, title: nameInFile(locate(index).file, index) } }
}

/** What writes is loaded when something is saved. */
const loadSaving = () => import('./saving.ts')

async function saveTargets(): Promise<SaveTarget[]> {
  return (await loadSaving()).saveTargets()
}

async function save(record: GameRecord, format: string, name: string, isCompressed: boolean): Promise<SaveOutcome> {
  const batch: Batch = { count: 1, entry: () => ({ index: 0, record, issues: [] }), whole: undefined }
  const events = { onProgress: () => undefined, isCancelled: () => false }
  const { saveBatch } = await loadSaving()
  return (await saveBatch(batch, { format, name, isCompressed }, events))!
}

async function saveGames(wanted: SaveOrder): Promise<SaveOutcome | undefined> {
  const { which, changed } = wanted
  isSavingCancelled = false
  // The list may be rearranged while games are saved.
  const shown = which === 'shown' ? order : undefined
  const events = {
    onProgress: (share: number) => tellProgress('saving', share),
    isCancelled: () => isSavingCancelled,
  }
  const batch: Batch = {
    count: shown?.length ?? count,
    entry: (place) => {
      const index = shown ? shown[place]! : place
      const read = entry(index)
      const record = changed.get(index) ?? read.record
      return record ? { ...read, record: collections.length > 1 ? withName(record, index) : record } : read
    },
    whole: shown || collections.length > 1 ? undefined : collections[0]?.collection,
  }
  const { saveBatch } = await loadSaving()
  return await saveBatch(batch, wanted, events)
}

async function saveFile(start: number, changed: ReadonlyMap<number, GameRecord>): Promise<SaveOutcome | undefined> {
  const { collection, file } = locate(start)
  const { saveBatch, saveTargets } = await loadSaving()
  if (!saveTargets().some(({ id, isCompressible, isReadable }) => id === file.format && isCompressible && isReadable)) {
    return undefined
  }
  isSavingCancelled = false
  const batch: Batch = {
    count: file.count,
    entry: (place) => {
      const read = collection.entry(place)
      const record = changed.get(file.start + place)
      return record ? { ...read, record } : read
    },
    whole: collection,
  }
  return await saveBatch(
    batch,
    { format: file.format, name: stem(file.name.slice(file.name.lastIndexOf('/') + 1)), isCompressed: false },
    { onProgress: (share) => tellProgress('saving', share), isCancelled: () => isSavingCancelled },
  )
}

/** What `beginSaving` began. */
let saver: GameSaver | undefined

async function beginSaving(form: SaveForm, count: number): Promise<void> {
  isSavingCancelled = false
  const { GameSaver } = await loadSaving()
  saver = new GameSaver(form, count)
}

async function saveMore(records: readonly GameRecord[]): Promise<boolean> {
  for (const [index, record] of records.entries()) {
    if (isSavingCancelled) return false
    await saver?.add({ index, record, issues: [] })
  }
  return !isSavingCancelled
}

async function finishSaving(): Promise<SaveOutcome | undefined> {
  const finished = isSavingCancelled ? undefined : await saver?.finish()
  saver = undefined
  return finished
}

function cancelSaving(): void {
  isSavingCancelled = true
  saver = undefined
}

const decoder: Decoder = {
  open,
  listings,
  lengths,
  entry,
  arrange,
  placeOf,
  saveTargets,
  save,
  saveGames,
  saveFile,
  beginSaving,
  saveMore,
  finishSaving,
  cancelSaving,
  explore: async (game, position) => (await import('./exploring.ts')).exploreFiles(openGames, game, position),
  openBook: async (file) => (await import('./books.ts')).openBook(file),
  lookUpInBook: async (position) => (await import('./books.ts')).lookUpInBook(position),
}

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  const call = decoder[data.name] as (...parameters: unknown[]) => unknown
  void answer(data.id, async () => call(...data.parameters))
})

async function answer(id: number, call: () => Promise<unknown>): Promise<void> {
  let reply: Reply
  try {
    reply = { id, value: await call() }
  } catch (error) {
    reply = { id, error: dataOf(error) }
  }
  self.postMessage(reply)
}
