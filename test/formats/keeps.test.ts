/** What a format says that it keeps comes back from a file that it wrote, and nothing else does. */
import { expect, test } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { featuresUsed } from '../../src/convert/features-used.ts'
import type { Feature } from '../../src/formats/feature.ts'
import type { WritableFormat } from '../../src/formats/format.ts'
import { FORMATS } from '../../src/formats/index.ts'
import { makePlacement, PASS } from '../../src/model/move.ts'
import { emptyRecord, ensurePlayer, type Game, type GameRecord } from '../../src/model/record.ts'
import type { MoveNode } from '../../src/model/tree.ts'
import { rulesOf } from '../../src/rules/index.ts'

const LINES: Readonly<Record<Game, readonly string[]>> = {
  chess: ['e4', 'e5', 'Nf3'],
  xiangqi: ['炮二平五', '马8进7', '马二进三'],
  go: ['Q16', 'D4', 'Q4'],
  othello: ['f5', 'd6', 'c3'],
}

/** A game of three moves. */
function shortGame(game: Game): GameRecord {
  const record = emptyRecord(game)
  const rules = rulesOf(game)
  const position = rules.start()
  for (const text of LINES[game]) {
    const move = rules.readMove(position, text)!
    record.nodes.push({ parent: record.nodes.length - 1, move })
    rules.play(position, move)
  }
  return record
}

type Change = (record: GameRecord) => void

const header =
  (fields: Partial<GameRecord['header']>): Change =>
  ({ header }) =>
    void Object.assign(header, fields)
const second =
  (fields: Partial<MoveNode>): Change =>
  ({ nodes }) =>
    void Object.assign(nodes[2]!, fields)
const player =
  (fields: object): Change =>
  ({ header }) => {
    Object.assign(ensurePlayer(header, 1), { name: 'Ann', ...fields })
    Object.assign(ensurePlayer(header, 2), { name: 'Bob', ...fields })
  }

/** A game of one move from another start. */
function startingFrom(game: Game, setup: string, text: string): Change {
  return (record) => {
    if (record.game !== game) return
    record.setup = setup
    const move = rulesOf(game).readMove(rulesOf(game).start(record), text)!
    record.nodes = [{ parent: -1 }, { parent: 0, move }]
  }
}

/** Ways to use each feature, of which one is enough to keep it. */
const EXAMPLES: Partial<Record<Feature, readonly Change[]>> = {
  variations: [
    ({ game, nodes }) => {
      const rules = rulesOf(game)
      const move = rules.legal(rules.start()).find((one) => one !== nodes[1]!.move && one !== PASS)!
      nodes.push({ parent: 0, move })
    },
  ],
  comments: [second({ comments: [{ text: 'good', placement: 'after' }] })],
  'comments-before': [second({ comments: [{ text: 'good', placement: 'before' }] })],
  'comment-languages': [second({ comments: [{ text: 'good', placement: 'after', language: 'en' }] })],
  'game-comment': [
    ({ nodes }) => void (nodes[0]!.comments = [{ text: 'good', placement: 'after' }]),
    header({ about: 'a good game' }),
  ],
  glyphs: [second({ glyphs: [{ nag: 1 }] })],
  'mark-shapes': [second({ marks: [{ shape: 'circle', at: 5 }] })],
  labels: [second({ marks: [{ shape: 'label', at: 5, text: 'A' }] })],
  'coloured-squares': [second({ marks: [{ shape: 'colour', at: 5, paint: 'green' }] })],
  arrows: [second({ marks: [{ shape: 'arrow', at: 5, to: 9, paint: 'green' }] })],
  territory: [
    second({ marks: [{ shape: 'territory', at: 5, paint: '1' }] }),
    second({ annotations: [{ type: 'view', squares: [5, 6] }] }),
    second({ annotations: [{ type: 'undim' }] }),
  ],
  clocks: [second({ clock: { left: 60 } }), second({ clock: { spent: 6 } })],
  evaluations: [second({ evaluation: { centipawns: 34, depth: 9 } })],
  'winning-chances': [second({ evaluation: { winrate: 0.5 } }), second({ evaluation: { scoreLead: 2 } })],
  'evaluation-lines': [
    ({ nodes }) =>
      void (nodes[2]!.evaluation = { centipawns: 20, lines: [{ moves: [nodes[3]!.move!], centipawns: 20 }] }),
  ],
  'search-effort': [second({ evaluation: { centipawns: 20, nodes: 500 } })],
  ownership: [second({ evaluation: { scoreLead: 1, ownership: Array<number>(361).fill(0.5) } })],
  names: [second({ name: 'main' })],
  'move-numbers': [second({ moveNumber: 7 })],
  edits: [second({ edits: [{ squares: [40], piece: '1' }] })],
  passes: [({ nodes }) => void (nodes[3] = { parent: 2, move: PASS })],
  'unread-moves': [({ nodes }) => void (nodes[3] = { parent: 2, unread: { text: 'Zz9' } })],
  training: [
    second({
      annotations: [
        { type: 'training', texts: [{ role: 'question', text: 'What now?' }], solutions: [{ move: PASS, texts: [] }] },
      ],
    }),
  ],
  quotations: [second({ annotations: [{ type: 'quotation', fields: { white: 'A', black: 'B' } }] })],
  media: [
    second({ annotations: [{ type: 'media', kind: 'link', address: 'https://example.org/', caption: 'more' }] }),
    second({ annotations: [{ type: 'media', kind: 'picture', address: 'a.jpg' }] }),
  ],
  diagrams: [second({ annotations: [{ type: 'diagram' }] })],
  medals: [second({ annotations: [{ type: 'medals', names: ['novelty'] }] }), header({ medals: ['novelty'] })],
  'critical-positions': [second({ annotations: [{ type: 'critical', phase: 'endgame' }] })],
  'line-colours': [second({ annotations: [{ type: 'line-colour', colour: '#ff0000' }] })],
  'evaluation-curves': [
    ({ nodes }) =>
      void (nodes[0]!.annotations = [{ type: 'evaluation-curve', values: [null, { centipawns: 20, depth: 8 }] }]),
  ],
  'piece-paths': [second({ annotations: [{ type: 'piece-path', square: 9, code: 3 }] })],
  'video-times': [second({ annotations: [{ type: 'video-time', milliseconds: 500 }] })],
  'problem-markers': [second({ annotations: [{ type: 'problem', colour: 1 }] })],
  'unknown-annotations': [
    second({ annotations: [{ type: 'unknown', format: 'chessbase', code: '7f', base64: 'AAEC' }] }),
  ],
  timeline: [
    (record) =>
      void (record.timeline = record.nodes
        .slice(1)
        .map(({ move }, index) => ({ type: 'move', move: move!, time: index, node: index + 1 }))),
  ],
  setup: [
    ({ nodes }) => void (nodes[0]!.edits = [{ squares: [60], piece: '1' }]),
    startingFrom('chess', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', 'e4'),
    startingFrom('xiangqi', '3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1', '车五平六'),
    startingFrom('othello', '---------------------------OX------XO--------------------------- O', 'd6'),
  ],
  variant: [
    (record) => {
      record.variant = 'chess960'
      startingFrom('chess', 'bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9', 'e4')(record)
    },
  ],
  'board-size': [
    (record) => {
      if (record.game !== 'go' && record.game !== 'othello') return
      const side = record.game === 'othello' ? 10 : 9
      record.size = { columns: side, rows: side }
      record.nodes = [{ parent: -1 }, { parent: 0, move: makePlacement(side === 10 ? 56 : 40) }]
    },
  ],
  identifier: [header({ id: '77', domain: 'server' }), header({ id: '77' })],
  title: [header({ title: 'A game' })],
  'title-languages': [
    header({
      titles: [
        { language: 'en', text: 'A game' },
        { language: 'de', text: 'Ein Spiel' },
      ],
    }),
  ],
  kind: [header({ kind: 'endgame' }), header({ kind: 'problem' })],
  event: [header({ event: { name: 'Cup' } })],
  site: [header({ event: { name: 'Cup', site: 'Berne' } })],
  'event-details': [
    header({ event: { name: 'Cup', category: 7 } }),
    header({ event: { name: 'Cup', date: { year: 2001, month: 5, day: 1 } } }),
    header({ event: { name: 'Cup', rounds: 7 } }),
  ],
  round: [header({ event: { name: 'Cup' }, round: 3 })],
  subround: [header({ event: { name: 'Cup' }, round: 3, subround: 2 }), header({ round: 3, board: 2 })],
  date: [header({ date: { year: 2001, month: 5, day: 1 } })],
  'partial-date': [header({ date: { year: 2001 } })],
  instant: [header({ date: { year: 2001, month: 5, day: 1 }, instant: '2001-05-01T12:00:00Z' })],
  place: [header({ place: 'Berne' })],
  players: [player({})],
  'more-players': [
    ({ header }) =>
      void (header.players = [
        { colour: 1, name: 'A' },
        { colour: 1, name: 'B' },
        { colour: 2, name: 'C' },
      ]),
  ],
  'player-details': [player({ title: 'GM' }), player({ nation: 'SUI' }), player({ id: '7', domain: 'fide' })],
  ratings: [player({ rating: 2100 })],
  ranks: [player({ rank: '3d' })],
  teams: [player({ team: { name: 'Berne' } })],
  'time-used': [player({ timeUsed: '10' }), player({ timeUsed: '0:10:00' })],
  result: [header({ result: { outcome: 'win', winner: 1 } }), header({ result: { outcome: 'draw' } })],
  'result-details': [
    header({ result: { outcome: 'win', winner: 1, by: 'resignation' } }),
    header({ result: { outcome: 'win', winner: 1, by: 'time' } }),
    header({ result: { outcome: 'win', winner: 1, by: 'forfeit' } }),
    header({ result: { outcome: 'unfinished', verdict: 14 } }),
    header({ result: { outcome: 'win', winner: 1, text: 'won in time trouble' } }),
  ],
  score: [header({ result: { outcome: 'win', winner: 1, score: [40, 24] } })],
  'perfect-score': [header({ perfectScore: { score: 4, emptySquares: 20 } })],
  'time-control': [
    header({ timeControl: { text: '5400+30', periods: [{ seconds: 5400, increment: 30 }] } }),
    header({ timeControl: { text: '90' } }),
  ],
  rules: [
    header({ rules: { name: 'Japanese', komi: 6.5 } }),
    header({ rules: { komi: 6.5 } }),
    header({ rules: { name: 'synchro' } }),
  ],
  handicap: [
    (record) => {
      record.header.rules = { handicap: 2 }
      record.nodes = [{ parent: -1, edits: [{ squares: [72, 288], piece: '1' }], turn: 2 }]
    },
  ],
  opening: [header({ openingCode: 'B33' })],
  'opening-subcode': [header({ openingCode: 'B33', openingSubcode: 7 })],
  'top-games': [header({ isTopGame: true })],
  'opening-name': [header({ openingName: 'Sicilian' })],
  annotator: [header({ annotator: 'Cid' })],
  recorder: [header({ recorder: 'Cid' })],
  publication: [header({ publication: { title: 'Book', publisher: 'Press' } })],
  copyright: [header({ copyright: 'all rights' })],
  tags: [header({ tags: { Mode: 'ICS' } }), header({ tags: { WhiteClock: '0:10:00' } })],
  deleted: [header({ deleted: true })],
}

/** The features of a record once it was written and read, and what its writer said of it. */
async function again(
  format: WritableFormat,
  record: GameRecord,
): Promise<{ features: Set<Feature>; losses: string[] }> {
  const name = `game${format.extensions[0]}`
  const out = new MemorySinkSet(name)
  const writer = await format.write(out)
  const losses = [...writer.add(record).issues, ...writer.finish()].map(({ id }) => id)
  const sources = [...out.files].map(([file, bytes]) => new MemorySource(file, bytes))
  const main = sources.find((source) => source.name === name)
  if (!main) return { features: new Set(), losses }
  const files = new MemoryFileSet(
    main,
    sources.filter((source) => source !== main),
  )
  const [entry] = (await format.open(files)).entries()
  return { features: new Set(entry?.record ? featuresUsed(entry.record).keys() : []), losses }
}

/** What comes back under another name: of two places the format has one, and ChessBase has diagrams within comments. */
const ELSEWHERE: Readonly<Record<string, readonly Feature[]>> = {
  '2cbh': ['diagrams'],
  ccbridge: ['site'],
  'ccbridge-xml': ['site'],
  chessbase: ['diagrams'],
  dhtmlxq: ['site'],
  ggf: ['site'],
  pfc: ['site'],
  pgn: ['place'],
  scid: ['place'],
  xqf: ['site'],
}

/** Features that only some games have, though records of others could. */
const ONLY_OF: Partial<Record<Feature, Game>> = { score: 'othello', 'perfect-score': 'othello' }

const WRITABLE = FORMATS.filter((format): format is WritableFormat => Boolean(format.open && format.write))

const CASES = WRITABLE.flatMap((format) => format.games.map((game) => [format.id, game, format] as const))

test.each(CASES)('%s keeps of a game of %s what it says, and no more', async (id, game, format) => {
  const gone: Feature[] = []
  const comeBack: Feature[] = []
  for (const [feature, changes] of Object.entries(EXAMPLES) as [Feature, Change[]][]) {
    const records = changes.map((change) => changed(game, change)).filter((record) => featuresUsed(record).has(feature))
    if ((ONLY_OF[feature] ?? game) !== game || records.length === 0) continue
    const results = await Promise.all(records.map((record) => again(format, record)))
    const isKept = results.some(({ features }) => features.has(feature))
    // A writer may say that it has no room for such a value.
    const isReported = results.every(({ losses }) => losses.length > 0)
    if (format.keeps.has(feature) && !isKept && !isReported) gone.push(feature)
    if (!format.keeps.has(feature) && isKept) comeBack.push(feature)
  }
  expect(gone).toEqual(ELSEWHERE[id] ?? [])
  expect(comeBack).toEqual([])
})

function changed(game: Game, change: Change): GameRecord {
  const record = shortGame(game)
  change(record)
  return record
}

test.each(WRITABLE.filter(({ id }) => ['2cbh', 'chessbase', 'scid'].includes(id)))(
  '$id has chess on the usual board, which a record may state, and on no other',
  async (format) => {
    const writer = await format.write(new MemorySinkSet(`game${format.extensions[0]}`))
    const written = ([columns, rows]: readonly [number, number]) => {
      const { written, issues } = writer.add({ ...shortGame('chess'), size: { columns, rows } })
      return [written, ...issues.map(({ severity, params }) => [severity, params])]
    }
    expect(written([8, 8])).toEqual([true])
    for (const [columns, rows] of [
      [8, 9],
      [9, 8],
    ] as const) {
      const reason = { id: 'position/chess-size', params: { columns, rows } }
      expect(written([columns, rows])).toEqual([false, ['error', { reason }]])
    }
  },
)
