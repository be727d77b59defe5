/** The stored records of games and texts, and the entities they name, as headers of the record model. */
import { medalNames } from '../../model/annotation.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { Colour } from '../../model/move.ts'
import type { GameEvent, Header, Player, Publication, Team } from '../../model/record.ts'
import { i32le } from '../../bytes/numbers.ts'
import { toBase64 } from '../../bytes/text.ts'
import { chess960OfOpening, readOpening, readResult, RESULTS } from './codes.ts'
import type { ChessBaseDatabase } from './database.ts'
import { unpackDate } from './dates.ts'
import {
  readAnnotator,
  readEvent,
  readPlayerName,
  readPublication,
  readTagTitles,
  readTeam,
  SOURCE,
  type EntityKind,
} from './entities.ts'
import type { ExtendedRecord } from './extended-records.ts'
import { KNOWN_FLAGS } from './flags.ts'
import type { StoredGame, StoredRecord, StoredText } from './header-records.ts'
import { readRatingType } from './ratings.ts'
import type { TextReader } from './text.ts'

/** Number of decoded entities kept before the cache is cleared. */
const CACHE_SIZE = 1 << 15

/** Decodes the entities of one kind, caching them. */
class EntityCache<Entity> {
  private readonly cache = new Map<number, Entity | undefined>()
  private readonly database: ChessBaseDatabase
  private readonly kind: EntityKind
  private readonly decode: (data: Uint8Array, text: TextReader, id: number) => Entity | undefined

  constructor(
    database: ChessBaseDatabase,
    kind: EntityKind,
    decode: (data: Uint8Array, text: TextReader, id: number) => Entity | undefined,
  ) {
    this.database = database
    this.kind = kind
    this.decode = decode
  }

  get(id: number): Entity | undefined {
    if (this.cache.has(id)) return this.cache.get(id)
    const data = this.database.entities[this.kind]?.data(id)
    const entity = data && this.decode(data, this.database.text, id)
    if (this.cache.size >= CACHE_SIZE) this.cache.clear()
    this.cache.set(id, entity)
    return entity
  }
}

export class HeaderReader {
  private readonly database: ChessBaseDatabase
  private readonly players: EntityCache<string>
  private readonly events: EntityCache<GameEvent>
  private readonly annotators: EntityCache<string>
  private readonly publications: EntityCache<Publication>
  private readonly teams: EntityCache<Team>
  private readonly tags: EntityCache<{ language?: string; text: string }[]>
  /** Whether a publication has the date 0, which is not the usual value for unknown. */
  private readonly zeroDates: EntityCache<boolean>

  constructor(database: ChessBaseDatabase) {
    this.database = database
    this.players = new EntityCache(database, 'players', readPlayerName)
    this.annotators = new EntityCache(database, 'annotators', readAnnotator)
    this.publications = new EntityCache(database, 'sources', readPublication)
    this.teams = new EntityCache(database, 'teams', readTeam)
    this.tags = new EntityCache(database, 'tags', readTagTitles)
    this.zeroDates = new EntityCache(
      database,
      'sources',
      (data, text) => i32le(data, SOURCE.published) === 0 && readPublication(data, text) !== undefined,
    )
    this.events = new EntityCache(database, 'tournaments', (data, text, id) => {
      const event = readEvent(data, text)
      const details = database.tournamentDetails?.details(id)
      const whole = { ...event, ...details }
      return Object.keys(whole).length > 0 ? whole : undefined
    })
  }

  /** The header of a game or text. */
  header(index: number, stored: StoredRecord): Header {
    return stored.kind === 'game' ? this.gameHeader(index, stored) : this.textHeader(stored)
  }

  /** What the header cannot store; undefined if nothing. */
  native(index: number, stored: StoredRecord): Record<string, Json> | undefined {
    const native: Record<string, Json> = {}
    if (stored.kind === 'game') {
      if (stored.result >= RESULTS.length) native['result'] = stored.result
      if (stored.result !== 3 && stored.verdict !== 0) native['verdict'] = stored.verdict
      if (stored.eco !== 0 && !readOpening(stored.eco) && chess960OfOpening(stored.eco) === undefined) {
        native['eco'] = stored.eco
      }
      const unknownFlags = (stored.flags & ~KNOWN_FLAGS) >>> 0
      if (unknownFlags !== 0) native['flags'] = unknownFlags
    }
    if (this.zeroDates.get(stored.source)) native['published'] = 0
    const extended = this.database.extendedRecord(index)
    if (extended) extendedNative(extended, native)
    if (extended && extended.tag >= 0 && this.tags.get(extended.tag)?.length === 0) native['tag'] = 0
    return Object.keys(native).length > 0 ? native : undefined
  }

  /** Entities named by a record that are not in their files. */
  issues(stored: StoredRecord): Issue[] {
    const issues: Issue[] = []
    const check = (kind: EntityKind, id: number) => {
      const file = this.database.entities[kind]
      if (!file || (id < file.capacity && !file.isDeleted(id))) return
      const problem = id < file.capacity ? 'chessbase/deleted-entity' : 'chessbase/missing-entity'
      issues.push(issue(problem, 'warning', { entry: id }, { file: file.file }))
    }
    if (stored.kind === 'game') {
      check('players', stored.white)
      check('players', stored.black)
    }
    check('tournaments', stored.tournament)
    check('annotators', stored.annotator)
    check('sources', stored.source)
    return issues
  }

  private gameHeader(index: number, stored: StoredGame): Header {
    const extended = this.database.extendedRecord(index)
    const header: Header = { players: [], result: readResult(stored.result, stored.verdict) }
    this.addPlayer(header, 1, stored.white, stored.whiteElo, extended?.whiteTeam, extended?.whiteRating)
    this.addPlayer(header, 2, stored.black, stored.blackElo, extended?.blackTeam, extended?.blackRating)
    this.addCommon(header, stored)
    const date = unpackDate(stored.date)
    if (date) header.date = date
    const opening = chess960OfOpening(stored.eco) === undefined ? readOpening(stored.eco) : undefined
    if (opening) header.openingCode = opening.opening
    if (opening && opening.subcode !== 0) header.openingSubcode = opening.subcode
    if (stored.medals !== 0) header.medals = medalNames(stored.medals)
    this.addTitle(header, extended)
    const isTopGame = this.database.topGames?.isTopGame(index + 1)
    if (isTopGame !== undefined) header.isTopGame = isTopGame
    return header
  }

  private textHeader(stored: StoredText): Header {
    const header: Header = { players: [], result: { outcome: 'unfinished' } }
    this.addCommon(header, stored)
    return header
  }

  private addPlayer(
    header: Header,
    colour: Colour,
    id: number,
    rating: number,
    teamId: number | undefined,
    ratingType: Uint8Array | undefined,
  ): void {
    const player: Player = { colour }
    const name = this.players.get(id)
    if (name !== undefined && name !== '') player.name = name
    const team = teamId === undefined || teamId < 0 ? undefined : this.teams.get(teamId)
    if (team) player.team = { ...team }
    if (rating !== 0) {
      player.rating = rating
      const type = ratingType && readRatingType(ratingType, this.database.text)
      if (type !== undefined) player.ratingType = type
    }
    if (Object.keys(player).length > 1) header.players.push(player)
  }

  /** What games and texts have in common. */
  private addCommon(header: Header, stored: StoredRecord): void {
    const event = this.events.get(stored.tournament)
    if (event) header.event = { ...event }
    if (stored.round !== 0) header.round = stored.round
    if (stored.subround !== 0) header.subround = stored.subround
    const annotator = this.annotators.get(stored.annotator)
    if (annotator !== undefined && annotator !== '') header.annotator = annotator
    const publication = this.publications.get(stored.source)
    if (publication) header.publication = { ...publication }
    if (stored.isDeleted) header.deleted = true
  }

  private addTitle(header: Header, extended: ExtendedRecord | undefined): void {
    const titles = extended && extended.tag >= 0 ? this.tags.get(extended.tag) : undefined
    const [first, ...others] = titles ?? []
    if (!first) return
    header.title = first.text
    if (others.length > 0 || first.language !== 'en') header.titles = [...titles!]
  }
}

/** What `.cbj` has beyond the header, by the names of its fields. */
function extendedNative(extended: ExtendedRecord, native: Record<string, Json>): void {
  if (extended.saves) native['saves'] = extended.saves
  if (extended.created) native['created'] = extended.created
  if (extended.saved !== undefined && extended.saved !== '0') native['saved'] = extended.saved
  if (extended.endgames && !isZero(extended.endgames)) native['endgames'] = toBase64(extended.endgames)
}

function isZero(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== 0) return false
  return true
}
