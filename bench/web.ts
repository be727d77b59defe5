/**
 * The page with 100,000 games from local files, PGN and ChessBase, in
 * Chromium: time to the first row and to the whole list, compared with only reading the same bytes in a
 * worker; the page's longest task in processor time while games are opened, scrolled, sorted, found and shown, which is
 * less affected by other programs than waits for a frame; blank lines while scrolling.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { chessbase } from '../src/formats/chessbase/format.ts'
import type { Format } from '../src/formats/format.ts'
import { pgn } from '../src/formats/pgn/format.ts'
import { openPgn } from '../src/formats/pgn/reader.ts'
import { DiskSinkSet } from '../src/node/file-sink.ts'
import type { GameRecord } from '../src/model/record.ts'
import { corpusBytes, hasCorpus } from '../test/support/corpus.ts'
import { randomGames } from '../test/support/random-games.ts'
import { findTestBrowser } from '../test/support/browser.ts'
import { buildPage, servePage } from '../test/support/web.ts'
import { mainTasks } from './support/trace.ts'

const BOOK = 'chess-pgn/book-50000.pgn'
const GAMES = 100_000

/** Targets: milliseconds to the first row, and of the page's longest task. */
const FIRST_ROW = 2000
const LONGEST_TASK = 50

/** Games from the corpus, or random games if it is not available. */
function* games(): IterableIterator<GameRecord> {
  let count = 0
  const book = hasCorpus(BOOK) ? openPgn(new MemoryFileSet(new MemorySource('book.pgn', corpusBytes(BOOK)))) : undefined
  const some = book ? undefined : randomGames('chess', 5000, 7, 80)
  while (count < GAMES) {
    for (const record of some ?? [...book!.entries()].map((entry) => entry.record!)) {
      yield record
      if (++count === GAMES) return
    }
  }
}

async function write(format: Format, path: string): Promise<readonly string[]> {
  const sinks = new DiskSinkSet(path, { replaces: true })
  const writer = await format.write!(sinks)
  for (const record of games()) writer.add(record)
  writer.finish()
  return sinks.written
}

/** What the page records about itself while it is used. */
interface Notes {
  start: number
  firstRow?: number
  whole?: number
  /** Milliseconds of the longest wait for a frame. */
  longestFrame: number
}

/** Starts recording before the page is used. */
async function takeNotes(page: Page): Promise<void> {
  await page.evaluate(() => {
    const notes: Notes = { start: performance.now(), longestFrame: 0 }
    const { notes: old } = globalThis as { notes?: Notes }
    Object.assign(globalThis, { notes })
    if (old) return
    const current = () => (globalThis as unknown as { notes: Notes }).notes
    let last = performance.now()
    const onFrame = (now: number) => {
      const notes = current()
      if (last >= notes.start) notes.longestFrame = Math.max(notes.longestFrame, now - last)
      last = now
      if (document.querySelector('.game .title')) notes.firstRow ??= now
      if (/\d{2},\d{3}$/.test(document.querySelector('.games h2')?.textContent ?? '')) notes.whole ??= now
      requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
    const onChosen = () => Object.assign(current(), { start: performance.now(), longestFrame: 0 })
    document.addEventListener('change', onChosen, { capture: true })
  })
}

const notesOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { notes: Notes }).notes)

/** Milliseconds of the page's longest task, in processor time and wall-clock time. */
function longestTask(trace: Buffer): { processor: number; clock: number } {
  const tasks = mainTasks(trace)
  const longest = (times: (number | undefined)[]) => times.reduce<number>((most, time = 0) => Math.max(most, time), 0)
  return {
    processor: longest(tasks.map(({ tdur }) => tdur)) / 1000,
    clock: longest(tasks.map(({ dur }) => dur)) / 1000,
  }
}

/** Seconds that a worker takes only to read the bytes of the chosen files. */
async function readAlone(page: Page, paths: readonly string[]): Promise<number> {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'alone' })
    document.body.append(input)
  })
  await page.setInputFiles('#alone', paths)
  return await page.evaluate(async () => {
    const code = `onmessage = ({ data }) => {
      const reader = new FileReaderSync()
      for (const file of data) for (let at = 0; at < file.size; at += 1 << 20) reader.readAsArrayBuffer(file.slice(at, at + (1 << 20)))
      postMessage(0)
    }`
    const worker = new Worker(URL.createObjectURL(new Blob([code])))
    const input = document.querySelector<HTMLInputElement>('#alone')!
    const start = performance.now()
    worker.postMessage([...input.files!])
    await new Promise((resolve) => worker.addEventListener('message', resolve))
    worker.terminate()
    return (performance.now() - start) / 1000
  })
}

interface Scrolled {
  frames: number
  /** Frames with a line in sight that has no text, in steps of half a box and after jumps anywhere. */
  blankFrames: number
  blankAfterJumps: number
  /** Jumps after which the old lines were still there at first. */
  lateAfterJumps: number
  /** Milliseconds from a jump to its lines, the middle and the slowest. */
  usualJump: number
  slowestJump: number
}

function scroll(page: Page): Promise<Scrolled> {
  return page.evaluate(async () => {
    const box = document.querySelector<HTMLElement>('.list')!
    const frame = () => new Promise(requestAnimationFrame)
    const isBlank = () => {
      const { top, bottom } = box.getBoundingClientRect()
      let covered = 0
      for (const line of box.querySelectorAll('.game')) {
        const place = line.getBoundingClientRect()
        if (line.querySelector('.title')) {
          covered += Math.max(0, Math.min(bottom, place.bottom) - Math.max(top, place.top))
        }
      }
      return covered < bottom - top - 3
    }
    /** Whether the first line in sight is the one at the scroll position. */
    const isThere = () => {
      const { top } = box.getBoundingClientRect()
      const lines = [...box.querySelectorAll<HTMLElement>('.game')]
      const first = lines.find((line) => line.getBoundingClientRect().bottom > top + 1)
      return first?.ariaPosInSet === String(Math.floor(box.scrollTop / first!.clientHeight) + 1)
    }
    const jumps: number[] = []
    const scrolled: Scrolled = {
      frames: 0,
      blankFrames: 0,
      blankAfterJumps: 0,
      lateAfterJumps: 0,
      usualJump: 0,
      slowestJump: 0,
    }
    for (let step = 0; step < 300; step++) {
      box.scrollTop += box.clientHeight / 2
      await frame()
      await frame()
      scrolled.frames++
      if (isBlank()) scrolled.blankFrames++
    }
    for (let jump = 0; jump < 30; jump++) {
      const start = performance.now()
      box.scrollTop = (box.scrollHeight * ((jump * 7) % 30)) / 30
      await frame()
      await frame()
      if (isBlank()) scrolled.blankAfterJumps++
      if (!isThere()) scrolled.lateAfterJumps++
      while (isBlank() || !isThere()) await frame()
      jumps.push(performance.now() - start)
    }
    jumps.sort((left, right) => left - right)
    scrolled.usualJump = jumps[jumps.length >> 1]!
    scrolled.slowestJump = jumps.at(-1)!
    return scrolled
  })
}

/** Milliseconds until the list shows the search result. */
async function find(page: Page, words: string): Promise<number> {
  return await page.evaluate(async (words) => {
    const title = () => document.querySelector('.games h2')!.textContent
    const before = title()
    const search = document.querySelector<HTMLInputElement>('.list-tools input')!
    search.value = words
    const start = performance.now()
    search.dispatchEvent(new Event('input', { bubbles: true }))
    while (title() === before) await new Promise(requestAnimationFrame)
    return performance.now() - start
  }, words)
}

/** Milliseconds until the list is sorted by another key. */
async function sort(page: Page, key: string): Promise<number> {
  return await page.evaluate(async (key) => {
    const first = () => document.querySelector('.game .title')?.textContent
    const before = first()
    const choice = document.querySelector<HTMLSelectElement>('.list-tools select')!
    choice.value = key
    const start = performance.now()
    choice.dispatchEvent(new Event('change', { bubbles: true }))
    while (first() === before || first() === undefined) await new Promise(requestAnimationFrame)
    return performance.now() - start
  }, key)
}

/** Milliseconds from a click on a game of the list until it is on the board: one that nobody has looked at yet. */
async function show(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const title = () => document.querySelector('.side h1, .side h2')?.textContent
    const before = title()
    const games = [...document.querySelectorAll<HTMLElement>('.game')]
    const start = performance.now()
    games.findLast((game) => game.querySelector('.title') && game.ariaSelected !== 'true')!.click()
    while (title() === before) {
      await new Promise(requestAnimationFrame)
      if (performance.now() - start > 5000) return Infinity
    }
    return performance.now() - start
  })
}

const served = await servePage(await findTestBrowser(), await buildPage())
if (!served) {
  console.log('skipped: no browser starts here')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-bench-web-'))
  try {
    for (const [name, paths] of [
      ['PGN', await write(pgn, join(folder, 'games.pgn'))],
      ['ChessBase', await write(chessbase, join(folder, 'games.cbh'))],
    ] as const) {
      const page = await served.browser.newPage({ locale: 'en', serviceWorkers: 'block' })
      await page.goto(served.address)
      await page.locator('.samples').waitFor()
      const megabytes = paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6
      const alone = await readAlone(page, paths)
      await takeNotes(page)
      await page.waitForTimeout(1000)
      const idle = await notesOf(page)
      await served.browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
      await page.setInputFiles('input[type=file]', paths)
      const isOpen = () => {
        const { firstRow, whole } = (globalThis as unknown as { notes: Notes }).notes
        return firstRow !== undefined && whole !== undefined
      }
      await page.waitForFunction(isOpen, undefined, { timeout: 120_000 })
      const opened = await notesOf(page)
      await takeNotes(page)
      const scrolled = await scroll(page)
      const whileScrolling = await notesOf(page)
      const firstFind = await find(page, 'a 19')
      const secondFind = await find(page, 'an')
      await find(page, '')
      const sorted = await sort(page, 'event')
      const shown = await show(page)
      const task = longestTask(await served.browser.stopTracing())
      const whole = (opened.whole! - opened.start) / 1000
      const firstRow = opened.firstRow! - opened.start
      console.log(`\n${name}: ${GAMES.toLocaleString('en')} games, ${megabytes.toFixed(0)} MB`)
      const rows: [string, string][] = [
        ['first row', `${firstRow.toFixed(0)} ms (aim ${FIRST_ROW})`],
        [
          'whole list',
          `${whole.toFixed(2)} s, ${(alone / whole).toFixed(2)} of the speed of reading the bytes alone (${alone.toFixed(2)} s)`,
        ],
        [
          'longest task of the page',
          `${task.processor.toFixed(0)} ms of the processor (aim ${LONGEST_TASK}), ${task.clock.toFixed(0)} ms by the clock`,
        ],
        [
          'longest wait for a frame',
          `${opened.longestFrame.toFixed(0)} ms opening, ${whileScrolling.longestFrame.toFixed(0)} ms scrolling; ${idle.longestFrame.toFixed(0)} ms in a page that does nothing`,
        ],
        ['scrolling', `${scrolled.blankFrames} of ${scrolled.frames} steps show a blank line`],
        [
          'jumping',
          `${scrolled.blankAfterJumps} of 30 jumps show a blank line, ${scrolled.lateAfterJumps} the lines from before at first; there after ${scrolled.usualJump.toFixed(0)} ms, ${scrolled.slowestJump.toFixed(0)} ms at the most`,
        ],
        ['finding', `${firstFind.toFixed(0)} ms the first time, ${secondFind.toFixed(0)} ms the next`],
        ['sorting', `${sorted.toFixed(0)} ms`],
        ['a game on the board', `${shown.toFixed(0)} ms after the click`],
      ]
      for (const [what, figure] of rows) console.log(`  ${what.padEnd(26)} ${figure}`)
      if (firstRow > FIRST_ROW || task.processor > LONGEST_TASK || scrolled.blankFrames + scrolled.blankAfterJumps > 0)
        process.exitCode = 1
      await page.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await served.close()
  }
}
