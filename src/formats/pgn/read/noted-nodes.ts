/** The nodes of a line whose moves and comments the kernel has read. */
import type { Clock, Evaluation } from '../../../model/annotation.ts'
import type { MoveNode } from '../../../model/tree.ts'
import type { KernelNotes } from '../../chess-kernel.ts'
import type { KeyedLine } from '../../../rules/keyed-line.ts'

/** What a comment says, as bits: see kernel/notes.ts. There is an evaluation (2) in what is no time alone. */
const TIME = 1
const MATE = 4
const DEPTH = 8
const VALUE_FIRST = 16

/**
 * Makes the nodes. A node is made with all that it has, since one that grows takes more time and memory.
 */
export function notedNodes({ length, moves }: KeyedLine, notes: KernelNotes): MoveNode[] {
  const { kinds, times } = notes
  const nodes: MoveNode[] = [{ parent: -1 }]
  for (let node = 1; node <= length; node++) {
    const parent = node - 1
    const move = moves[parent]!
    const kind = kinds[node]!
    if (kind === TIME) {
      nodes.push({ parent, move, clock: clockOf(times[node]!) })
    } else if (kind === 0) {
      nodes.push({ parent, move })
    } else {
      const evaluation = evaluationOf(notes, node)
      if ((kind & TIME) === 0) nodes.push({ parent, move, evaluation })
      // In the order of the commands, which is that of the fields in JSON.
      else if ((kind & VALUE_FIRST) !== 0) nodes.push({ parent, move, evaluation, clock: clockOf(times[node]!) })
      else nodes.push({ parent, move, clock: clockOf(times[node]!), evaluation })
    }
  }
  return nodes
}

function clockOf(time: number): Clock {
  return { left: time / 1000 }
}

function evaluationOf({ kinds, values, depths }: KernelNotes, node: number): Evaluation {
  const kind = kinds[node]!
  const value = values[node]!
  const evaluation: Evaluation = (kind & MATE) !== 0 ? { mate: value } : { centipawns: value / 100 }
  if ((kind & DEPTH) !== 0) evaluation.depth = depths[node]!
  return evaluation
}
