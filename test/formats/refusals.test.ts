/** What a reader throws is known by its class, its code and its place. */
import { expect, test } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { FORMATS } from '../../src/formats/index.ts'
import { FormatError } from '../../src/issues/errors.ts'
import type { ErrorCode } from '../../src/issues/index.ts'
import { seededRandom } from '../support/random.ts'

const random = seededRandom(4)
const noise = Uint8Array.from({ length: 5000 }, () => Math.floor(random() * 256))
const INPUTS: [name: string, bytes: Uint8Array][] = [
  ['nothing', new Uint8Array(0)],
  ['one zero', new Uint8Array(1)],
  ['zeros', new Uint8Array(4096)],
  ['noise', noise],
  ['prose', new TextEncoder().encode('Nothing here was ever played.\n'.repeat(50))],
]
/** What each format says of bytes that are not its own. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  '2cbh': 'chessbase/not-headers',
  cbf: 'cbf/no-index',
  ccbridge: 'xiangqi/not-format',
  'ccbridge-xml': 'xiangqi/not-format',
  'chess-assistant': 'chess-assistant/no-headers',
  'chess-com': 'servers/not-format',
  chessbase: 'chessbase/not-headers',
  dhtmlxq: 'xiangqi/not-format',
  epd: 'servers/not-format',
  fox: 'servers/not-format',
  ggf: 'ggf/not-ggf',
  gib: 'gib/not-gib',
  jsonl: 'jsonl/not-jsonl',
  lichess: 'servers/not-format',
  'lichess-puzzles': 'servers/not-format',
  ngf: 'ngf/not-ngf',
  ogs: 'servers/not-format',
  'othello-text': 'othello-text/no-game',
  pfc: 'xiangqi/not-format',
  pgn: 'pgn/not-pgn',
  scid: 'scid/not-index',
  sgf: 'sgf/no-tree',
  ugf: 'ugf/not-ugf',
  wei7: 'wei7/not-wei7',
  wthor: 'wthor/not-wthor',
  'xiangqi-servers': 'xiangqi/not-format',
  'xiangqi-text': 'xiangqi/not-format',
  xqf: 'xqf/not-xqf',
  xqr: 'xiangqi/not-format',
}

/** WTHOR takes a file by its name, and then says that its header is cut. */
const CUT: ReadonlySet<string> = new Set(['nothing', 'one zero'])

/** Inputs that are not refused: empty files of texts have no games, and zeros are an empty file of WTHOR. */
const NOT_REFUSED: Readonly<Record<string, readonly string[]>> = {
  dhtmlxq: ['nothing'],
  ggf: ['nothing'],
  'othello-text': ['nothing'],
  sgf: ['nothing'],
  jsonl: ['nothing'],
  pgn: ['nothing'],
  wthor: ['zeros'],
}

test.each(FORMATS.filter(({ open }) => open).map((format) => [format.id, format] as const))(
  '%s refuses foreign bytes with a FormatError',
  async (id, format) => {
    for (const [what, bytes] of INPUTS) {
      const source = new MemorySource(`file${format.extensions[0]}`, bytes)
      const opening = format.open!(new MemoryFileSet(source))
      if (NOT_REFUSED[id]?.includes(what)) {
        await opening
        continue
      }
      const error: unknown = await opening.catch((thrown: unknown) => thrown)
      expect(error, what).toBeInstanceOf(FormatError)
      const code = id === 'wthor' && CUT.has(what) ? 'wthor/cut' : CODES[id]
      expect(error, what).toMatchObject({ code, place: { file: source.name } })
      if (code === 'xiangqi/not-format') {
        expect(error, what).toMatchObject({ params: { format: id }, place: { offset: 0 } })
      }
    }
  },
)
