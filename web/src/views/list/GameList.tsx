/** The list of open games, which only renders the lines in sight. */
import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import {
  areListed,
  count,
  listedIndex,
  files,
  generation,
  listingAt,
  listNumber,
  needListings,
} from '../../state/files/library.ts'
import { publishedView } from '../../state/database/published.ts'
import { makeListScroll } from '../../state/files/list-scroll.ts'
import { clearSelection, isSelecting, selected } from '../../state/files/selection.ts'
import { isBusy } from '../../state/files/opening.ts'
import { columnTemplate, isTable, listWidth, shownColumns } from '../../state/list/columns.ts'
import { isPlain } from '../../state/list/facts.ts'
import { needLengths } from '../../state/list/lengths.ts'
import { remember, remembered } from '../../state/page/remember.ts'
import { useMedia } from '../../state/page/use-media.ts'
import { formatNumber, words } from '../../words/index.ts'
import { FOLDED_LIST, WIDE } from '../shell/layout.ts'
import { GameLine } from './GameLine.tsx'
import { onListKey, pick } from './list-keys.ts'
import { ListTools } from './ListTools.tsx'
import { Splitter } from './Splitter.tsx'
import { lazily } from '../shell/lazily.tsx'
import { parts } from '../shell/served.ts'

const CollectionBar = lazily(async () => (await import('./CollectionBar.tsx')).CollectionBar)
const ColumnMenu = lazily(async () => (await import('./ColumnMenu.tsx')).ColumnMenu)
const PublishedTools = lazily(async () => (await import('../database/PublishedTools.tsx')).PublishedTools)
const SelectionBar = lazily(async () => (await import('./SelectionBar.tsx')).SelectionBar)

/** Heights of lines in pixels: of the table, with one row elsewhere, and with two. */
const TABLE_LINE = 32
const ONE_ROW = 40
const TWO_ROWS = 48
/** Lines drawn beyond those in sight, on either side. */
const SPARE = 10

/** In narrow windows the list is below the moves, folded unless it was opened. */
const isClosed = signal(remembered('list') !== 'open')

function toggle(): void {
  isClosed.value = !isClosed.value
  remember('list', isClosed.value ? 'closed' : 'open')
}

const lineHeight = () => (isTable.value ? TABLE_LINE : isPlain.value ? ONE_ROW : TWO_ROWS)

const scroll = makeListScroll(count, lineHeight, areListed)

export function GameList() {
  const box = useRef<HTMLDivElement>(null)
  const { wanted, shown } = scroll
  const from = Math.max(0, shown.value.from - SPARE)
  const to = Math.min(count.value, shown.value.to + SPARE)
  const current = listedIndex.value ?? -1
  const isNarrow = useMedia(FOLDED_LIST)
  const isWide = useMedia(WIDE)
  useLayoutEffect(() => {
    isTable.value = isWide
    if (box.current) scroll.onScroll(box.current)
  }, [isWide])
  const Tools = parts.value?.DatabaseTools
  useEffect(() => {
    needListings(wanted.value.from, wanted.value.to)
  }, [wanted.value.from, wanted.value.to, generation.value])
  const isLengthShown = isTable.value && shownColumns.value.includes('length')
  useEffect(() => {
    if (isLengthShown) needLengths(places.flatMap((place) => listingAt(place)?.index ?? []))
  })
  useEffect(() => {
    const measure = () => {
      if (!box.current) return
      listWidth.value = box.current.clientWidth
      scroll.onScroll(box.current)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  // A new list starts at the top, at once: a key pressed on it must not be undone afterwards.
  useLayoutEffect(() => box.current?.scrollTo(0, 0), [listNumber.value])
  const places = Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step)
  return (
    <section
      class={`games${isSelecting.value ? ' selecting' : ''}${isNarrow && isClosed.value ? ' closed' : ''}`}
      aria-label={words.games}
      style={{ '--columns': columnTemplate.value, '--line': `${lineHeight()}px` }}
    >
      <header>
        <h2>
          {isNarrow ? (
            <button type="button" class="disclosure" aria-expanded={!isClosed.value} onClick={toggle}>
              {words.games}
            </button>
          ) : (
            words.games
          )}{' '}
          <span class="quiet">{formatNumber(count.value) + (isBusy.value ? ' …' : '')}</span>
        </h2>
        {isTable.value && <ColumnMenu />}
        <button
          type="button"
          class="select"
          aria-pressed={isSelecting.value}
          onClick={() => (isSelecting.value ? clearSelection() : (isSelecting.value = true))}
        >
          {words.select}
        </button>
      </header>
      {files.value.length > 0 ? (
        <ListTools key={files.value} />
      ) : publishedView.value ? (
        <PublishedTools />
      ) : (
        Tools && <Tools />
      )}
      <div
        class={shown.value.from === wanted.value.from ? 'list' : 'list asking'}
        ref={box}
        role="listbox"
        aria-multiselectable={isSelecting.value}
        tabIndex={0}
        aria-label={words.games}
        aria-activedescendant={places.some((place) => isShown(place, current)) ? `game-${current}` : undefined}
        onScroll={({ currentTarget }) => scroll.onScroll(currentTarget)}
        onKeyDown={(event) => void onListKey(event, box.current!, scroll)}
        onMouseOver={({ target }) => showWhole(target)}
      >
        <div class="whole" role="presentation" style={{ height: `${scroll.height.value}px` }}>
          {places.map((place) => (
            <Line key={place} place={place} current={current} />
          ))}
        </div>
      </div>
      {isSelecting.value && <SelectionBar />}
      <CollectionBar />
      {!isNarrow && <Splitter />}
    </section>
  )
}

const isShown = (place: number, current: number) => listingAt(place)?.index === current

/** Shows as a tooltip what a cell has no room for, and what its code means. */
function showWhole(target: EventTarget | null): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.game > span') : null
  if (cell) cell.title = cell.dataset['tip'] ?? (cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : '')
}

function Line({ place, current }: { place: number; current: number }) {
  const listing = listingAt(place)
  return (
    <div
      id={listing && `game-${listing.index}`}
      role="option"
      class="game"
      aria-selected={listing !== undefined && listing.index === current}
      aria-posinset={place + 1}
      aria-setsize={count.value}
      style={{ top: `${scroll.topOf(place)}px` }}
      {...(isSelecting.value && { 'aria-checked': listing !== undefined && selected.value.has(listing.index) })}
      onClick={(event) => listing && pick(event, listing.index, place)}
    >
      {listing ? <GameLine listing={listing} /> : <span class="quiet waiting">{formatNumber(place + 1)}</span>}
    </div>
  )
}
