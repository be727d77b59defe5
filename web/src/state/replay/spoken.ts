/** Moves and squares in words, as a screen reader says them. */
import { computed } from '@preact/signals'
import { isPass, isPlacement, moveFrom, moveTo } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { positionAt } from '../../../../src/rules/replay.ts'
import { colourWord, fill, words, type Word } from '../../words/index.ts'
import { node, record, writtenMoves } from './replay.ts'

const KINDS: Readonly<Partial<Record<Game, Readonly<Record<string, Word>>>>> = {
  chess: { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' },
  xiangqi: { P: 'soldier', N: 'horse', B: 'elephant', R: 'chariot', C: 'cannon', A: 'advisor', K: 'general' },
}

/** The name of a piece without its colour; '' for stones and discs. */
export function kindName(game: Game, piece: string): string {
  const word = KINDS[game]?.[piece.toUpperCase()]
  return word ? words[word] : ''
}

/** A piece, stone or disc with its colour. */
export function pieceName(game: Game, piece: string): string {
  if (piece === '1' || piece === '2') return colourWord(game, piece === '1' ? 1 : 2)
  const colour = colourWord(game, piece === piece.toUpperCase() ? 1 : 2)
  return fill(words.pieceOf, { colour, piece: kindName(game, piece) })
}

/** The spoken form of the move on the board; undefined if it is no better than the written one. */
export const spokenMove = computed<string>(() => {
  const shown = record.value
  const at = shown?.nodes[node.value]
  const written = writtenMoves.value[node.value]
  if (!shown || !at || at.move === undefined || !written) return node.value === 0 ? words.start : ''
  const { game } = shown
  const { move } = at
  const rules = rulesOf(game)
  const player = colourWord(game, written.colour)
  if (isPass(move)) return `${written.number} ${player}: ${words.pass}`
  try {
    const before = positionAt(rules, shown, at.parent)
    const to = rules.formatSquare(before, moveTo(move))
    if (isPlacement(move)) return `${written.number} ${player}: ${to}`
    const from = rules.formatSquare(before, moveFrom(move))
    const piece = kindName(game, before.pieceAt(moveFrom(move)))
    const taken = kindName(game, before.pieceAt(moveTo(move)))
    const isCastling = game === 'chess' && /^[O0]-/.test(rules.writeMove(before, move, 'san'))
    const text = fill(taken === '' || isCastling ? words.spokenMove : words.spokenCapture, { piece, from, to, taken })
    const end = written.text.endsWith('#')
      ? `, ${words.checkmate}`
      : written.text.endsWith('+')
        ? `, ${words.check}`
        : ''
    return `${written.number} ${player}: ${isCastling ? `${words.castles} ${written.text}` : text + end}`
  } catch {
    return `${written.number} ${written.text}`
  }
})
