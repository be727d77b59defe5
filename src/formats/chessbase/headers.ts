/** The stored records of games and texts, and the entities they name, as headers of the record model. */
import { medalNames } from '../../model/annotation.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { copyPlain, type Json } from '../../model/json.ts'
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

  /** An entity that a record names. @param issues gets what is wrong with it; nothing if there is no file of its kind */
  named(id: number, issues: Issue[] | undefined): Entity | undefined {
    const { entity, problem } = this.find(id)
    if (problem !== undefined) issues?.push(issue(problem, 'warning', { entry: id }, { file: this.file!.file }))
    return entity
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

  /** The header of a game or text. @param issues gets the entities named by the record that are not in their files */
  header(index: number, stored: StoredRecord, issues?: Issue[]): Header {
    return stored.kind === 'game' ? this.gameHeader(index, stored, issues) : this.textHeader(stored, issues)
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

  private gameHeader(index: number, stored: StoredGame, issues: Issue[] | undefined): Header {
    const extended = this.database.extendedRecord(index)
    const header: Header = { players: [], result: readResult(stored.result, stored.verdict) }
    this.addPlayer(header, 1, this.players.named(stored.white, issues), stored.whiteElo, extended)
    this.addPlayer(header, 2, this.players.named(stored.black, issues), stored.blackElo, extended)
    this.addCommon(header, stored, issues)
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

  private textHeader(stored: StoredText, issues: Issue[] | undefined): Header {
    const header: Header = { players: [], result: { outcome: 'unfinished' } }
    this.addCommon(header, stored, issues)
    return header
  }

  private addPlayer(
    header: Header,
    colour: Colour,
    name: string | undefined,
    rating: number,
    extended: ExtendedRecord | undefined,
  ): void {
    const player: Player = { colour }
    if (name !== undefined && name !== '') player.name = name
    const teamId = extended?.team(colour) ?? -1
    const team = teamId < 0 ? undefined : this.teams.get(teamId)
    if (team) player.team = copyPlain(team)
    if (rating !== 0) {
      player.rating = rating
      const ratingType = extended?.rating(colour)
      const type = ratingType && readRatingType(ratingType, this.database.text)
      if (type !== undefined) player.ratingType = type
    }
    if (Object.keys(player).length > 1) header.players.push(player)
  }

  /** What games and texts have in common. */
  private addCommon(header: Header, stored: StoredRecord, issues: Issue[] | undefined): void {
    const event = this.events.named(stored.tournament, issues)
    if (event) header.event = copyPlain(event)
    if (stored.round !== 0) header.round = stored.round
    if (stored.subround !== 0) header.subround = stored.subround
    const annotator = this.annotators.named(stored.annotator, issues)
    if (annotator !== undefined && annotator !== '') header.annotator = annotator
    const publication = this.publications.named(stored.source, issues)
    if (publication) header.publication = copyPlain(publication)
    if (stored.isDeleted) header.deleted = true
  }

  private addTitle(header: Header, extended: ExtendedRecord | undefined): void {
    const titles = extended && extended.tag >= 0 ? this.tags.get(extended.tag) : undefined
    const first = titles?.[0]
    if (!titles || !first) return
    header.title = first.text
    if (titles.length > 1 || first.language !== 'en') header.titles = copyPlain(titles)
  }
}

/** What `.cbj` has beyond the header, by the names of its fields. */
function extendedNative(extended: ExtendedRecord, native: Record<string, Json>): void {
  const { saves, created, saved, endgames } = extended
  if (saves) native['saves'] = saves
  if (created) native['created'] = created
  if (saved) native['saved'] = String(saved)
  if (endgames) native['endgames'] = toBase64(endgames)
}
