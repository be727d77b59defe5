/** The games of the open files: a list that holds only the lines in sight. */
import { useEffect, useRef } from 'preact/hooks'
import { signal } from '@preact/signals'
import type { Listing } from '../../../src/formats/format.ts'
import { playerOf, resultSymbol } from '../../../src/model/record.ts'
import { count, entry, listingAt, needListings, showGame } from '../state/library.ts'
import { formatDate, formatNumber, words } from '../words/index.ts'

/** Height of a line in pixels; the style sheet says the same. */
const LINE = 48
/** Lines drawn beyond those in sight, on either side. */
const SPARE = 10

const scrolled = signal(0)
const visible = signal(20)

export function GameList() {
  const box = useRef<HTMLDivElement>(null)
  const from = Math.max(0, Math.floor(scrolled.value / LINE) - SPARE)
  const to = Math.min(count.value, from + visible.value + 2 * SPARE)
  const current = entry.value?.index ?? -1
  useEffect(() => needListings(from, to), [from, to, count.value])
  useEffect(() => {
    const measure = () => {
      if (box.current) visible.value = Math.ceil(box.current.clientHeight / LINE)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: visible.value - 1, PageUp: 1 - visible.value }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(count.value - 1, current + step))
    if (box.current) scrollTo(box.current, next)
    void showGame(next)
  }
  const lines = Array.from({ length: Math.max(0, to - from) }, (_, place) => from + place)
  return (
    <section class="games" aria-label={words.games}>
      <h2>
        {words.games} <span class="quiet">{formatNumber(count.value)}</span>
      </h2>
      <div
        class="list"
        ref={box}
        role="listbox"
        tabIndex={0}
        aria-label={words.games}
        aria-activedescendant={current >= from && current < to ? `game-${current}` : undefined}
        onScroll={({ currentTarget }) => (scrolled.value = currentTarget.scrollTop)}
        onKeyDown={onKey}
      >
        <div class="whole" role="presentation" style={{ height: `${count.value * LINE}px` }}>
          {lines.map((index) => (
            <div
              key={index}
              id={`game-${index}`}
              role="option"
              class="game"
              aria-selected={index === current}
              aria-posinset={index + 1}
              aria-setsize={count.value}
              style={{ top: `${index * LINE}px` }}
              onClick={() => void showGame(index)}
            >
              <Line listing={listingAt(index)} index={index} />
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function scrollTo(box: HTMLElement, index: number): void {
  const top = index * LINE
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + LINE > box.scrollTop + box.clientHeight) box.scrollTop = top + LINE - box.clientHeight
}

function Line({ listing, index }: { listing: Listing | undefined; index: number }) {
  if (!listing) return <span class="quiet">{index + 1}</span>
  const { header, kind } = listing
  const names = [playerOf(header, 1)?.name, playerOf(header, 2)?.name]
  const title = names.some(Boolean)
    ? names.map((name) => name ?? words.unknownPlayer).join(' – ')
    : (header.title ?? (kind === 'broken' ? words.brokenEntry : kind === 'text' ? words.textEntry : words.noPlayers))
  const about = [header.event?.name, header.date && formatDate(header.date)].filter(Boolean).join(' · ')
  return (
    <>
      <span class="title">{title}</span>
      <span class="result">{kind === 'game' ? resultSymbol(header.result) : ''}</span>
      <span class="quiet">{about}</span>
    </>
  )
}
