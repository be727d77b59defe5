/** The list of open games, which only renders the lines in sight. */
import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Listing } from '../../../../src/formats/format.ts'
import { playerOf } from '../../../../src/model/record.ts'
import { resultSymbol } from '../../../../src/model/result.ts'
import {
  areListed,
  attempt,
  count,
  listedIndex,
  files,
  generation,
  listingAt,
  listNumber,
  needListings,
  showGame,
  source,
} from '../../state/files/library.ts'
import { publishedView } from '../../state/database/published.ts'
import { makeListScroll } from '../../state/files/list-scroll.ts'
import { clearSelection, isSelecting, selectAll, selected, selectTo, toggleGame } from '../../state/files/selection.ts'
import { isBusy } from '../../state/files/opening.ts'
import { remember, remembered } from '../../state/page/remember.ts'
import { useMedia } from '../../state/page/use-media.ts'
import { formatDate, formatNumber, words } from '../../words/index.ts'
import { FOLDED_LIST, WIDE } from '../shell/layout.ts'
import { isMixed, isTable, isUnrated } from './game-table.ts'
import { ListTools } from './ListTools.tsx'
import { lazily } from '../shell/lazily.tsx'
import { parts } from '../shell/served.ts'

const CollectionBar = lazily(async () => (await import('./CollectionBar.tsx')).CollectionBar)
const PublishedTools = lazily(async () => (await import('../database/PublishedTools.tsx')).PublishedTools)
const SelectionBar = lazily(async () => (await import('./SelectionBar.tsx')).SelectionBar)

/** Height of a line in pixels, and of one of the table in wide windows; the style sheet says the same. */
const LINE = 48
const TABLE_LINE = 32
/** Lines drawn beyond those in sight, on either side. */
const SPARE = 10

/** In narrow windows the list is below the moves, folded unless it was opened. */
const isClosed = signal(remembered('list') !== 'open')

function toggle(): void {
  isClosed.value = !isClosed.value
  remember('list', isClosed.value ? 'closed' : 'open')
}

const scroll = makeListScroll(count, () => (isTable.value ? TABLE_LINE : LINE), areListed)

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
  useEffect(() => {
    const measure = () => box.current && scroll.onScroll(box.current)
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
      class={`games${isSelecting.value ? ' selecting' : ''}${isNarrow && isClosed.value ? ' closed' : ''}${isUnrated.value ? ' unrated' : ''}`}
      aria-label={words.games}
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
        onKeyDown={(event) => void onKey(event, box.current!)}
      >
        <div class="whole" role="presentation" style={{ height: `${scroll.height.value}px` }}>
          {places.map((place) => (
            <Line key={place} place={place} current={current} />
          ))}
        </div>
      </div>
      {isSelecting.value && <SelectionBar />}
      <CollectionBar />
    </section>
  )
}

const isShown = (place: number, current: number) => listingAt(place)?.index === current

/** The index reached by keys or a click while the game there is loading: the next key continues from there. */
let goal: { list: number; place: Promise<number> } | undefined

/** Selects another game by keyboard. */
async function onKey(event: KeyboardEvent, box: HTMLElement): Promise<void> {
  const { from, to } = scroll.wanted.value
  const page = Math.max(1, to - from - 2)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  }
  if (isSelectionKey(event)) {
    event.preventDefault()
    // Elsewhere the space bar plays the game.
    event.stopPropagation()
    await attempt(() => selectByKey(event))
    return
  }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const list = generation.value
  const before = goal?.list === list ? goal.place : placeOnBoard()
  const own = { list, place: before.then((here) => Math.max(0, Math.min(count.value - 1, here + step))) }
  goal = own
  await attempt(async () => {
    const place = await own.place
    scroll.show(box, place)
    if (event.shiftKey) await selectTo(place)
    const [listing] = await source.value.listings(place, place + 1)
    if (listing && goal === own) await showGame(listing.index)
  })
  if (goal === own) goal = undefined
}

/** The index in the list of the game on the board. */
async function placeOnBoard(): Promise<number> {
  return listedIndex.value === undefined ? -1 : await source.value.placeOf(listedIndex.value)
}

/** A click shows a game, or selects it. */
function pick(event: MouseEvent, game: number, place: number): void {
  if (event.shiftKey) void selectTo(place)
  else if (isSelecting.value || event.ctrlKey || event.metaKey) toggleGame(game, place)
  else void choose(game, place)
}

/** Shows a game that was clicked: keys act on it even while it is loading. */
async function choose(game: number, place: number): Promise<void> {
  const own = { list: generation.value, place: Promise.resolve(place) }
  goal = own
  await showGame(game)
  if (goal === own) goal = undefined
}

/** Selects by keyboard: the space bar the game on the board, or the one that is loading, Ctrl+A all. Returns whether the key did something. */
async function selectByKey({ key, ctrlKey, metaKey }: KeyboardEvent): Promise<void> {
  if (key === 'Escape') clearSelection()
  else if (ctrlKey || metaKey) await selectAll()
  else {
    const place = await (goal?.list === generation.value ? goal.place : placeOnBoard())
    const [listing] = place < 0 ? [] : await source.value.listings(place, place + 1)
    if (listing) toggleGame(listing.index, place)
  }
}

const isSelectionKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === ' ' || (key === 'Escape' && isSelecting.value) || (key === 'a' && (ctrlKey || metaKey))

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
      {listing ? <Facts listing={listing} /> : <span class="quiet waiting">{formatNumber(place + 1)}</span>}
    </div>
  )
}

function Facts({ listing: { index, game, header, kind } }: { listing: Listing }) {
  const [first, second] = [playerOf(header, 1), playerOf(header, 2)]
  const names = [first?.name, second?.name]
  const title =
    header.title ?? (kind === 'broken' ? words.brokenEntry : kind === 'text' ? words.textEntry : words.noPlayers)
  const result = kind === 'game' ? resultSymbol(header.result) : ''
  const date = header.date && formatDate(header.date)
  const event = header.event?.name
  // Published lists are for choosing by what was played too; others have their explorer and conditions for it.
  const opening = publishedView.value && header.openingCode
  const kindOfGame = isMixed.value && <span class="kind">{words[game]}</span>
  const tags = source.value.tagsOf?.(index)?.map((tag) => (
    <span key={tag} class="kind tag">
      {tag}
    </span>
  ))
  if (isTable.value && names.some(Boolean)) {
    return (
      <>
        <span class="title">{first?.name ?? words.unknownPlayer}</span>
        <span class="quiet rating">{first?.rating ?? first?.rank}</span>
        <span class="title">
          {second?.name ?? words.unknownPlayer} {tags}
        </span>
        <span class="quiet rating">{second?.rating ?? second?.rank}</span>
        <span class="result">{result}</span>
        <span class="quiet">{isMixed.value ? words[game] : header.openingCode}</span>
        <span class="quiet year">{header.date?.year}</span>
      </>
    )
  }
  return (
    <>
      <span class="title">
        {names.some(Boolean) ? names.map((name) => name ?? words.unknownPlayer).join(' – ') : title}
      </span>
      <span class="result">{result}</span>
      {!isTable.value && (
        <>
          <span class="quiet">
            {kindOfGame} {tags} {opening} {event}
          </span>
          <span class="quiet year">{date}</span>
        </>
      )}
    </>
  )
}
