/**
 * The HTTP interface of a database. It follows the conventions and field names of the lichess API where they exist:
 * games as ndjson, an explorer that returns white, draws, black and moves.
 */
import { Hono, type Context } from 'hono'
import { explainWriteError, WriteError } from '../database/catalogue/write-error.ts'
import type { Database } from '../database/database.ts'
import {
  describeEvent,
  describePlayer,
  listEvents,
  listPlayers,
  type EventOptions,
  type ListOptions,
} from '../database/names/entities.ts'
import { describeHeadToHead } from '../database/names/head-to-head.ts'
import { findRecords } from '../database/names/records.ts'
import { parseTieBreaks, TIE_BREAKS, type TieBreak } from '../database/names/tie-breaks.ts'
import { CodedError } from '../issues/errors.ts'
import { ConditionError } from '../query/condition-error.ts'
import { parameterOf } from '../query/conditions.ts'
import { removeSavedSearch } from '../database/collections/saved-searches.ts'
import { removeAlias } from '../database/collections/aliases.ts'
import { listSources } from '../database/names/sources.ts'
import { countKinds, mostPlayed } from '../database/catalogue/statistics.ts'
import { storeOf, type GameStore } from '../database/stores/store.ts'
import { answerAliases, saveAlias } from './aliases.ts'
import { deleteNamed, importSentFile, saveSentGame, type SerializeWrite } from './changes.ts'
import { answerBooks, type ServedBook } from './books.ts'
import { EngineDesk } from './engines.ts'
import { answerExplore } from './explorer.ts'
import { answerFile, answerFiles, saveFile } from './files.ts'
import { GameLists } from './game-lists.ts'
import { answerGameLabels, answerLabels, answerSearches, labelGames, saveGameLabels, saveSentSearch } from './labels.ts'
import { serveLichess, serveLichessGame } from './lichess.ts'
import { answerGame, answerGames, answerLines, maxOf } from './games.ts'
import { openApi } from './open-api.ts'
import { PatternSearches } from './patterns.ts'
import { baseName, problemOf, readQuery, RequestError, refuseUnknown, wholeNumber } from './request.ts'
import { ReadingGate } from './reading-gate.ts'
import { answerCheck } from './repertoire.ts'
import type { Tablebase } from '../tablebases/index.ts'
import type { ServedFiles } from './served-files.ts'
import { answerDossier, answerDossierAgainst, answerReport } from './studies.ts'
import { routes, type Route, type RouteName } from './routes.ts'
import { answerTablebase } from './tablebases.ts'
import {
  answerDuplicates,
  answerSources,
  answerVerify,
  deleteGame,
  deleteSource,
  mergeSentDuplicates,
} from './upkeep.ts'

type Handler = (context: Context) => Promise<Response> | Response

/** What is served beside a database. */
export interface Companions {
  books?: readonly ServedBook[]
  engines?: EngineDesk
  tablebase?: Tablebase | undefined
}

/**
 * The application that serves a database and its companions. Games can be saved and imported if the database was opened for writing.
 */
export function makeApi(database: Database, companions: Companions = {}): Hono {
  const lists = new GameLists(database)
  const patterns = new PatternSearches(database)
  const gate = new ReadingGate()
  const serializeWrite = makeTurns([lists, patterns], gate)
  const handlers: Partial<Record<RouteName, Handler>> = {
    ...storeHandlers(storeOf(database), companions, lists),
    info: (context) => answerInfo(context, database, companions),
    importGames: (context) => importSentFile(context, database, serializeWrite),
    saveGame: (context) => saveSentGame(context, database, serializeWrite),
    deleteGame: (context) => deleteGame(context, database, serializeWrite),
    report: (context) => answerReport(context, database),
    checkRepertoire: (context) => answerCheck(context, database),
    patterns: (context) => patterns.answer(context),
    players: async (context) => answerLines(context, await listPlayers(database, listOptions(context))),
    player: async (context) => answerOne(context, 'request/no-player', (name) => describePlayer(database, name)),
    headToHead: async (context) =>
      answerOne(context, 'request/not-met', (name) =>
        describeHeadToHead(database, name, context.req.param('opponent') ?? ''),
      ),
    records: (context) => answerRecords(context, database),
    dossier: (context) => answerDossier(context, database),
    dossierAgainst: (context) => answerDossierAgainst(context, database),
    events: async (context) => answerLines(context, await listEvents(database, listOptions(context))),
    event: async (context) =>
      answerOne(context, 'request/no-event', (name) => describeEvent(database, name, editionOf(context))),
    aliases: (context) => answerAliases(context, database),
    saveAlias: (context) => saveAlias(context, database, serializeWrite),
    deleteAlias: (context) => deleteNamed(context, database, serializeWrite, removeAlias, 'request/no-alias'),
    labels: (context) => answerLabels(context, database),
    labelGames: (context) => labelGames(context, database, serializeWrite),
    gameLabels: (context) => answerGameLabels(context, database),
    saveGameLabels: (context) => saveGameLabels(context, database, serializeWrite),
    searches: (context) => answerSearches(context, database),
    saveSearch: (context) => saveSentSearch(context, database, serializeWrite),
    deleteSearch: (context) => deleteNamed(context, database, serializeWrite, removeSavedSearch, 'request/no-saved'),
    sources: (context) => answerSources(context, database, listOptions(context)),
    deleteSource: (context) => deleteSource(context, database, serializeWrite),
    duplicates: (context) => answerDuplicates(context, database),
    mergeDuplicates: (context) => mergeSentDuplicates(context, database, serializeWrite),
    verify: (context) => answerVerify(context, database, serializeWrite),
  }
  return answerRoutes(handlers, gate)
}

/** The application that serves a store which only has games and positions, such as a cluster. */
export function makeStoreApi(store: GameStore, companions: Companions = {}): Hono {
  return answerRoutes(storeHandlers(store, companions))
}

/** The application that serves files as they lie, for the page to open. */
export function makeFilesApi(files: ServedFiles, companions: Companions = {}): Hono {
  return answerRoutes({
    ...companionHandlers(companions),
    files: (context) => answerFiles(context, files),
    file: (context) => answerFile(context, files),
    saveFile: (context) => saveFile(context, files),
  })
}

/** The answers that every store has. @param lists of a database: lists that were searched for before */
function storeHandlers(
  store: GameStore,
  companions: Companions,
  lists?: GameLists,
): Partial<Record<RouteName, Handler>> {
  return {
    ...companionHandlers(companions),
    info: (context) => answerStoreInfo(context, store, companions),
    games: (context) => answerGames(context, store, lists),
    game: (context) => answerGame(context, store),
    explore: (context) => answerExplore(context, store),
    masters: (context) => serveLichess(context, store, 'masters'),
    lichess: (context) => serveLichess(context, store, 'lichess'),
    playerGames: (context) => serveLichess(context, store, 'player'),
    mastersGame: (context) => serveLichessGame(context, store),
  }
}

/** The answers of what is served beside games. */
function companionHandlers(companions: Companions): Partial<Record<RouteName, Handler>> {
  const { books = [], engines = new EngineDesk([]), tablebase } = companions
  return {
    books: (context) => answerBooks(context, books),
    tablebase: (context) => answerTablebase(context, tablebase),
    engines: (context) => engines.list(context),
    analyse: (context) => engines.analyse(context),
    play: (context) => engines.play(context),
    openapi: (context) => context.json(openApi()),
  }
}

/** Answers every route, those without a handler by saying so. */
function answerRoutes(handlers: Partial<Record<RouteName, Handler>>, gate = new ReadingGate()): Hono {
  const api = new Hono()
  for (const [name, { method, path, aliases = [], parameters, ignoresOthers }] of Object.entries<Route>(routes)) {
    const handler = handlers[name as RouteName]
    api.on(method, [path, ...aliases], (context) => {
      if (!handler) throw new RequestError('request/not-served', {}, 'address', 404)
      if (!ignoresOthers) refuseUnknown(context.req.query(), parameters)
      return method === 'get' ? gate.pass(async () => handler(context)) : handler(context)
    })
  }
  api.notFound(answerNotFound)
  api.onError((error, context) => answerError(error, context))
  return api
}

/** The response where there is nothing. */
export function answerNotFound(context: Context): Response {
  return context.json(problemOf(new CodedError('request/nowhere', {}), 'address'), 404)
}

/** Every failure as a problem, without internal details. */
function answerError(error: Error, context: Context): Response {
  if (error instanceof RequestError) return context.json(problemOf(error, error.place), error.status)
  if (error instanceof ConditionError) {
    const place = parameterOf(error.condition)
    const problem = problemOf(error, place)
    return context.json({ ...problem, error: `${place}: ${problem.error}` }, 400)
  }
  if (error instanceof CodedError && error.code.startsWith('cluster/')) {
    return context.json(problemOf(error, 'server'), 502)
  }
  // A disk that is full or forbids writing is not an internal error; the operator can fix it.
  const explained = explainWriteError(error, '')
  if (explained instanceof WriteError) {
    return context.json(problemOf(explained, 'server'), explained.code === 'database/disk-full' ? 507 : 500)
  }
  // Who has gone hears nothing, and broke nothing.
  if (!hasGone(context, error)) console.error(error)
  return context.json(problemOf(new CodedError('request/internal', {}), 'server'), 500)
}

/** Whether a client broke its request off. */
function hasGone(context: Context, error: Error): boolean {
  const { code, name } = error as NodeJS.ErrnoException
  return context.req.raw.signal.aborted || name === 'AbortError' || BROKEN_OFF.has(code ?? '')
}

/** Codes of errors of a body that ends too early. */
const BROKEN_OFF: ReadonlySet<string> = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

/** Serializes changes of a database. */
function makeTurns(kept: readonly { clear(): void }[], gate: ReadingGate): SerializeWrite {
  let last: Promise<unknown> = Promise.resolve()
  return async (change) => {
    const own = gate.beside(() => last.then(change)).finally(() => kept.forEach((one) => one.clear()))
    last = own.catch(() => {})
    return await own
  }
}

/** The number of sources listed in the description of a database. */
const INFO_SOURCES = 1000

async function answerInfo(context: Context, database: Database, companions: Companions): Promise<Response> {
  const sources = await listSources(database, { limit: INFO_SOURCES })
  return context.json({
    writable: !database.readOnly,
    parts: ['games', 'players', 'events', 'patterns', 'labels'],
    games: await countKinds(database),
    sources: sources.map(({ id, path, format, games }) => ({ id, path: baseName(path), format, games })),
    ...describeCompanions(companions),
  })
}

async function answerStoreInfo(context: Context, store: GameStore, companions: Companions): Promise<Response> {
  const games = await store.countKinds()
  return context.json({ writable: false, parts: ['games'], games, sources: [], ...describeCompanions(companions) })
}

function describeCompanions({ books = [], tablebase }: Companions) {
  return {
    books: books.map(({ book: { name, format }, game }) => ({ name, format, game })),
    ...(tablebase && { tablebase: { name: tablebase.name, men: tablebase.men } }),
  }
}

/** The most lines of each list of records. */
const MOST_RECORDS = 100

/** The records of the games that match; of the kind with most games unless one is chosen. */
async function answerRecords(context: Context, database: Database): Promise<Response> {
  const parameters = context.req.query()
  const { game = await mostPlayed(database), ...query } = readQuery(parameters)
  const lines = wholeNumber(parameters, 'max')
  return context.json(
    await findRecords(database, game, query, lines === undefined ? undefined : Math.min(lines, MOST_RECORDS)),
  )
}

/** The requested edition of an event, and what is to break ties in its table. */
function editionOf(context: Context): EventOptions {
  const { edition, tieBreaks } = context.req.query()
  return {
    ...(edition !== undefined && { edition }),
    ...(tieBreaks !== undefined && { tieBreaks: readTieBreaks(tieBreaks) }),
  }
}

function readTieBreaks(text: string): TieBreak[] {
  const read = parseTieBreaks(text)
  if ('unknown' in read) throw new RequestError('request/list', { names: TIE_BREAKS.join(', ') }, 'tieBreaks')
  return read.rules
}

/** The requested page of a list of names. */
function listOptions(context: Context): ListOptions {
  const parameters = context.req.query()
  return {
    text: parameters['name'] ?? '',
    limit: maxOf(parameters),
    offset: wholeNumber(parameters, 'offset') ?? 0,
  }
}

/** What is known about one player or event, by its full name. */
async function answerOne(
  context: Context,
  missing: 'request/no-player' | 'request/no-event' | 'request/not-met',
  describe: (name: string) => Promise<object | undefined>,
): Promise<Response> {
  const found = await describe(context.req.param('name') ?? '')
  if (!found) throw new RequestError(missing, {}, 'name', 404)
  return context.json(found)
}
