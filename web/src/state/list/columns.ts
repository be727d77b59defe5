/** The columns of the table of games: which there are, which are chosen, and which of them the list has room for. */
import { computed, signal } from '@preact/signals'
import { remember, remembered } from '../page/remember.ts'
import type { Word } from '../../words/index.ts'
import { facts, isMixed, type Fact } from './facts.ts'

interface Column {
  /** Names it where the kinds of games are mixed, and in the menu. */
  word: Word
  /** The least width in pixels. */
  least: number
  /** Its share of what is left, as in the `fr` of a grid; absent: as wide as its least. */
  share?: number
  /** Columns of a higher rank are the last to give way in a narrow list. */
  rank: number
  /** Whether it is among those shown as long as nobody chose. */
  isUsual: boolean
  /** What some line must have for it. */
  needs?: Fact
}

/** Every column, in the order of the table. */
export const COLUMNS = {
  number: { word: 'columnNumber', least: 36, rank: 5, isUsual: false },
  first: { word: 'movesFirst', least: 88, share: 1, rank: 10, isUsual: true },
  firstRating: { word: 'ratingFirst', least: 36, rank: 4, isUsual: true, needs: 'rating' },
  second: { word: 'movesSecond', least: 88, share: 1, rank: 10, isUsual: true },
  secondRating: { word: 'ratingSecond', least: 36, rank: 4, isUsual: true, needs: 'rating' },
  result: { word: 'result', least: 46, rank: 9, isUsual: true },
  game: { word: 'game', least: 56, rank: 8, isUsual: true },
  opening: { word: 'openingFact', least: 36, rank: 6, isUsual: true, needs: 'opening' },
  event: { word: 'event', least: 96, share: 0.8, rank: 2, isUsual: true, needs: 'event' },
  round: { word: 'round', least: 36, rank: 1, isUsual: false, needs: 'round' },
  year: { word: 'year', least: 40, rank: 7, isUsual: true, needs: 'year' },
  date: { word: 'date', least: 84, rank: 7, isUsual: false, needs: 'year' },
  length: { word: 'columnLength', least: 36, rank: 3, isUsual: true },
} as const satisfies Record<string, Column>

export type ColumnName = keyof typeof COLUMNS
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[]

/** Pixels between columns, and those left and right of them; the style sheet says the same. */
const GAP = 8
const EDGES = 24

/** Whether the list is a table. */
export const isTable = signal(false)
/** The width of the list in pixels. */
export const listWidth = signal(0)

const wanted = signal<ReadonlySet<string>>(new Set((remembered('columns') ?? usual()).split(',')))

function usual(): string {
  return COLUMN_NAMES.filter((name) => COLUMNS[name].isUsual).join(',')
}

/** Whether a column is chosen, though the list may have no room or no use for it. */
export const isChosen = (name: ColumnName) => wanted.value.has(name)

/** Chooses a column, or no longer; remembered. */
export function chooseColumn(name: ColumnName, isWanted: boolean): void {
  wanted.value = new Set(COLUMN_NAMES.filter((one) => (one === name ? isWanted : isChosen(one))))
  remember('columns', [...wanted.value].join(','))
}

/** Whether the games of the list have what a column shows. */
function isUseful(name: ColumnName): boolean {
  const { needs }: Column = COLUMNS[name]
  return name === 'game' ? isMixed.value : needs === undefined || facts.value.has(needs)
}

/** The columns that the list has, from left to right: those of low rank give way where it is narrow. */
export const shownColumns = computed<readonly ColumnName[]>(() => {
  const shown = new Set(COLUMN_NAMES.filter((name) => isChosen(name) && isUseful(name)))
  const givingWay = [...shown].filter((name) => name !== 'first' && name !== 'second')
  givingWay.sort((left, right) => COLUMNS[left].rank - COLUMNS[right].rank)
  for (const name of givingWay) {
    if (widthOf(shown) <= listWidth.value) break
    shown.delete(name)
  }
  return [...shown]
})

function widthOf(names: ReadonlySet<ColumnName>): number {
  return [...names].reduce((sum, name) => sum + COLUMNS[name].least + GAP, EDGES)
}

/** Why a chosen column is not shown. */
export function absenceOf(name: ColumnName): 'room' | 'facts' | undefined {
  if (!isUseful(name)) return 'facts'
  return isChosen(name) && !shownColumns.value.includes(name) ? 'room' : undefined
}

/** The columns as a grid. */
export const columnTemplate = computed(() =>
  shownColumns.value
    .map((name) => {
      const { least, share }: Column = COLUMNS[name]
      return share === undefined ? `${least}px` : `minmax(${least}px, ${share}fr)`
    })
    .join(' '),
)
