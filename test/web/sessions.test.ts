/** What was open, with its changes and the place in it, comes back after a reload, and is forgotten when told. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import type { NamedBytes } from '../support/named-bytes.ts'
import { needsBrowser } from '../support/needs.ts'
import { faults, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const example = (path: string): NamedBytes => [
  basename(path),
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../examples', path))),
]
const OPERA = example('chess/opera-game.pgn')
const LADDER = example('go/ladder.sgf')
/** Two games. */
const PAIR: NamedBytes = [
  'pair.pgn',
  new TextEncoder().encode('[White "Ann"]\n\n1. e4 e5 2. Nf3 *\n\n[White "Bob"]\n\n1. d4 d5 2. c4 e6 *\n'),
]

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

describe('what was open', needsBrowser(), () => {
  let page: Page
  let context: BrowserContext
  const errors: string[] = []

  async function start(path = '', script?: () => void): Promise<void> {
    context = await served!.browser.newContext({ locale: 'en-GB', serviceWorkers: 'block' })
    if (script) await context.addInitScript(script)
    page = await newWindow()
    await visit(page, served!.address + path)
  }

  async function newWindow(): Promise<Page> {
    const opened = await context.newPage()
    opened.setDefaultTimeout(PATIENCE)
    opened.on('pageerror', (error) => errors.push(error.message))
    return opened
  }

  beforeEach(() => {
    errors.length = 0
  })
  afterEach(async () => {
    await context.close()
    expect(errors).toEqual([])
  })

  async function open(of: Page, ...files: NamedBytes[]): Promise<void> {
    await of.setInputFiles(
      'input[type=file]:not([webkitdirectory])',
      files.map(([name, bytes]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })),
    )
    await of.locator('.move-list').waitFor()
    await eventually(() => hash(of)).toMatch(/^#\/files\/[0-9a-f]{16}$/)
  }

  const hash = (of: Page) => of.evaluate(() => location.hash)
  const moves = (of: Page) => of.locator('.move').allTextContents()
  const offered = (of: Page) => of.locator('.recent li')
  const isFirstPage = (of: Page) => of.locator('.welcome').waitFor()

  /** Cuts the game after some moves. */
  async function cut(of: Page, after: number): Promise<void> {
    await of.locator('.move').first().click()
    for (let step = 0; step < after; step++) await of.keyboard.press('ArrowRight')
    await of.keyboard.press('Delete')
    await eventually(() => of.locator('.move').count()).toBe(after)
  }

  /** Waits until the changes are stored: at once when the page is left, a moment later otherwise. */
  const stored = (of: Page, unsaved: number) =>
    eventually(() =>
      of.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const request = indexedDB.open('ludograph')
            request.onsuccess = () => {
              const all = request.result.transaction('places').objectStore('places').getAll()
              all.onsuccess = () => {
                request.result.close()
                resolve((all.result as { unsaved: number }[]).reduce((sum, { unsaved }) => sum + unsaved, 0))
              }
            }
          }),
      ),
    ).toBe(unsaved)

  /** The number of sessions, places and changed games in the storage. */
  const kept = (of: Page) =>
    of.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const request = indexedDB.open('ludograph')
          request.onsuccess = () => {
            const names = [...request.result.objectStoreNames]
            const transaction = request.result.transaction(names)
            const counts = names.map((name) => transaction.objectStore(name).count())
            transaction.oncomplete = () => {
              request.result.close()
              resolve(counts.reduce((sum, { result }) => sum + result, 0))
            }
          }
        }),
    )

  describe('and was pasted before the page is loaded', () => {
    /** Opens an address, and pastes moves while the part of the page that keeps what was open is still on its way. */
    async function pasteEarly(path: string): Promise<void> {
      const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await page.route(/\/assets\/sessions-[^/]*\.js$/, async (route) => {
        asked.resolve()
        await sent.promise
        await route.continue()
      })
      await visit(page, served!.address + path)
      await asked.promise
      await paste(page, 'f5d6c3d3c4f4')
      await page.locator('.board-pane .board.othello').waitFor()
      sent.resolve()
    }

    const paste = (of: Page, content: string) =>
      of.evaluate((content) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', content)
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      }, content)

    it('is kept like what is opened later', async () => {
      await start()
      await pasteEarly('')
      await eventually(() => hash(page)).toMatch(/^#\/files\/[0-9a-f]{16}$/)
      await eventually(() => kept(page)).toBe(2)
      await page.unrouteAll()
      await page.reload()
      await page.locator('.board-pane .board.othello').waitFor()
    })

    it('stays, whatever the address names', async () => {
      await start()
      await open(page, OPERA)
      const named = await hash(page)
      await eventually(() => kept(page)).toBe(2)
      await page.goto('about:blank')
      await pasteEarly(named)
      await eventually(() => hash(page)).not.toBe(named)
      await eventually(() => kept(page)).toBe(4)
      expect(await page.locator('.board-pane .board.othello').count()).toBe(1)
      await page.goBack()
      await page.locator('.board-pane .board.chess').waitFor()
    })

    it('stays when a game of the address comes later', async () => {
      const sent = Promise.withResolvers<void>()
      await start()
      await page.route('**/late.pgn', async (route) => {
        await sent.promise
        await route.fulfill({ body: Buffer.from(OPERA[1]) })
      })
      await visit(page, `${served!.address}?src=late.pgn`)
      await paste(page, 'f5d6c3d3c4f4')
      await page.locator('.board-pane .board.othello').waitFor()
      sent.resolve()
      await eventually(() => hash(page)).toMatch(/^#\/files\/[0-9a-f]{16}$/)
      await eventually(() => kept(page)).toBe(2)
      expect(await page.locator('.board-pane .board.othello').count()).toBe(1)
    })
  })

  it('is there again after a reload, with changes and the move on the board', async () => {
    await start()
    await open(page, PAIR)
    await page.locator('.game').nth(1).click()
    await eventually(() => moves(page)).toEqual(['d4', 'd5', 'c4', 'e6'])
    await cut(page, 3)
    const before = await hash(page)
    // At once: what changed is stored when the page is left.
    await page.reload()
    await eventually(() => moves(page)).toEqual(['d4', 'd5', 'c4'])
    expect(await hash(page)).toBe(before)
    expect(await page.locator('.move[aria-current]').textContent()).toContain('c4')
    await page.getByText('Not saved').first().waitFor()
    await page.keyboard.press('Control+z')
    await eventually(() => moves(page)).toEqual(['d4', 'd5', 'c4', 'e6'])
    await stored(page, 0)
    await page.reload()
    await eventually(() => moves(page)).toEqual(['d4', 'd5', 'c4', 'e6'])
    expect(await page.getByText('Not saved').count()).toBe(0)
  })

  it('is closed by going back, opened by going forward, and offered on the first page', async () => {
    await start()
    await open(page, OPERA)
    await cut(page, 4)
    await stored(page, 1)
    await page.goBack()
    await isFirstPage(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await eventually(() => offered(page).count()).toBe(1)
    expect(await offered(page).textContent()).toContain('Not saved')
    await page.goForward()
    await eventually(() => page.locator('.move').count()).toBe(4)
    await page.goBack()
    await isFirstPage(page)
    await open(page, LADDER)
    await page.goBack()
    await eventually(() => offered(page).count()).toBe(2)
    await takeScreenshot(page, 'recent')
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'opera-game.pgn', exact: true }).click()
    await eventually(() => page.locator('.move').count()).toBe(4)
    // So does the way by the name of the page; what is discarded does not come back.
    await page.getByRole('button', { name: 'Ludograph' }).click()
    await isFirstPage(page)
    await eventually(() => offered(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await eventually(() => page.getByText('Not saved').count()).toBe(0)
    await page.getByRole('button', { name: 'opera-game.pgn', exact: true }).click()
    await eventually(() => page.locator('.move').count()).toBe(36)
  })

  it('is forgotten, one by one or all, and not kept at all when that is chosen', async () => {
    await start()
    await open(page, OPERA)
    const address = await hash(page)
    await page.goBack()
    await open(page, LADDER)
    await page.goBack()
    await page.getByRole('button', { name: 'Forget opera-game.pgn' }).click()
    await eventually(() => offered(page).count()).toBe(1)
    await visit(page, `${served!.address}${address}`)
    await page.reload()
    await isFirstPage(page)
    await eventually(() => offered(page).count()).toBe(1)
    expect(await hash(page)).toBe('#/')
    await page.getByRole('button', { name: 'Forget all' }).click()
    await eventually(() => offered(page).count()).toBe(0)
    await open(page, OPERA)
    // It is stored by then.
    await page.goBack()
    await eventually(() => offered(page).count()).toBe(1)
    await page.goForward()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Keep open files and changes in this browser').uncheck()
    await page.keyboard.press('Escape')
    // What was kept until then is forgotten at once, not only when told.
    await eventually(() => kept(page)).toBe(0)
    await page.goBack()
    await isFirstPage(page)
    expect(await offered(page).count()).toBe(0)
    await open(page, LADDER)
    await cut(page, 2)
    await page.reload()
    await isFirstPage(page)
    expect(await kept(page)).toBe(0)
    await open(page, OPERA)
    await cut(page, 4)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Keep open files and changes in this browser').check()
    await page.keyboard.press('Escape')
    await stored(page, 1)
    await page.reload()
    await eventually(() => page.locator('.move').count()).toBe(4)
  })

  it('belongs to one window; a second one with the same games makes them its own', async () => {
    await start()
    await open(page, OPERA)
    await cut(page, 4)
    await stored(page, 1)
    const address = await hash(page)
    const other = await newWindow()
    await visit(other, served!.address + address)
    await eventually(() => other.locator('.move').count()).toBe(4)
    expect(await hash(other)).toBe(address)
    await eventually(() => hash(page)).not.toBe(address)
    await cut(page, 2)
    await cut(other, 3)
    await stored(page, 2)
    await page.reload()
    await eventually(() => page.locator('.move').count()).toBe(2)
    await other.reload()
    await eventually(() => other.locator('.move').count()).toBe(3)
    await other.close()
  })

  it('is not stored where the browser has no storage, and going back asks before changes are lost', async () => {
    await start('', () => {
      Object.defineProperty(globalThis, 'indexedDB', {
        get: () => {
          throw new DOMException('no storage in this window', 'SecurityError')
        },
      })
    })
    await open(page, OPERA)
    await page.goBack()
    await isFirstPage(page)
    await page.goForward()
    await eventually(() => page.locator('.move').count()).toBe(36)
    await cut(page, 4)
    const address = await hash(page)
    await page.goBack()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await eventually(() => hash(page)).toBe(address)
    expect(await page.locator('.move').count()).toBe(4)
    await page.goBack()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
    await isFirstPage(page)
  })

  it('is stored without its files where there is no room for them: they are chosen again', async () => {
    await start('', () => {
      IDBObjectStore.prototype.put = new Proxy(Reflect.get(IDBObjectStore.prototype, 'put'), {
        apply(put, store, [value]: [{ files?: { content?: unknown }[] }]): unknown {
          if (value.files?.some(({ content }) => content)) throw new DOMException('full', 'QuotaExceededError')
          return Reflect.apply(put, store, [value])
        },
      })
    })
    await open(page, OPERA)
    await cut(page, 4)
    await stored(page, 1)
    await page.reload()
    await isFirstPage(page)
    await page.getByRole('button', { name: 'opera-game.pgn', exact: true }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByText('Choose the file again').click()
    const [name, bytes] = OPERA
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) })
    await page.locator('.move-list').waitFor()
    // Browsers tell the day of a file that was chosen; that of a test is always now, so it counts as changed.
    await eventually(() => page.locator('.game').count()).toBe(2)
    await page.locator('.game').nth(1).click()
    await eventually(() => page.locator('.move').count()).toBe(4)
  })

  it('of a newer version of the page is neither shown nor changed', async () => {
    await start()
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const request = indexedDB.open('ludograph', 7)
          request.onupgradeneeded = () => request.result.createObjectStore('other', { keyPath: 'id' })
          request.onsuccess = () => {
            request.result.transaction('other', 'readwrite').objectStore('other').put({ id: 'kept' })
            request.result.close()
            resolve()
          }
        }),
    )
    await page.reload()
    await open(page, OPERA)
    await page.reload()
    await isFirstPage(page)
    expect(await offered(page).count()).toBe(0)
    const databases = await page.evaluate(() => indexedDB.databases())
    expect(databases).toEqual([{ name: 'ludograph', version: 7 }])
  })

  it('is not opened unasked if it is large', async () => {
    await start()
    const [, bytes] = OPERA
    const large = new Uint8Array(9 << 20).fill(10)
    large.set(bytes)
    await open(page, ['large.pgn', large])
    await page.reload()
    await isFirstPage(page)
    await page.getByRole('button', { name: 'large.pgn', exact: true }).click()
    await eventually(() => page.locator('.move').count()).toBe(36)
  })

  it('is read from disk again where the browser gives access; changes of a file that changed there are listed below', async () => {
    // Chromium's private windows, which tests use, cannot read access to files back from storage.
    const found = inject('browser')
    if (!('launch' in found)) throw new Error('a browser is needed')
    const folder = mkdtempSync(join(tmpdir(), 'ludograph-profile-'))
    context = await chromium.launchPersistentContext(folder, {
      ...found.launch,
      locale: 'en-GB',
      serviceWorkers: 'block',
    })
    page = await newWindow()
    await visit(page, served!.address)
    const write = (text: string, isDropped: boolean) =>
      page.evaluate(
        async ([text, isDropped]) => {
          const folder = await navigator.storage.getDirectory()
          const handle = await folder.getFileHandle('disk.pgn', { create: true })
          const stream = await handle.createWritable()
          await stream.write(text)
          await stream.close()
          if (!isDropped) return
          const file = await handle.getFile()
          const entry = { isFile: true, fullPath: '/disk.pgn', file: (take: (file: File) => void) => take(file) }
          const event = new Event('drop', { bubbles: true, cancelable: true })
          const items = [{ webkitGetAsEntry: () => entry, getAsFileSystemHandle: async () => handle }]
          Object.defineProperty(event, 'dataTransfer', { value: { items, files: [] } })
          document.body.dispatchEvent(event)
        },
        [text, isDropped] as const,
      )
    await write('1. e4 e5 2. Nf3 *\n', true)
    await eventually(() => moves(page)).toEqual(['e4', 'e5', 'Nf3'])
    await cut(page, 1)
    await stored(page, 1)
    await page.reload()
    await eventually(() => moves(page)).toEqual(['e4'])
    await write('1. d4 *\n', false)
    await page.reload()
    await eventually(() => page.locator('.game').count()).toBe(2)
    await eventually(() => moves(page)).toEqual(['d4'])
    await page.locator('.game').nth(1).click()
    await eventually(() => moves(page)).toEqual(['e4'])
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('inside another page is not stored', async () => {
    await start('embed.html?src=assets/../index.html')
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  })
})
