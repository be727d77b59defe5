/**
 * The XQF files under `examples/xiangqi`, made of lines and comments of our
 * own. Run as a script it writes them; a test sees to it that they are as it would write them.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { toPreorder, type MoveNode } from '../../src/model/tree.ts'
import { xiangqi } from '../../src/rules/xiangqi/index.ts'
import { seededRandom } from './random.ts'
import { hideXqf, writeXqf } from './xqf.ts'

const folder = join(import.meta.dirname, '../../examples/xiangqi')

/** Lines by their moves in ICCS, each with a comment on its last move. Lines that begin alike share their moves. */
const OPENING = `
: 中炮对屏风马，最常见的开局之一。本谱只示范几种基本的应法。
h2e2: 直指中路。
h2e2 h9g7: 屏风马的第一步。
h2e2 h9g7 h0g2 i9h9 i0h0 b9c7: 至此成屏风马阵式。
h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6: 红车过河。
h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7: 平炮兑车。
h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6: 避兑。
h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6 h7i7 h6g6 i7i8: 退炮以后可平７路打车，黑方满意。
h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4: 另一路：先进三兵。
h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5: 黑方挺３卒，两翼均衡。
h2e2 h7e7: 顺炮：以攻对攻。
h2e2 h7e7 h0g2 h9g7 i0h0: 直车。
h2e2 h7e7 h0g2 h9g7 i0h0 i9i8: 横车，顺炮直车对横车。
h2e2 b7e7: 列炮：炮从另一侧还中。
h2e2 b7e7 h0g2 b9c7: 红方稍好。
`

const COMPOSITION = `
: 红先胜，两步成杀。
a6b8: 将军！黑将只有两条路。
a6b8 d9d8: 吃兵。
a6b8 d9d8 a1a8: 马后炮杀。
a6b8 d9e9: 避开。
a6b8 d9e9 a1a9: 以象为炮架成杀。
a6c7: 从另一边将军，不成。
a6c7 d9d8: 黑将吃兵，红方没有杀着。
`

function openingRecord(): GameRecord {
  const record = emptyRecord('xiangqi')
  record.header = {
    title: '中炮对屏风马入门',
    kind: 'opening',
    event: { name: '示例对局' },
    date: { year: 2024, month: 5, day: 1, text: '2024年5月1日' },
    place: '北京',
    players: [
      { colour: 1, name: '红方甲', timeUsed: '25分' },
      { colour: 2, name: '黑方乙', timeUsed: '31分' },
    ],
    result: { outcome: 'draw' },
    timeControl: { text: '每方60分钟，每步加30秒' },
    annotator: '棋友',
    recorder: 'Ludograph',
  }
  record.nodes = makeNodes(record, OPENING)
  return record
}

function compositionRecord(): GameRecord {
  const record = emptyRecord('xiangqi')
  record.setup = '2bk1a3/3P5/9/N8/9/9/9/3p5/C8/3K5 w - - 0 1'
  record.header = {
    title: '马炮兵巧胜',
    kind: 'endgame',
    date: { year: 2024 },
    players: [],
    result: { outcome: 'win', winner: 1 },
    recorder: 'Ludograph',
  }
  record.nodes = makeNodes(record, COMPOSITION)
  return record
}

/** The tree of some lines. Throws for a mistyped move, since only legal ones are read. */
function makeNodes(record: GameRecord, lines: string): MoveNode[] {
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (const line of lines.split('\n').slice(1, -1)) {
    const [moves, comment] = line.split(': ') as [string, string]
    const position = xiangqi.start(record)
    let parent = 0
    for (const text of moves.split(' ').filter(Boolean)) {
      const move = xiangqi.readMove(position, text)
      if (move === undefined) throw new Error(`no legal move: ${text}`)
      xiangqi.play(position, move)
      const known = nodes.findIndex((node) => node.parent === parent && node.move === move)
      parent = known >= 0 ? known : nodes.push({ parent, move }) - 1
    }
    nodes[parent]!.comments = [{ text: comment, placement: 'after' }]
  }
  return toPreorder(nodes)
}

/** The example files by name. */
export async function exampleFiles(): Promise<Map<string, Uint8Array>> {
  const plain = await writeXqf(openingRecord(), '10')
  const { bytes } = await writeXqf(compositionRecord(), '18')
  const raw = { mask: 0xee, or: [12, 34, 56, 154] as const, position: 113, from: 59, to: 200 }
  return new Map([
    ['中炮对屏风马.xqf', plain.bytes],
    ['马炮兵巧胜.xqf', hideXqf(bytes, 18, raw, seededRandom(18))],
  ])
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of await exampleFiles()) writeFileSync(join(folder, name), bytes)
}
