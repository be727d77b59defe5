/** Stones and discs put on the board and taken off in the middle of a game, which are edits and no moves. */
import { computed, signal } from '@preact/signals'
import type { Colour } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { Edited } from '../../../../src/model/tree-edit.ts'
import { isSetUpPossible, putStone, rulesOf, setTurn } from '../../../../src/rules/index.ts'
import type { Rules } from '../../../../src/rules/rules.ts'
import { edit } from './edit-actions.ts'
import { quiz } from '../study/quiz.ts'
import { position, record } from '../replay/replay.ts'

/** What clicks put on the board: a stone of a colour, or '' to take one off; undefined while they play. */
export type StoneTool = '1' | '2' | ''
export const STONE_TOOLS: readonly StoneTool[] = ['1', '2', '']
export const stoneTool = signal<StoneTool | undefined>(undefined)

/** Whether the game is one in which positions are edited. */
export const hasStones = computed(() => record.value !== undefined && rulesOf(record.value.game).edit !== undefined)

/** Whether clicks put stones: not while a question is put, which moves answer. */
export const isPuttingStones = computed(() => stoneTool.value !== undefined && hasStones.value && !quiz.value)

/** Counts the presses: what one press draws is taken back together. */
let presses = 0

/** Puts the chosen stone where a pointer is pressed; one that stands there already is taken off. */
export function pressStone(square: number): void {
  presses++
  put(square, position.value?.pieceAt(square) === stoneTool.value ? '' : stoneTool.value)
}

/** Puts the chosen stone where a pressed pointer is drawn on. */
export function drawStone(square: number): void {
  put(square, stoneTool.value)
}

function put(square: number, piece: StoneTool | undefined): void {
  if (piece === undefined) return
  change((rules, shown, at) => putStone(rules, shown, at, square, piece), `stones ${presses}`)
}

/** Says who moves at the node on the board. */
export function turnTo(colour: Colour): void {
  change((rules, shown, at) => setTurn(rules, shown, at, colour))
}

/** Changes the position at the node on the board, where it is known. */
function change(act: (rules: Rules, record: GameRecord, at: number) => Edited, merge?: string): void {
  edit((shown, at) => {
    const rules = rulesOf(shown.game)
    return isSetUpPossible(rules, shown, at) ? act(rules, shown, at) : { record: shown, node: at }
  }, merge)
}
