/** The rooms of the project: which sources are mutated, and where the tests that must notice stand. */

export interface Room {
  /** Folders and files of the sources. */
  sources: string[]
  /** Folders and files of tests; those that import the mutated file, however indirectly, are run. */
  tests: string[]
  /** Tests of what this room has in common with others: they run after its own. */
  shared?: string[]
  /** Tests that reach the sources in other ways, by running the command line or a browser. */
  always?: string[]
  /** Seconds of processor time for the tests of a mutant, where the usual ones are too few. */
  budget?: number
}

/** Tests of what every format offers. */
const EVERY_FORMAT = ['collections', 'contract', 'detection', 'keeps', 'options', 'refusals', 'plain-records'].map(
  (name) => `test/formats/${name}.test.ts`,
)

const format = (id: string, tests: string[], always?: string[]): Room => ({
  sources: [`src/formats/${id}`],
  tests,
  shared: EVERY_FORMAT,
  ...(always && { always }),
})

/** Tests of the folder that all formats of xiangqi share. */
const xiangqiTests = (...names: string[]) => names.map((name) => `test/formats/xiangqi/${name}.test.ts`)

/** Tests of the page: each file of them starts a browser, and the page is built for each mutant. */
const page = (source: string): Room => ({
  sources: [source],
  tests: ['test/web'],
  always: ['test/web'],
  budget: 200,
})

const CODE_OF_ISSUES = [
  'catalogue',
  'collector',
  'describe',
  'errors',
  'fill',
  'format-names',
  'issue',
  'languages',
].map((name) => `src/issues/${name}.ts`)

/** What several formats share. */
const SHARED_BY_FORMATS = [
  'append-text',
  'archive',
  'evaluation-command',
  'feature',
  'folder-update',
  'format',
  'go-handicap',
  'go-result',
  'index',
  'go-amount',
  'json',
  'line-records',
  'member-paths',
  'parts',
  'played-line',
  'recognised',
  'record-collection',
  'server-text',
  'single-record',
  'votes',
  'write-record',
  'write-result',
  'xml',
  'xml-text',
].map((name) => `src/formats/${name}.ts`)

export const ROOMS: Readonly<Record<string, Room>> = {
  model: { sources: ['src/model'], tests: ['test/model'], shared: ['test/rules', 'test/formats', 'test/convert'] },
  bytes: {
    sources: ['src/bytes'],
    tests: ['test/bytes', 'test/node.test.ts', 'test/node', 'test/safety/journal.test.ts'],
    shared: ['test/formats', 'test/convert'],
  },
  rules: { sources: ['src/rules'], tests: ['test/rules'], shared: ['test/formats', 'test/positions'] },
  convert: {
    sources: ['src/convert', 'src/records'],
    tests: ['test/convert', 'test/records.test.ts'],
    shared: ['test/formats'],
    always: ['test/cli/cli.test.ts'],
  },
  positions: { sources: ['src/positions'], tests: ['test/positions', 'test/patterns', 'test/database'] },
  patterns: { sources: ['src/patterns'], tests: ['test/patterns', 'test/database/pattern.test.ts'] },
  openings: { sources: ['src/openings'], tests: ['test/openings'] },
  // Sentences are looked through by people: only what makes them is code.
  issues: { sources: CODE_OF_ISSUES, tests: ['test/issues', 'test/formats', 'test/convert', 'test/cli'] },
  query: { sources: ['src/query'], tests: ['test/query', 'test/database', 'test/server'] },
  node: {
    sources: ['src/node'],
    tests: ['test/node.test.ts', 'test/node', 'test/safety', 'test/bytes/packed.test.ts'],
    shared: ['test/convert', 'test/database'],
    always: ['test/cli/streams.test.ts', 'test/cli/packed.test.ts', 'test/cli/cli.test.ts'],
  },
  database: {
    sources: ['src/database'],
    tests: ['test/database', 'test/safety', 'test/server'],
    always: ['test/cli/database.test.ts'],
  },
  repertoire: {
    sources: ['src/repertoire'],
    tests: ['test/repertoire', 'test/study'],
    always: ['test/cli/train.test.ts'],
  },
  study: { sources: ['src/study'], tests: ['test/study', 'test/server'], always: ['test/cli/study.test.ts'] },
  server: { sources: ['src/server'], tests: ['test/server'], always: ['test/cli/serve.test.ts'] },
  cli: { sources: ['src/cli'], tests: ['test/cli'], always: ['test/cli'] },
  books: { sources: ['src/books'], tests: ['test/books'], always: ['test/cli/books.test.ts'] },
  engines: { sources: ['src/engines'], tests: ['test/engines', 'test/node/engine-settings.test.ts'] },
  tablebases: { sources: ['src/tablebases'], tests: ['test/tablebases'] },
  diagrams: { sources: ['src/diagrams'], tests: ['test/diagrams'] },
  mcp: { sources: ['src/mcp'], tests: ['test/server/mcp-tools.test.ts'], always: ['test/server/mcp.test.ts'] },
  'chess-kernel': {
    sources: ['src/formats/chess-kernel.ts', 'src/formats/chess-kernel/instantiate.ts'],
    tests: ['test/formats/chess-kernel.test.ts'],
  },
  formats: { sources: SHARED_BY_FORMATS, tests: ['test/formats', 'test/convert'] },
  '2cbh': format('2cbh', ['test/formats/2cbh', 'test/formats/chessbase']),
  cbf: format('cbf', ['test/formats/cbf.test.ts']),
  ccbridge: format('ccbridge', xiangqiTests('ccbridge', 'fields', 'conversions', 'corpus')),
  'ccbridge-xml': format('ccbridge-xml', xiangqiTests('xml', 'fields', 'conversions', 'corpus')),
  'chess-assistant': format('chess-assistant', ['test/formats/chess-assistant'], ['test/cli/chess-assistant.test.ts']),
  'chess-com': format('chess-com', ['test/formats/server-json.test.ts']),
  chessbase: format('chessbase', ['test/formats/chessbase']),
  dhtmlxq: format('dhtmlxq', xiangqiTests('dhtmlxq', 'fields', 'conversions', 'corpus')),
  epd: format('epd', ['test/formats/epd.test.ts']),
  fox: format('fox', ['test/formats/server-json.test.ts']),
  ggf: format('ggf', ['test/formats/ggf.test.ts', 'test/formats/large-lists.test.ts']),
  gib: format('gib', ['test/formats/go-servers.test.ts']),
  jsonl: format('jsonl', ['test/formats/jsonl', 'test/convert']),
  lichess: format('lichess', ['test/formats/server-json.test.ts']),
  'lichess-puzzles': format('lichess-puzzles', ['test/formats/server-json.test.ts']),
  ngf: format('ngf', ['test/formats/go-servers.test.ts']),
  ogs: format('ogs', ['test/formats/server-json.test.ts']),
  'othello-text': format('othello-text', ['test/formats/othello-text.test.ts']),
  pfc: format('pfc', xiangqiTests('xml', 'fields', 'conversions', 'corpus')),
  pgn: format('pgn', ['test/formats/pgn', 'test/formats/xqf']),
  scid: format('scid', ['test/formats/scid']),
  'server-json': format('server-json', ['test/formats/server-json.test.ts']),
  sgf: format('sgf', ['test/formats/sgf', 'test/formats/go-servers.test.ts', 'test/formats/wei7']),
  table: format('table', ['test/formats/table.test.ts'], ['test/cli/tables.test.ts']),
  ugf: format('ugf', ['test/formats/go-servers.test.ts']),
  wei7: format('wei7', ['test/formats/wei7']),
  wthor: format('wthor', ['test/formats/wthor'], ['test/cli/cli.test.ts']),
  xiangqi: format('xiangqi', ['test/formats/xiangqi', 'test/formats/xqf']),
  'xiangqi-servers': format('xiangqi-servers', xiangqiTests('servers', 'corpus')),
  'xiangqi-text': format('xiangqi-text', xiangqiTests('text', 'corpus')),
  xqr: format('xqr', xiangqiTests('servers', 'corpus')),
  xqf: format('xqf', ['test/formats/xqf']),
  'web/state': page('web/src/state'),
  'web/worker': page('web/src/worker'),
}
