/** Adding and removing stones and discs in the middle of a game, which are edits rather than moves. */
import { computed, signal } from '@preact/signals'
import type { Colour } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { Edited } from '../../../../src/model/tree-edit.ts'
import { isSetUpPossible, putStone, rulesOf, setTurn } from '../../../../src/rules/index.ts'
import type { Rules } from '../../../../src/rules/rules.ts'
import { edit } from './edit-actions.ts'
import { quiz } from '../study/quiz.ts'
import { position, record } from '../replay/replay.ts'

/** What clicks add: a stone of a colour, or '' to remove one; undefined if they play moves. */
export type StoneTool = '1' | '2' | ''
export const STONE_TOOLS: readonly StoneTool[] = ['1', '2', '']
export const stoneTool = signal<StoneTool | undefined>(undefined)

/** Whether the game is one in which positions are edited. */
export const hasStones = computed(() => record.value !== undefined && rulesOf(record.value.game).edit !== undefined)

/** Whether clicks add stones; not during a question, which is answered by moves. */
export const isPuttingStones = computed(() => stoneTool.value !== undefined && hasStones.value && !quiz.value)

/** Counts the presses: everything drawn with one press is undone together. */
let presses = 0

/** Adds the chosen stone where the pointer is pressed, or removes it if it is already there. */
export function pressStone(square: number): void {
  presses++
  put(square, position.value?.pieceAt(square) === stoneTool.value ? '' : stoneTool.value)
}

/** Adds the chosen stone where the pointer is dragged. */
export function drawStone(square: number): void {
  put(square, stoneTool.value)
}

function put(square: number, piece: StoneTool | undefined): void {
  if (piece === undefined) return
  change((rules, shown, at) => putStone(rules, shown, at, square, piece), `stones ${presses}`)
}

/** Sets who moves at the node on the board. */
export function turnTo(colour: Colour): void {
  change((rules, shown, at) => setTurn(rules, shown, at, colour))
}

/** Changes the position at the node on the board, if it is known. */
function change(act: (rules: Rules, record: GameRecord, at: number) => Edited, merge?: string): void {
  edit((shown, at) => {
    const rules = rulesOf(shown.game)
    return isSetUpPossible(rules, shown, at) ? act(rules, shown, at) : { record: shown, node: at }
  }, merge)
}
