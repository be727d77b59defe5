/** The positions of a game, each with the move played in it, for the position index. */
import { withNodes, type AnyRecord } from '../../model/line-record.ts'
import type { KeyedLine } from '../../rules/keyed-line.ts'
import { PositionError } from '../../issues/errors.ts'
import type { Move } from '../../model/move.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import { countVariations } from '../../model/tree.ts'
import { CornerPostings } from '../../positions/segment/corners.ts'
import { followMainLine, isUsualStart, writeMainLine } from '../../positions/follow-line.ts'
import type { MainLineWriter } from '../../positions/main-line.ts'
import { encodeMove, NO_MOVE_CODE } from '../../positions/move-code.ts'
import type { PostingSink } from '../../positions/segment/postings.ts'
import { rulesOf } from '../../rules/index.ts'
import { replay } from '../../rules/replay.ts'
import type { Position, Rules } from '../../rules/rules.ts'
import { transformMove } from '../../rules/symmetry.ts'

/** Positions reset to the initial position and reused: setting up a board for every game takes longer. */
type Starts = Map<Game, Position>

export class PostingMaker {
  private readonly starts: Starts = new Map()
  private readonly corners = new CornerPostings()

  /**
   * Adds the positions of a game, of Go its corners too, and its main line to the lines. A game with an invalid start has neither.
   * @param variations those of variations too
   * @param line the main line, when its reader has its keys at hand
   */
  add(
    postings: PostingSink,
    lines: MainLineWriter,
    read: AnyRecord,
    game: number,
    variations: boolean,
    line?: KeyedLine,
  ): void {
    const rules = rulesOf(read.game)
    try {
      if (line && !variations && !rules.canonicalKey) {
        addLine(postings, read.game, line, game)
        writeMainLine(lines, rules, read, line)
        return
      }
      const record = withNodes(read)
      const mainLines = variations ? undefined : postings
      if (variations) addTree(postings, rules, record, game)
      const from = lines.length
      this.addMainLine(mainLines, lines, rules, record, game)
      if (record.game === 'go') {
        const hasOthers = variations && countVariations(record.nodes) > 0
        this.corners.add(postings, lines.words.subarray(from, lines.length), game, hasOthers)
      }
    } catch (error) {
      // An invalid start position has no positions to find.
      if (!(error instanceof PositionError)) throw error
    }
  }

  /** The positions of the main line, each with the move played in it; the last with none. */
  private addMainLine(
    postings: PostingSink | undefined,
    lines: MainLineWriter,
    rules: Rules,
    record: GameRecord,
    game: number,
  ): void {
    const isUsual = isUsualStart(record) && record.size === undefined
    const known = isUsual ? this.starts.get(record.game) : undefined
    // Stored again below, once it is known to be at the start.
    this.starts.delete(record.game)
    const position = known ?? rules.start(record)
    let { played, isEdited } = followMainLine(
      rules,
      record,
      position,
      lines,
      postings &&
        ((at, move) => {
          addPosition(postings, rules, at, record.game, game, move)
        }),
    )
    // Edits cannot be taken back.
    if (!isUsual || isEdited) return
    while (played-- > 0) rules.undo(position)
    this.starts.set(record.game, position)
  }
}

/** Memory for the codes of a line whose reader has none at hand. */
let codeMemory = new Uint16Array(1 << 9)

/** A main line whose keys are known. */
function addLine(postings: PostingSink, kind: Game, { moves, keys, codes, length }: KeyedLine, game: number): void {
  if (codes) return postings.addLine(keys, codes, length, game)
  if (codeMemory.length < length) codeMemory = new Uint16Array(length * 2)
  for (let ply = 0; ply < length; ply++) codeMemory[ply] = encodeMove(kind, moves[ply]!)
  postings.addLine(keys, codeMemory, length, game)
}

/** The positions of every line. */
function addTree(postings: PostingSink, rules: Rules, record: GameRecord, game: number): void {
  const { nodes } = record
  // Whether a move follows, behind nodes that set up stones or comment; what follows a move nobody could read is no more.
  const goesOn = new Uint8Array(nodes.length)
  for (let index = nodes.length - 1; index > 0; index--) {
    const { parent, move, unread } = nodes[index]!
    if (move !== undefined || (goesOn[index] === 1 && !unread)) goesOn[parent] = 1
  }
  replay(rules, record, (position, node, index) => {
    if (node.move === undefined) {
      if (index === 0 && goesOn[0] === 0) addPosition(postings, rules, position, record.game, game, undefined)
      return
    }
    addPosition(postings, rules, position, record.game, game, node.move)
    if (goesOn[index] === 1) return
    rules.play(position, node.move)
    addPosition(postings, rules, position, record.game, game, undefined)
    rules.undo(position)
  })
}

const key = new Uint32Array(2)

/**
 * Adds a position under its key: for boards with symmetries the smallest key of all images, with the move transformed
 * the same way.
 */
function addPosition(
  postings: PostingSink,
  rules: Rules,
  position: Position,
  kind: Game,
  game: number,
  move: Move | undefined,
): void {
  let posted = move
  if (rules.canonicalKey) {
    const symmetry = rules.canonicalKey(position, key)
    if (move !== undefined) posted = transformMove(move, symmetry, position.columns, position.rows)
  } else {
    rules.key(position, key)
  }
  postings.add(key[0]!, key[1]!, game, posted === undefined ? NO_MOVE_CODE : encodeMove(kind, posted, position.turn))
}
