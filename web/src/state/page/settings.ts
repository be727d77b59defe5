/** The look of the board and the page, as remembered choices. */
import { effect, signal, type Signal } from '@preact/signals'
import { remember, remembered } from './remember.ts'

export const BOARD_THEMES = ['wood', 'green', 'blue', 'paper', 'contrast'] as const
export const XIANGQI_PIECES = ['simplified', 'traditional', 'pictures'] as const
export const CHESS_PIECES = ['classic', 'silhouettes', 'letters'] as const
export const MOVE_LAYOUTS = ['columns', 'inline'] as const
export const PAGE_COLOURS = ['system', 'light', 'dark'] as const

/** Colours of the board, the same choice for the four games. */
export const boardTheme = choice('board', BOARD_THEMES)
/** The style of chess pieces. */
export const chessPieces = choice('chess', CHESS_PIECES)
/** The style of xiangqi pieces. */
export const xiangqiPieces = choice('xiangqi', XIANGQI_PIECES)
/** Whether main lines are written in two columns or like a book. */
export const moveLayout = choice('moves', MOVE_LAYOUTS)
export const pageColours = choice('colours', PAGE_COLOURS)
export const hasCoordinates = choice('coordinates', ['yes', 'no'])
/** Whether stones show the numbers of their moves. */
export const hasMoveNumbers = choice('move-numbers', ['no', 'yes'])
/** Whether the next moves are marked where there is more than one. */
export const hasNextMoves = choice('next-moves', ['no', 'yes'])
/** Whether moves are heard. */
export const hasSound = choice('sound', ['no', 'yes'])
/** Whether opened files and changes are kept in the browser. */
export const keepsFiles = choice('keep-files', ['yes', 'no'])
/** Whether moves are animated; never if the system asks for reduced motion. */
export const isAnimated = choice('animation', ['yes', 'no'])

/** A remembered choice; the first option by default. */
export function choice<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Signal<Value> {
  const before = remembered(name)
  const chosen = signal(values.find((value) => value === before) ?? values[0])
  let isFirst = true
  effect(() => {
    const { value } = chosen
    if (!isFirst) remember(name, value)
    isFirst = false
  })
  return chosen
}

effect(() => {
  const { dataset, style } = document.documentElement
  dataset['board'] = boardTheme.value
  dataset['animation'] = isAnimated.value
  style.colorScheme = pageColours.value === 'system' ? '' : pageColours.value
})
