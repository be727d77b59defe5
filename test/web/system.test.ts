/** What the page has of browser and system: files opened with it, the clipboard, long files written where the user says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needsBrowser } from '../support/needs.ts'
import { isFullRun, scaled } from '../support/scale.ts'
import { faults, PATIENCE, servePage, takeScreenshot, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

describe('the page and the system', needsBrowser(), () => {
  let context: BrowserContext
  let page: Page
  const errors: string[] = []

  beforeEach(async () => {
    errors.length = 0
    context = await served!.browser.newContext({ locale: 'en', serviceWorkers: 'block', acceptDownloads: true })
    page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    page.on('pageerror', (error) => errors.push(error.message))
  })

  afterEach(async () => {
    await context.close()
    expect(errors).toEqual([])
  })

  const open = async (text: string, name = 'game.pgn') => {
    await page.setInputFiles('input[type=file]', { name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await page.locator('.edit-pane').waitFor()
  }

  describe('files opened with the installed page', () => {
    type Handles = { getFile(): Promise<File> }[]

    /** Stands for the queue of the system. */
    beforeEach(async () => {
      await page.addInitScript(() => {
        const setConsumer = (take: (launch: { files: Handles }) => void) => Object.assign(globalThis, { launch: take })
        Object.defineProperty(globalThis, 'launchQueue', { value: { setConsumer } })
      })
      await visit(page, served!.address)
      await page.waitForFunction(() => 'launch' in globalThis)
    })

    it('open as if they were chosen, and what was open stays when there are none', async () => {
      const ladder = readFileSync(join(import.meta.dirname, '../../examples/go/ladder.sgf'), 'utf8')
      await page.evaluate((text) => {
        const { launch } = globalThis as unknown as { launch: (launch: { files: Handles }) => void }
        launch({ files: [{ getFile: async () => new File([text], 'ladder.sgf') }] })
      }, ladder)
      await page.locator('.board-pane .board.go').waitFor()
      await page.evaluate(() => {
        const { launch } = globalThis as unknown as { launch: (launch: { files: Handles }) => void }
        launch({ files: [] })
      })
      expect(await page.locator('.progress').count()).toBe(0)
      expect(await page.locator('.board-pane .board.go').count()).toBe(1)
    })

    it('say it when the system does not hand them over', async () => {
      await page.evaluate(() => {
        const { launch } = globalThis as unknown as { launch: (launch: { files: Handles }) => void }
        const getFile = async (): Promise<File> => {
          throw new DOMException('it has been moved', 'NotFoundError')
        }
        launch({ files: [{ getFile }] })
      })
      await page.getByText('Something went wrong').waitFor()
      await page.getByText('Details').click()
      await page.getByText('it has been moved').waitFor()
    })

    it('are of kinds that the manifest names and the page opens', async () => {
      const manifest = JSON.parse(readFileSync(join(served!.folder, 'manifest.webmanifest'), 'utf8')) as {
        file_handlers: { action: string; accept: Record<string, string[]> }[]
      }
      const [handler] = manifest.file_handlers
      expect(handler!.action).toBe('./')
      expect(Object.values(handler!.accept).flat()).toEqual(expect.arrayContaining(['.pgn', '.sgf', '.xqf', '.cbv']))
    })
  })

  describe('the clipboard', () => {
    beforeEach(async () => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await visit(page, served!.address)
      await open('[White "Ann"]\n\n1. e4 e5 2. Nf3 *')
      await page.keyboard.press('End')
      await page.locator('[data-node="3"][aria-current]').waitFor()
    })

    const copied = () => page.evaluate(() => navigator.clipboard.readText())

    it('takes the position as text and as a picture', async () => {
      await page.getByRole('button', { name: 'Diagram' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Copy the position as text' }).click()
      await dialog.getByText('Copied.').waitFor()
      expect(await copied()).toBe('rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2')
      await dialog.getByRole('button', { name: 'Copy the picture' }).click()
      const picture = () =>
        page.evaluate(async () => {
          const [item] = await navigator.clipboard.read()
          if (!item?.types.includes('image/png')) return undefined
          const { width, height } = await createImageBitmap(await item.getType('image/png'))
          return width / height
        })
      await eventually(picture).toBeCloseTo(1, 1)
    })

    it('copies the game as text, which can be pasted and opened', async () => {
      await page.getByRole('button', { name: 'Save as' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Copy as text' }).click()
      await dialog.getByText('Copied.').waitFor()
      await takeScreenshot(page, 'save-copied')
      expect(await faults(page)).toEqual([])
      const text = await copied()
      expect(text).toContain('[White "Ann"]')
      expect(text).toContain('1. e4 e5 2. Nf3 *')
      await dialog.getByLabel('Format').selectOption('chessbase')
      await dialog.getByRole('button', { name: 'Copy as text' }).waitFor({ state: 'detached' })
    })

    it('says if nothing was copied', async () => {
      await page.evaluate(() => {
        const refuse = async () => {
          throw new DOMException('not allowed', 'NotAllowedError')
        }
        Object.assign(navigator.clipboard, { write: refuse, writeText: refuse })
      })
      await page.getByRole('button', { name: 'Diagram' }).click()
      const dialog = page.getByRole('dialog')
      for (const name of ['Copy the picture', 'Copy the position as text']) {
        await dialog.getByRole('button', { name }).click()
        await dialog.getByText('The browser did not allow copying').waitFor()
      }
    })
  })

  describe('a file of more than 64 MB', () => {
    const GAMES = 24
    /** Characters of the comment in each game. Where they are few, the browser is made to say more of the file. */
    const LENGTH = scaled(3000, 3_000_000)

    /** Stands for the dialog and the files of the system: keeps what is written, or fails as it is told. */
    beforeEach(async () => {
      await page.addInitScript(() => {
        const saved = { name: '', chunks: [] as Uint8Array[], isClosed: false, fault: '' }
        const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) => {
          if (saved.fault === 'given up') throw new DOMException('given up', 'AbortError')
          Object.assign(saved, { name: suggestedName, chunks: [], isClosed: false })
          const write = (chunk: Uint8Array) => {
            if (saved.fault === 'full') throw new DOMException('the disk is full', 'QuotaExceededError')
            saved.chunks.push(chunk)
          }
          const createWritable = async () => new WritableStream({ write, close: () => void (saved.isClosed = true) })
          return { createWritable }
        }
        Object.assign(globalThis, { saved, showSaveFilePicker })
      })
      await visit(page, served!.address)
    })

    /** Has files seem longer by 64 MB, for the quick run. */
    const lengthen = () =>
      page.evaluate(() => {
        const size = Object.getOwnPropertyDescriptor(Blob.prototype, 'size')!
        Object.defineProperty(Blob.prototype, 'size', { get: () => (1 << 26) + 1, configurable: true })
        Object.assign(globalThis, { shorten: () => Object.defineProperty(Blob.prototype, 'size', size) })
      })
    const shorten = () => page.evaluate(() => (globalThis as unknown as { shorten: () => void }).shorten())

    const setFault = (fault: string) =>
      page.evaluate((fault) => {
        const { saved } = globalThis as unknown as { saved: { fault: string } }
        saved.fault = fault
      }, fault)

    it('is written piece by piece to a chosen place; cancelling and a full disk are distinguished', async () => {
      await page.evaluate(
        ({ games, length }) => {
          const texts = Array.from({ length: games }, (_, game) => {
            const words = `game ${game} `.repeat(Math.ceil(length / 7)).slice(0, length - 1)
            return `[White "Ann ${game}"]\n[Result "*"]\n\n1. e4 {${words}.} *\n\n`
          })
          const data = new DataTransfer()
          data.items.add(new File(texts, 'long.pgn'))
          const input = document.querySelector<HTMLInputElement>('input[type=file]')!
          input.files = data.files
          input.dispatchEvent(new Event('change', { bubbles: true }))
        },
        { games: GAMES, length: LENGTH },
      )
      await expect.poll(() => page.locator('.games h2').textContent(), { timeout: PATIENCE }).toBe(`Games ${GAMES}`)
      await page.getByRole('button', { name: 'Save as' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Games').selectOption('all')
      await dialog.getByLabel('Format').selectOption('pgn')
      await dialog.getByRole('button', { name: 'Prepare' }).click()
      await dialog.getByText('ready to be saved').waitFor()
      const save = dialog.getByRole('button', { name: 'Save', exact: true })
      if (!isFullRun) await lengthen()

      await setFault('full')
      await save.click()
      await dialog.getByText('Something went wrong').waitFor()
      await dialog.getByText('Details').click()
      await dialog.getByText('the disk is full').waitFor()
      expect(await faults(page)).toEqual([])
      await takeScreenshot(page, 'save-failed')
      await dialog.getByRole('button', { name: 'Dismiss' }).click()

      await setFault('given up')
      await save.click()
      // Who gives it up need not be told so.
      await save.click({ trial: true })
      expect(await dialog.getByText('Something went wrong').count()).toBe(0)

      await setFault('')
      await save.click()
      await dialog.waitFor({ state: 'detached' })
      if (!isFullRun) await shorten()
      const written = await page.evaluate(async () => {
        const { saved } = globalThis as unknown as {
          saved: { name: string; chunks: Uint8Array<ArrayBuffer>[]; isClosed: boolean }
        }
        const file = new File(saved.chunks, 'again.pgn')
        const data = new DataTransfer()
        data.items.add(file)
        const input = document.querySelector<HTMLInputElement>('input[type=file]')!
        input.files = data.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
        const text = await file.text()
        const comments = [...text.matchAll(/\{([^}]*)\}/g)].map(([, comment]) => comment!.replaceAll(/\s+/g, ' '))
        const isWhole = comments.every(
          (comment, game) => comment.startsWith(`game ${game} game ${game}`) && comment.endsWith('.'),
        )
        const { name, chunks, isClosed } = saved
        return { name, isClosed, size: file.size, games: comments.length, isWhole, pieces: chunks.length }
      })
      expect(written).toMatchObject({ name: 'long.pgn', isClosed: true, games: GAMES, isWhole: true })
      expect(written.size).toBeGreaterThan(GAMES * LENGTH)
      if (isFullRun) expect(written.pieces).toBeGreaterThan(1)
      await page.locator('.progress').waitFor({ state: 'detached' })
      await expect.poll(() => page.locator('.games h2').textContent(), { timeout: PATIENCE }).toBe(`Games ${GAMES}`)
    })
  })
})
