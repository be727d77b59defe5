/**
 * Rules stricter than the formal definition, which most rule sets have: no retaking of a ko at once, no repetition of a
 * whole position, no suicide, colours in turn. Records break them for good reasons (other rules, several players,
 * mistakes), so they are warnings.
 */
import type { ParamsOf } from '../../issues/catalogue.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isPass, moveColour, moveTo, otherColour, type Colour } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import { depths, walk } from '../../model/tree.ts'
import { sideOf } from '../side.ts'
import { EMPTY } from './geometry.ts'
import { go } from './rules.ts'
import type { GoPosition } from './position.ts'

/** The stricter rules by the names in their issues: `rules/go-ko` and so on. */
export const STRICT_GO_RULES = {
  ko: 'a ko is not retaken at once',
  superko: 'no position of the whole board comes again (positional superko)',
  suicide: 'no move takes off its own stone',
  turns: 'the colours move in turn',
} as const

/** The name of a stricter rule. */
export type StrictGoRule = keyof typeof STRICT_GO_RULES

const ALL_RULES = Object.keys(STRICT_GO_RULES) as StrictGoRule[]

/** A position on a line, and the colour that moved last; 0 before the first move and after a set-up. */
interface Context {
  position: GoPosition
  last: Colour | 0
}

/**
 * The moves of a record that break stricter rules, at most `limit` of them. A ko retaken at once is reported as `ko`
 * and, if that rule is checked, not again as `superko`. Throws PositionError when the start is invalid.
 */
export function strictGoIssues(record: GameRecord, rules: readonly StrictGoRule[] = ALL_RULES, limit = 100): Issue[] {
  const issues: Issue[] = []
  const report = <Rule extends StrictGoRule>(rule: Rule, node: number, params: ParamsOf<`rules/go-${Rule}`>) => {
    if (issues.length >= limit || !rules.includes(rule)) return
    issues.push(issue(`rules/go-${rule}`, 'warning', params, { node }))
  }
  const depth = depths(record.nodes)
  const line = new Line()

  walk<Context>(
    record.nodes,
    { position: go.start(record), last: 0 },
    ({ position, last }) => ({ position: position.clone(), last }),
    (context, node, index) => {
      const { position } = context
      line.returnTo(depth[index]!)
      if (node.edits || node.turn) {
        go.edit!(position, node.edits ?? [], node.turn)
        context.last = node.turn === undefined ? 0 : otherColour(node.turn)
      }
      const { move } = node
      if (move === undefined) {
        line.add(position)
        return
      }
      const text = go.writeMove(position, move)
      const colour = moveColour(move) || position.turn
      if (colour === context.last) report('turns', index, { move: text, side: sideOf('go', colour) })
      context.last = colour
      position.play(move)
      const repeats = line.add(position)
      if (isPass(move)) return
      const isSuicide = position.stoneAt(moveTo(move)) === EMPTY
      if (isSuicide) report('suicide', index, { move: text, count: position.lastCaptured })
      if (!repeats) return
      const isKo = !isSuicide && position.lastCaptured === 1 && line.isAsTwoBefore()
      if (isKo && rules.includes('ko')) report('ko', index, { move: text })
      else report('superko', index, { move: text })
    },
  )
  return issues
}

/** The positions on the way from the root to a node, by their keys, and how often each occurs. */
class Line {
  private readonly keys: number[] = []
  private readonly counts = new Map<number, number>()
  private readonly halves = new Uint32Array(2)

  /** Removes the nodes from the given depth on, to continue from another parent. */
  returnTo(depth: number): void {
    while (this.keys.length > depth) {
      const key = this.keys.pop()!
      const left = this.counts.get(key)! - 1
      if (left === 0) this.counts.delete(key)
      else this.counts.set(key, left)
    }
  }

  /** Adds a position and returns whether it occurred on the line before. */
  add(position: GoPosition): boolean {
    position.stonesKey(this.halves)
    // 53 of the 64 bits fit a number.
    const key = (this.halves[0]! & 0x1f_ffff) * 0x1_0000_0000 + this.halves[1]!
    const before = this.counts.get(key) ?? 0
    this.counts.set(key, before + 1)
    this.keys.push(key)
    return before > 0
  }

  /** Whether the last position is the same as two nodes before. */
  isAsTwoBefore(): boolean {
    const { keys } = this
    return keys.length > 2 && keys[keys.length - 1] === keys[keys.length - 3]
  }
}
