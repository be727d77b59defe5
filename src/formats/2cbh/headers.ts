/** The stored records of games and texts, and the entities they name, as headers of the record model. */
import { toBase64 } from '../../bytes/text.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { medalNames } from '../../model/annotation.ts'
import { copyPlain, type Json } from '../../model/json.ts'
import type { Colour } from '../../model/move.ts'
import type { GameEvent, Header, Player, Publication, Team } from '../../model/record.ts'
import { chess960OfOpening, readOpening, readResult, RESULTS } from '../chessbase/codes.ts'
import { unpackDate } from '../chessbase/dates.ts'
import { KNOWN_FLAGS } from '../chessbase/flags.ts'
import type { Cbh2Database } from './database.ts'
import {
  readPlayer,
  readSource,
  readTeam,
  readTitles,
  readTournament,
  type StoredPlayer,
  type Title,
} from './entities.ts'
import { isDeletedData, type EntityType } from './entity-file.ts'
import { NO_ENTITY, type StoredGame, type StoredRecord } from './header-records.ts'
import { readRatingType } from './ratings.ts'

/** Decoded entities that are kept before the cache starts afresh. */
const CACHE_SIZE = 1 << 15

/** Decodes the entities of one type, each once while it stays in the cache. */
class EntityCache<Entity> {
  private readonly cache = new Map<number, Entity | undefined>()
  private readonly database: Cbh2Database
  private readonly type: EntityType
  private readonly decode: (data: Uint8Array) => Entity | undefined

  constructor(database: Cbh2Database, type: EntityType, decode: (data: Uint8Array) => Entity | undefined) {
    this.database = database
    this.type = type
    this.decode = decode
  }

  get(id: number): Entity | undefined {
    if (this.cache.has(id)) return this.cache.get(id)
    const data = this.database.entities?.data(this.type, id)
    const entity = data && !isDeletedData(data) ? this.decode(data) : undefined
    if (this.cache.size >= CACHE_SIZE) this.cache.clear()
    this.cache.set(id, entity)
    return entity
  }
}

export class HeaderReader {
  private readonly database: Cbh2Database
  private readonly players: EntityCache<StoredPlayer>
  private readonly events: EntityCache<GameEvent>
  private readonly publications: EntityCache<Publication>
  private readonly teams: EntityCache<Team>
  private readonly tags: EntityCache<Title[]>

  constructor(database: Cbh2Database) {
    this.database = database
    this.players = new EntityCache(database, 'players', readPlayer)
    this.events = new EntityCache(database, 'tournaments', readTournament)
    this.publications = new EntityCache(database, 'sources', readSource)
    this.teams = new EntityCache(database, 'teams', readTeam)
    this.tags = new EntityCache(database, 'titles', readTitles)
  }

  /** The header of a game, text or analysis. */
  header(stored: StoredRecord): Header {
    if (stored.kind === 'game') return this.gameHeader(stored)
    const header: Header = { players: [], result: { outcome: 'unfinished' } }
    if (stored.kind === 'text') this.addEvent(header, stored.tournament)
    this.addCommon(header, stored)
    this.addTitles(header, stored.title)
    return header
  }

  /** The titles of a guiding text. */
  titles(id: number): Title[] {
    return this.tags.get(id) ?? []
  }

  /** What the header cannot hold, under the names of its own fields. */
  native(stored: StoredRecord): Record<string, Json> {
    if (stored.kind === 'game') return gameNative(stored)
    const native: Record<string, Json> = {}
    if (stored.kind === 'analysis') {
      native['analysis'] = toBase64(stored.unknown)
      return native
    }
    const version = Number(stored.version)
    if (version !== 0) native['version'] = Number.isSafeInteger(version) ? version : String(stored.version)
    if (stored.created !== 0n) native['created'] = String(stored.created)
    if (stored.media !== 0n) native['media'] = String(stored.media)
    return native
  }

  /** Entities that a record names and that are not in their file. */
  issues(stored: StoredRecord): Issue[] {
    const { entities } = this.database
    if (!entities) return []
    const issues: Issue[] = []
    const named: [EntityType, number][] = [
      ['players', stored.annotator],
      ['sources', stored.source],
      ['titles', stored.kind === 'game' ? stored.tag : stored.title],
    ]
    if (stored.kind !== 'analysis') named.push(['tournaments', stored.tournament])
    if (stored.kind === 'game') {
      named.push(['players', stored.white], ['players', stored.black])
      named.push(['teams', stored.whiteTeam], ['teams', stored.blackTeam])
    }
    for (const [type, id] of named) {
      if (id === NO_ENTITY) continue
      const data = entities.data(type, id)
      if (data && !isDeletedData(data)) continue
      const problem = data ? 'chessbase/deleted-entity' : 'chessbase/missing-entity'
      issues.push(issue(problem, 'warning', { entry: id }, { file: entities.file }))
    }
    return issues
  }

  private gameHeader(stored: StoredGame): Header {
    const header: Header = { players: [], result: readResult(stored.result, stored.verdict) }
    this.addPlayer(header, 1, stored.white, stored.whiteElo, stored.whiteTeam, stored.whiteRating)
    this.addPlayer(header, 2, stored.black, stored.blackElo, stored.blackTeam, stored.blackRating)
    this.addEvent(header, stored.tournament)
    if (stored.round !== 0) header.round = stored.round
    if (stored.subround !== 0) header.subround = stored.subround
    if (stored.board !== 0) header.board = stored.board
    this.addCommon(header, stored)
    const date = unpackDate(stored.date)
    if (date) header.date = date
    const opening = chess960OfOpening(stored.eco) === undefined ? readOpening(stored.eco) : undefined
    if (opening) header.openingCode = opening.opening
    if (opening && opening.subcode !== 0) header.openingSubcode = opening.subcode
    if (stored.medals !== 0) header.medals = medalNames(stored.medals)
    this.addTitles(header, stored.tag)
    return header
  }

  private addPlayer(
    header: Header,
    colour: Colour,
    id: number,
    rating: number,
    teamId: number,
    ratingType: Uint8Array,
  ): void {
    const player: Player = { colour }
    const { name, id: fideId, domain } = this.players.get(id) ?? {}
    if (name !== undefined) player.name = name
    const team = teamId === NO_ENTITY ? undefined : this.teams.get(teamId)
    if (team) player.team = copyPlain(team)
    if (rating !== 0) {
      player.rating = rating
      const type = readRatingType(ratingType)
      if (type !== undefined) player.ratingType = type
    }
    if (fideId !== undefined) Object.assign(player, { id: fideId, domain })
    if (Object.keys(player).length > 1) header.players.push(player)
  }

  private addEvent(header: Header, id: number): void {
    const event = this.events.get(id)
    if (event && Object.keys(event).length > 0) header.event = copyPlain(event)
  }

  /** What games, texts and analyses have in common. */
  private addCommon(header: Header, stored: StoredRecord): void {
    const annotator = this.players.get(stored.annotator)?.name
    if (annotator !== undefined) header.annotator = annotator
    const publication = this.publications.get(stored.source)
    if (publication) header.publication = copyPlain(publication)
    if (stored.isDeleted) header.deleted = true
  }

  private addTitles(header: Header, id: number): void {
    const titles = this.titles(id)
    const [first, ...others] = titles
    if (!first) return
    header.title = first.text
    if (others.length > 0 || first.language !== 'en') header.titles = copyPlain(titles)
  }
}

function gameNative(stored: StoredGame): Record<string, Json> {
  const native: Record<string, Json> = {}
  if (stored.result >= RESULTS.length) native['result'] = stored.result
  if (stored.result !== 3 && stored.verdict !== 0) native['verdict'] = stored.verdict
  const isOpening = readOpening(stored.eco) !== undefined || chess960OfOpening(stored.eco) !== undefined
  if (stored.eco !== 0 && !isOpening) native['eco'] = stored.eco
  const unknownFlags = (stored.flags & ~KNOWN_FLAGS) >>> 0
  if (unknownFlags !== 0) native['flags'] = unknownFlags
  if (stored.version !== 0) native['version'] = stored.version
  if (stored.created !== 0n) native['created'] = String(stored.created)
  if (stored.changed !== 0n) native['changed'] = String(stored.changed)
  if (stored.endgames.some((byte) => byte !== 0)) native['endgames'] = toBase64(stored.endgames)
  if (stored.scores.some((byte) => byte !== 0)) native['scores'] = toBase64(stored.scores)
  return native
}
