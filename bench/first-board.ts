/**
 * From an empty browser to the first board, by a game in the address: the time, the processor time of the page's main
 * thread, and its blocking time, which is what its tasks take beyond 50 ms each. They are compared with a small page,
 * loaded in turn with it, that draws a board with a script of a few lines: the ratio of processor times hardly
 * depends on the machine or on what else it does. Then the same for who comes again with a phone: the browser has stored
 * the page, and its main thread is slowed down to a quarter, as Lighthouse does it for a mid-tier phone.
 */
import { deflateRawSync } from 'node:zlib'
import { findTestBrowser } from '../test/support/browser.ts'
import { buildPage, servePage } from '../test/support/web.ts'
import { noteFigure } from './support/figures.ts'
import { mainTasks } from './support/trace.ts'

/** Loads of each page. */
const ROUNDS = 9

/** Milliseconds of a task from which on it blocks. */
const BLOCKING = 50

/** Milliseconds that a page is watched after its board is there. */
const AFTERWARDS = 500

/** The most processor time that the first board may take, as a multiple of that of the small page. */
const MOST = 5

/** How much slower than this machine the one is that has stored the page, and the most milliseconds to its first board. */
const SLOWER = 4
const MOST_STORED = 500

/** Milliseconds in which everything else of the page is stored, and in which a board is there. */
const STORING = 5000
const WAIT = 2500

const GAME = '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 *'

const SMALL = `<!doctype html><html lang="en"><title>Board</title><div class="board-box"></div><script>
const board = document.querySelector('.board-box')
for (let round = 0; round < 20; round++) {
  const squares = Array.from({ length: 64 }, (_, square) => {
    return '<rect x="' + (square % 8) * 100 + '" y="' + (square >> 3) * 100 + '" width="100" height="100"/><circle r="' + round + '"/>'
  })
  board.innerHTML = '<svg class="board" viewBox="0 0 800 800">' + squares.join('') + '</svg>'
  board.getBoundingClientRect()
}
</script>`

/** What the page notes of itself. */
interface Noted {
  boardAt?: number
}

interface Load {
  board: number
  processor: number
  blocking: number
}

const served = await servePage(await findTestBrowser(), await buildPage())
if (!served) {
  console.log('skipped: no browser starts here')
} else {
  const { browser, address } = served
  const addresses = {
    small: `${address}small.html`,
    page: `${address}#g=${deflateRawSync(GAME).toString('base64url')}`,
  }
  const load = async (url: string): Promise<Load> => {
    // Nothing is cached, and nothing is stored for the next load.
    const context = await browser.newContext({ locale: 'en', serviceWorkers: 'block' })
    await context.route('**/small.html', (route) => route.fulfill({ contentType: 'text/html', body: SMALL }))
    const page = await context.newPage()
    await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
    await page.goto(url)
    await page.locator('.board-box .board').first().waitFor({ state: 'attached' })
    const board = await page.evaluate(() => performance.now())
    await page.waitForTimeout(AFTERWARDS)
    const times = mainTasks(await browser.stopTracing()).map(({ tdur = 0 }) => tdur / 1000)
    await context.close()
    const processor = times.reduce((sum, time) => sum + time, 0)
    return { board, processor, blocking: times.reduce((sum, time) => sum + Math.max(0, time - BLOCKING), 0) }
  }
  /** Milliseconds to the board in a slow browser that has stored the page, for each of the rounds. */
  const loadStored = async (): Promise<number[]> => {
    const context = await browser.newContext({ locale: 'en' })
    // The page itself looks: asking it from here would cost it time.
    await context.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.board-box .board')) Object.assign(globalThis, { boardAt: performance.now() })
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const first = await context.newPage()
    await first.goto(addresses.page)
    await first.evaluate(async () => void (await navigator.serviceWorker.ready))
    await first.waitForTimeout(STORING)
    await first.close()
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      await page.goto(addresses.page)
      await new Promise((resolve) => setTimeout(resolve, WAIT))
      times.push((await page.evaluate(() => (globalThis as Noted).boardAt)) ?? Infinity)
      await page.close()
    }
    await context.close()
    return times.toSorted((left, right) => left - right)
  }
  try {
    const loads: Record<keyof typeof addresses, Load[]> = { small: [], page: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of ['small', 'page'] as const) loads[name].push(await load(addresses[name]))
    }
    const median = (name: keyof typeof addresses, what: keyof Load) =>
      loads[name].map((one) => one[what]).toSorted((left, right) => left - right)[ROUNDS >> 1]!
    const ratio = median('page', 'processor') / median('small', 'processor')
    for (const name of ['small', 'page'] as const) {
      const [board, processor, blocking] = (['board', 'processor', 'blocking'] as const).map((what) =>
        median(name, what),
      )
      console.log(
        `  ${name.padEnd(6)} first board after ${board!.toFixed(0)} ms, ${processor!.toFixed(0)} ms of the main thread, ${blocking!.toFixed(0)} ms of them blocking`,
      )
    }
    console.log(`  the page takes ${ratio.toFixed(2)} times the processor time of the small one (at most ${MOST})`)
    noteFigure('first board', 'page', {
      'first board ms': median('page', 'board'),
      'processor ms': median('page', 'processor'),
      'blocking ms': median('page', 'blocking'),
      'speed of the small page': 1 / ratio,
    })
    const stored = await loadStored()
    const [least, usual] = [stored[0]!, stored[ROUNDS >> 1]!]
    console.log(
      `  stored, ${SLOWER} times slower: first board after ${usual.toFixed(0)} ms, ${least.toFixed(0)} at the least (aim ${MOST_STORED})`,
    )
    noteFigure('first board', 'stored, slow', { 'first board ms': usual, 'least ms': least })
    if (ratio > MOST || least > MOST_STORED) process.exitCode = 1
  } finally {
    await served.close()
  }
}
