/** The stored records of games and texts, and the entities they name, as headers of the record model. */
import { medalNames } from '../../model/annotation.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { Colour } from '../../model/move.ts'
import type { GameEvent, Header, Player, Publication, Team } from '../../model/record.ts'
import { sharePart } from '../../model/shared-part.ts'
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
import type { EntityFile } from './entity-file.ts'
import type { ExtendedRecord } from './extended-records.ts'
import { KNOWN_FLAGS } from './flags.ts'
import type { StoredGame, StoredRecord, StoredText } from './header-records.ts'
import { readRatingType } from './ratings.ts'
import type { TextReader } from './text.ts'

/** Number of decoded entities kept of each kind, a power of two. */
const CACHE_SIZE = 1 << 15

/** A decoded entity, and what is wrong with its record. */
interface KeptEntity<Entity> {
  id: number
  entity: Entity | undefined
  problem: 'chessbase/deleted-entity' | 'chessbase/missing-entity' | undefined
}

/** Decodes the entities of one kind, keeping the last of those that share a place. */
class EntityCache<Entity> {
  readonly file: EntityFile | undefined
  private readonly places: (KeptEntity<Entity> | undefined)[] = []
  private readonly database: ChessBaseDatabase
  private readonly decode: (data: Uint8Array, text: TextReader, id: number) => Entity | undefined

  constructor(
    database: ChessBaseDatabase,
    kind: EntityKind,
    decode: (data: Uint8Array, text: TextReader, id: number) => Entity | undefined,
  ) {
    this.database = database
    this.file = database.entities[kind]
    this.decode = decode
  }

  get(id: number): Entity | undefined {
    return this.find(id).entity
  }

  /** What is wrong with an entity that a record names; nothing if there is no file of its kind. */
  problem(id: number): KeptEntity<Entity>['problem'] {
    return this.find(id).problem
  }

  private find(id: number): KeptEntity<Entity> {
    const place = id & (CACHE_SIZE - 1)
    const { places } = this
    while (places.length <= place) places.push(undefined)
    const kept = places[place]
    return kept?.id === id ? kept : (places[place] = this.read(id))
  }

  private read(id: number): KeptEntity<Entity> {
    const { database, file } = this
    const data = file?.data(id)
    const entity = data && this.decode(data, database.text, id)
    let problem: KeptEntity<Entity>['problem']
    if (file && id >= file.capacity) problem = 'chessbase/missing-entity'
    else if (file?.isDeleted(id)) problem = 'chessbase/deleted-entity'
    return { id, entity, problem }
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
    this.publications = new EntityCache(database, 'sources', (data, text) => shared(readPublication(data, text)))
    this.teams = new EntityCache(database, 'teams', (data, text) => shared(readTeam(data, text)))
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
      return Object.keys(whole).length > 0 ? sharePart(whole) : undefined
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
    if (stored.kind === 'game') {
      checkEntity(this.players, stored.white, issues)
      checkEntity(this.players, stored.black, issues)
    }
    checkEntity(this.events, stored.tournament, issues)
    checkEntity(this.annotators, stored.annotator, issues)
    checkEntity(this.publications, stored.source, issues)
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
    if (team) player.team = team
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
    if (event) header.event = event
    if (stored.round !== 0) header.round = stored.round
    if (stored.subround !== 0) header.subround = stored.subround
    const annotator = this.annotators.get(stored.annotator)
    if (annotator !== undefined && annotator !== '') header.annotator = annotator
    const publication = this.publications.get(stored.source)
    if (publication) header.publication = publication
    if (stored.isDeleted) header.deleted = true
  }

  private addTitle(header: Header, extended: ExtendedRecord | undefined): void {
    const titles = extended && extended.tag >= 0 ? this.tags.get(extended.tag) : undefined
    const first = titles?.[0]
    if (!titles || !first) return
    header.title = first.text
    if (titles.length > 1 || first.language !== 'en') header.titles = [...titles]
  }
}

function shared<Part extends object>(part: Part | undefined): Part | undefined {
  return part && sharePart(part)
}

/** Reports an entity that a record names and that is not in its file. */
function checkEntity<Entity>(entities: EntityCache<Entity>, id: number, issues: Issue[]): void {
  const problem = entities.problem(id)
  if (problem !== undefined) issues.push(issue(problem, 'warning', { entry: id }, { file: entities.file!.file }))
}

/** What `.cbj` has beyond the header, by the names of its fields. */
function extendedNative(extended: ExtendedRecord, native: Record<string, Json>): void {
  const { saves, created, saved, endgames } = extended
  if (saves) native['saves'] = saves
  if (created) native['created'] = created
  if (saved) native['saved'] = String(saved)
  if (endgames && !isZero(endgames)) native['endgames'] = toBase64(endgames)
}

function isZero(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== 0) return false
  return true
}
