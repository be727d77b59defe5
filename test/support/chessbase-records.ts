/** Records of chess and guiding texts such as ChessBase databases can hold, for property tests of their writer. */
import * as fc from 'fast-check'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import { MEDALS, type Annotation, type Mark } from '../../src/model/annotation.ts'
import { makeDate, type PartialDate } from '../../src/model/date.ts'
import type { Issue } from '../../src/issues/issue.ts'
import { PASS } from '../../src/model/move.ts'
import type {
  GameEvent,
  GameRecord,
  Header,
  Player,
  Publication,
  TextDocument,
  TimeControl,
} from '../../src/model/record.ts'
import type { Result } from '../../src/model/result.ts'
import type { MoveNode } from '../../src/model/tree.ts'
import type { Collection, WriteOptions } from '../../src/formats/format.ts'
import { chess, chess960Start, formatFen } from '../../src/rules/chess/index.ts'
import { randomInt, seededRandom } from './random.ts'

/** A database written to memory and opened again, with what the writer said. */
export async function rewritten(
  items: readonly (GameRecord | TextDocument)[],
  options?: WriteOptions,
): Promise<{ collection: Collection; issues: Issue[]; files: Map<string, Uint8Array> }> {
  const out = new MemorySinkSet('copy.cbh')
  const writer = await chessbase.write(out, options)
  const issues = items.flatMap((item) => ('game' in item ? writer.add(item) : writer.addDocument!(item)).issues)
  issues.push(...writer.finish())
  return { collection: await openFiles(out.files), issues, files: out.files }
}

/** Opens a database in memory by its `.cbh`. */
export function openFiles(files: ReadonlyMap<string, Uint8Array>): Promise<Collection> {
  const sources = [...files].map(([name, bytes]) => new MemorySource(name, bytes))
  const main = sources.find(({ name }) => name.endsWith('.cbh'))!
  return chessbase.open(new MemoryFileSet(main, sources))
}

/** A record or text without where it came from. */
export function withoutOrigin<Item extends GameRecord | TextDocument>(item: Item): Item {
  const { origin: _origin, ...rest } = item
  return rest as Item
}

const words = ['Nf3', 'the', 'é', 'Lékó', 'Карпов', '♘f3', '棋', 'ž', '§e5', ' ', 'a, b', '[#]', '\n', 'Ã©', '😀', '-']

/** Text of at most so many words, never empty. */
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength }).map((parts) => parts.join(''))

/** A name short enough for any field. */
const name = fc
  .array(fc.constantFrom('Ab', 'é', 'Ж', ' ', 'z'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''))
const playerName = fc.oneof(
  name,
  fc.tuple(name, name).map(([last, first]) => `${last}, ${first}`),
)
const language = fc.option(fc.constantFrom('en', 'de', 'fr', 'pl', 'x-usa'), { nil: undefined })
const square = fc.integer({ min: 0, max: 63 })
const byte = fc.integer({ min: 1, max: 255 })

const date: fc.Arbitrary<PartialDate> = fc
  .tuple(fc.integer({ min: 1, max: 4095 }), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 28 }))
  .map(([year, month, day]) => makeDate(year, month, day)!)

/** A value whose optional fields are absent instead of undefined. */
type Defined<Value> = { [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key] } & {
  [Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined>
}

/** Leaves out the fields that are undefined, as readers do. */
function defined<Value extends object>(value: Value): Defined<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<Value>
}

const comment = fc
  .record({ text: text(8), placement: fc.constantFrom('before' as const, 'after' as const), language })
  .map((value) => defined(value))

const mark: fc.Arbitrary<Mark> = fc.oneof(
  fc.record<Mark>({
    shape: fc.constant('colour'),
    at: square,
    paint: fc.constantFrom('green', 'yellow', 'red', 'chessbase-7'),
  }),
  fc.record<Mark>({ shape: fc.constant('arrow'), at: square, to: square, paint: fc.constantFrom('green', 'red') }),
)

const texts = fc.array(
  fc.record({ language: fc.constantFrom('en', 'de', undefined), text: text(5) }).map((entry) => defined(entry)),
  {
    maxLength: 2,
  },
)

const curve: fc.Arbitrary<Annotation> = fc
  .array(
    fc.oneof(
      fc.constant(null),
      fc.record({ centipawns: fc.integer({ min: -900, max: 900 }), depth: byte }),
      fc.record({ mate: fc.integer({ min: -20, max: 20 }) }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((values) => ({ type: 'evaluation-curve', values }))

const quotation: fc.Arbitrary<Annotation> = fc
  .record({
    white: fc.constantFrom('Ab, Éd', 'Жé'),
    black: fc.constantFrom('Cd, E.', 'Anon'),
    whiteElo: byte,
    eco: fc.constantFrom('A00', 'E99'),
    event: name,
    site: name,
    date: fc.constant('1951.04.??'),
    type: fc.constant('swiss'),
    pace: fc.constant('blitz'),
    nation: fc.constant('NED'),
    round: byte,
    result: fc.constantFrom('1-0', '*', '1/2-1/2'),
    seed: fc.integer(),
  })
  .map(({ seed, ...fields }) => {
    const game = randomTree(seed)
    const nodes = game.nodes.map(({ parent, move }) => (move === undefined ? { parent } : { parent, move }))
    return {
      type: 'quotation',
      fields,
      ...(game.variant === undefined && { nodes }),
      ...(game.setup !== undefined && game.variant === undefined && { setup: game.setup }),
    }
  })

const annotation: fc.Arbitrary<Annotation> = fc.oneof(
  curve,
  quotation,
  fc.record({ texts, seconds: byte, points: byte }).map(({ texts, ...rest }): Annotation => ({
    type: 'training',
    texts: texts.map((entry) => ({ role: 'hint1', ...entry })),
    ...rest,
    solutions: [],
  })),
  fc.constant<Annotation>({ type: 'media', kind: 'picture', address: '12' }),
  fc.constant<Annotation>({ type: 'media', kind: 'sound', address: '3' }),
  fc
    .record({ address: name, caption: text(3) })
    .map((media): Annotation => ({ type: 'media', kind: 'link', ...media })),
  fc
    .record({ caption: text(3), language })
    .map((media): Annotation => ({ type: 'media', kind: 'video', address: '', ...defined(media) })),
  fc.subarray([...MEDALS, 'bit-20'], { minLength: 1 }).map((names): Annotation => ({ type: 'medals', names })),
  fc
    .constantFrom('opening' as const, 'middlegame' as const, 'endgame' as const)
    .map((phase): Annotation => ({ type: 'critical', phase })),
  fc.constant<Annotation>({ type: 'line-colour', colour: '#12ab00', movesOnly: true }),
  byte.map((code): Annotation => ({ type: 'pawn-structure', code })),
  fc.record({ square, code: byte }).map((path): Annotation => ({ type: 'piece-path', ...path })),
  byte.map((milliseconds): Annotation => ({ type: 'video-time', milliseconds })),
  fc.constant<Annotation>({ type: 'unknown', format: 'chessbase', code: '1a', base64: 'AQIDBAUGBwgJCg==' }),
)

const seconds = fc.integer({ min: 0, max: 900_000 }).map((hundredths) => hundredths / 100)

/** What a node may carry. */
const notes: fc.Arbitrary<Partial<MoveNode>> = fc.record(
  {
    comments: fc.array(comment, { minLength: 1, maxLength: 3 }),
    glyphs: fc.array(byte, { minLength: 1, maxLength: 3 }).map((nags) => nags.map((nag) => ({ nag }))),
    marks: fc.array(mark, { minLength: 1, maxLength: 4 }),
    clock: fc
      .record({ spent: seconds, lefts: fc.tuple(seconds, seconds) }, { requiredKeys: [] })
      .filter((clock) => Object.keys(clock).length > 0),
    evaluation: fc.oneof(
      fc.record({ centipawns: fc.integer({ min: -9000, max: 9000 }), depth: byte }),
      fc.record({ mate: fc.integer({ min: -99, max: 99 }) }),
    ),
    annotations: fc.array(annotation, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
)

const STARTS: readonly (readonly [setup: string, variant?: string])[] = [
  ['8/PPPPPPPP/8/1k6/8/6K1/pppppppp/8 w - - 0 1'],
  ['r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 17'],
  ['rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3'],
  ['r1k1r3/8/8/8/8/8/8/R1K1R3 w EAea - 0 1', 'chess960'],
]

/** A random tree of legal moves and null moves from a random start; the same seed makes the same one. */
export function randomTree(seed: number): Pick<GameRecord, 'setup' | 'variant' | 'nodes'> {
  const random = seededRandom(seed)
  const kind = randomInt(random, 10)
  const start: { setup?: string; variant?: string } = {}
  if (kind < STARTS.length) start.setup = STARTS[kind]![0]
  if (kind < STARTS.length && STARTS[kind]![1]) start.variant = STARTS[kind]![1]
  if (kind === 5) Object.assign(start, { setup: chess960Start(randomInt(random, 960)), variant: 'chess960' })
  const position = chess.start(start)
  // Castling rights of Chess960 name the files of the rooks, as the reader has them.
  if (start.variant !== undefined) start.setup = formatFen(position, 'shredder')
  const nodes: MoveNode[] = [{ parent: -1 }]
  const grow = (parent: number, plies: number, depth: number): void => {
    if (plies === 0) return
    const moves = chess.legal(position).sort((left, right) => left - right)
    if (moves.length === 0) return
    const width = depth < 5 && random() < 0.15 ? 1 + randomInt(random, 3) : 1
    for (let line = 0; line < Math.min(width, moves.length); line++) {
      const isNull = random() < 0.03 && !position.inCheck()
      // Promotions are what piece numbers stumble over.
      const promoting = moves.filter((move) => (move >> 24) & 7)
      const pool = promoting.length > 0 && random() < 0.5 ? promoting : moves
      const move = isNull ? PASS : pool[(randomInt(random, pool.length) + line) % pool.length]!
      const index = nodes.push({ parent, move }) - 1
      position.play(move)
      grow(index, line === 0 ? plies - 1 : Math.min(plies - 1, 6), depth + (line > 0 ? 1 : 0))
      position.undo()
    }
  }
  grow(0, randomInt(random, 60), 0)
  return { ...start, nodes }
}

const event: fc.Arbitrary<GameEvent> = fc.record(
  {
    name,
    site: name,
    date,
    endDate: date,
    type: fc.constantFrom('game', 'match', 'tournament', 'swiss', 'team', 'knockout', 'simul', 'scheveningen'),
    pace: fc.constantFrom('blitz', 'rapid', 'correspondence'),
    nation: fc.constantFrom('NED', 'GER', 'KOS'),
    category: byte,
    rounds: byte,
    complete: fc.constant(true),
    isTeamEvent: fc.constant(true),
    boardPoints: fc.constant(true),
    threePointsForWin: fc.constant(true),
    location: fc.constant({ latitude: 52.5, longitude: 13.25 }),
    tieBreaks: fc.constant(['Koya', 'fine Buchholz', 'rule 99']),
  },
  { requiredKeys: ['name'] },
)

const publication: fc.Arbitrary<Publication> = fc.record(
  {
    title: name,
    publisher: name,
    published: date,
    versionDate: date,
    version: byte,
    quality: fc.constantFrom('high', 'normal', 'low'),
  },
  { requiredKeys: ['title'] },
)

const player = (colour: 1 | 2): fc.Arbitrary<Player> =>
  fc
    .record(
      {
        name: playerName,
        team: fc.record(
          { name, number: byte, season: fc.constant(true), year: byte, nation: fc.constant('ENG') },
          { requiredKeys: ['name'] },
        ),
        rating: fc.record({
          rating: fc.integer({ min: 1, max: 3000 }),
          ratingType: fc.constantFrom('FIDE', 'FIDE blitz', 'ICCF', 'GER', 'GER rapid'),
        }),
      },
      { requiredKeys: ['name'] },
    )
    .map(({ rating, ...rest }) => ({ colour, ...rest, ...rating }))

const result: fc.Arbitrary<Result> = fc.constantFrom<Result>(
  { outcome: 'win', winner: 1 },
  { outcome: 'win', winner: 2, by: 'forfeit' },
  { outcome: 'draw' },
  { outcome: 'both-lose' },
  { outcome: 'unfinished', verdict: 14 },
)

const header: fc.Arbitrary<Header> = fc.record(
  {
    players: fc.tuple(player(1), player(2)),
    result,
    event,
    publication,
    date,
    round: byte,
    subround: byte,
    annotator: name,
    medals: fc.subarray(MEDALS.slice(0, 16), { minLength: 1 }),
    isTopGame: fc.boolean(),
    deleted: fc.constant(true),
    title: name,
    openingCode: fc.constantFrom('A00', 'B90', 'E99'),
    timeControl: fc.constant<TimeControl>({
      periods: [
        { seconds: 5400, moves: 40 },
        { seconds: 900, increment: 30 },
      ],
    }),
  },
  { requiredKeys: ['players', 'result'] },
)

/** Games with everything that a database holds. */
export const gameRecords: fc.Arbitrary<GameRecord> = fc
  .tuple(header, fc.integer(), fc.array(notes, { maxLength: 12 }))
  .map(([header, seed, notes]) => {
    const tree = randomTree(seed)
    for (const [index, note] of notes.entries()) Object.assign(tree.nodes[(index * 7) % tree.nodes.length]!, note)
    // Games of Chess960 have the number of their start in place of an opening.
    if (tree.variant !== undefined) delete header.openingCode
    return { game: 'chess' as const, header, ...tree }
  })

/** Guiding texts. */
export const documents: fc.Arbitrary<TextDocument> = fc
  .record({
    titles: fc.array(fc.record({ language: fc.constantFrom('en', 'de', 'pt'), text: text(4) }), {
      minLength: 1,
      maxLength: 3,
    }),
    html: fc.boolean(),
    texts: fc.array(text(30), { minLength: 1, maxLength: 2 }),
    media: fc.option(fc.array(name, { minLength: 1, maxLength: 90 }), { nil: undefined }),
    annotator: name,
  })
  .map(({ titles, html, texts, media, annotator }) => ({
    header: { players: [], result: { outcome: 'unfinished' }, annotator, title: titles[0]!.text },
    titles,
    bodies: texts.map((text) => ({ language: 'en', mediaType: html ? 'text/html' : 'text/plain', text })),
    ...(media && { media }),
    ...(!html && { native: { chessbase: { version: 2 } } }),
  }))
