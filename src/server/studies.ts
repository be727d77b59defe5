/** Dossiers and opening reports over HTTP: as JSON, as a page that stands alone, or as a file with the trees. */
import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import { makeDossier } from '../study/dossier.ts'
import { dossierPage } from '../study/dossier-page.ts'
import { dossierRecords } from '../study/dossier-records.ts'
import { makeReport } from '../study/report.ts'
import { reportPage, reportRecords } from '../study/report-page.ts'
import { rulesOf } from '../rules/index.ts'
import { makeRepertoire, type Repertoire } from '../repertoire/repertoire.ts'
import { sendRecords } from './games.ts'
import { readTrees, sideOf } from './repertoire.ts'
import { readQuery, RequestError, wholeNumber } from './request.ts'

/** The largest numbers of a request: a study is to take a moment, not a minute. */
const MOST_MOVES = 2000
const MOST_PLIES = 60
const MOST_GAMES = 100

/** What a page of ours needs: its own style, and nothing from anywhere. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** The dossier of a player by full name, compared with the repertoire in the body. */
export async function answerDossierAgainst(context: Context, database: Database): Promise<Response> {
  const side = sideOf(context)
  const { game, records } = await readTrees(context)
  return await answerDossier(context, database, makeRepertoire(game, records, side))
}

/** The dossier of a player by full name. */
export async function answerDossier(context: Context, database: Database, against?: Repertoire): Promise<Response> {
  const parameters = context.req.query()
  const name = context.req.param('name') ?? ''
  // A colour is that of the player.
  const { game = against?.game, ...query } = readQuery(
    parameters['colour'] ? { ...parameters, player: name } : parameters,
  )
  const recentYears = wholeNumber(parameters, 'recent')
  const depth = wholeNumber(parameters, 'depth')
  const moves = wholeNumber(parameters, 'lines')
  const lastGames = wholeNumber(parameters, 'lastGames')
  const dossier = await makeDossier(database, name, {
    query,
    ...(game && { game }),
    ...(against && { against }),
    ...(recentYears !== undefined && { recentYears }),
    ...(depth !== undefined && { depth: Math.min(depth, MOST_PLIES) }),
    ...(moves !== undefined && { moves: Math.min(moves, MOST_MOVES) }),
    ...(lastGames !== undefined && { lastGames: Math.min(lastGames, MOST_GAMES) }),
  })
  if (!dossier) throw new RequestError('request/no-player', {}, 'name', 404)
  return await sendStudy(context, parameters['format'], {
    json: dossier,
    page: () => dossierPage(dossier),
    records: () => dossierRecords(dossier),
    name: 'dossier',
  })
}

/** The report of a position, the initial one by default. */
export async function answerReport(context: Context, database: Database): Promise<Response> {
  const parameters = context.req.query()
  const { game = 'chess', position: asked, ...query } = readQuery(parameters)
  const recentYears = wholeNumber(parameters, 'recent')
  const depth = wholeNumber(parameters, 'depth')
  const moves = wholeNumber(parameters, 'lines')
  const games = wholeNumber(parameters, 'topGames')
  const report = await makeReport(database, game, asked?.position ?? rulesOf(game).start(), {
    query,
    ...(recentYears !== undefined && { recentYears }),
    ...(depth !== undefined && { depth: Math.min(depth, MOST_PLIES) }),
    ...(moves !== undefined && { moves: Math.min(moves, MOST_MOVES) }),
    ...(games !== undefined && { games: Math.min(games, MOST_GAMES) }),
  })
  return await sendStudy(context, parameters['format'], {
    json: report,
    page: () => reportPage(report),
    records: () => reportRecords(report),
    name: 'report',
  })
}

/** What can be sent of a study. */
interface SentStudy {
  json: object
  page: () => string
  records: () => Parameters<typeof sendRecords>[1]
  /** The name of a file, without its extension. */
  name: string
}

/** A study in the form that was asked for. */
async function sendStudy(
  context: Context,
  format = 'json',
  { json, page, records, name }: SentStudy,
): Promise<Response> {
  if (format === 'json') return context.json(json)
  if (format !== 'html') return await sendRecords(context, records(), name, format)
  context.header('Content-Security-Policy', PAGE_POLICY)
  return context.html(page())
}
