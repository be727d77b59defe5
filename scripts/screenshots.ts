/**
 * Makes the pictures of docs/guide.md from the samples under examples/:
 * `node scripts/screenshots.ts`. Needs Chromium, as the tests of the page do.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { Database, importSources, publishDatabase } from '../src/database/index.ts'
import { serve } from '../src/server/serve.ts'
import { findTestBrowser } from '../test/support/browser.ts'
import { buildPage, servePage } from '../test/support/web.ts'

const root = join(import.meta.dirname, '..')
const images = join(root, 'docs', 'images')
const DESKTOP = { width: 1280, height: 760 }
const PHONE = { width: 390, height: 780 }

/** A page of the guide: what to do before its picture is taken. */
interface Picture {
  name: string
  viewport?: typeof DESKTOP
  isDark?: boolean
  show: (page: Page) => Promise<void>
}

async function openSample(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.locator('.board-pane .board').waitFor()
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await page.keyboard.press(key)
}

const PICTURES: readonly Picture[] = [
  { name: 'welcome', show: async () => undefined },
  {
    name: 'replay',
    show: async (page) => {
      await openSample(page, 'The Opera Game')
      await press(page, 'ArrowRight', 6)
    },
  },
  {
    name: 'list',
    show: async (page) => {
      await openSample(page, 'Tournament games of 2001')
      await page.getByRole('combobox', { name: 'Order' }).selectOption('first')
      await page.locator('.game').nth(2).click()
      await press(page, 'ArrowRight', 12)
    },
  },
  {
    name: 'study',
    show: async (page) => {
      await openSample(page, 'A study as it happened')
      await page.getByRole('button', { name: 'As it happened' }).click()
      await page.getByRole('slider', { name: 'As it happened' }).fill('12')
    },
  },
  {
    name: 'save',
    show: async (page) => {
      await openSample(page, 'A lesson with clocks')
      await page.getByRole('button', { name: 'Save as' }).click()
      await page.getByRole('dialog').getByLabel('Format').selectOption('xqf')
      await page.locator('.losses').waitFor()
    },
  },
  {
    name: 'phone',
    viewport: PHONE,
    isDark: true,
    show: async (page) => {
      await openSample(page, 'The Opera Game')
      await press(page, 'ArrowRight', 19)
    },
  },
]

const served = await servePage(await findTestBrowser(), await buildPage())
if (!served) throw new Error('no browser starts here')
mkdirSync(images, { recursive: true })
const converter = await served.browser.newPage()

async function take({ name, viewport = DESKTOP, isDark = false, show }: Picture, address: string): Promise<void> {
  const page = await served!.browser.newPage({
    viewport,
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en',
    serviceWorkers: 'block',
  })
  await page.goto(address)
  await page.locator('.samples, .games').first().waitFor()
  await show(page)
  await page.waitForTimeout(500)
  const picture = await asWebp(await page.screenshot())
  writeFileSync(join(images, `${name}.webp`), picture)
  await page.close()
  console.log(`docs/images/${name}.webp ${Math.round(picture.length / 1000)} kB`)
}

/** Converts a PNG to WebP in the browser, a third of the size. */
async function asWebp(png: Buffer): Promise<Buffer> {
  const encoded = await converter.evaluate(async (png) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d')!.drawImage(bitmap, 0, 0)
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })
    let text = ''
    for (const byte of new Uint8Array(await webp.arrayBuffer())) text += String.fromCharCode(byte)
    return btoa(text)
  }, png.toString('base64'))
  return Buffer.from(encoded, 'base64')
}

for (const picture of PICTURES) await take(picture, served.address)

const folder = mkdtempSync(join(tmpdir(), 'ludograph-screenshots-'))
const database = await Database.open(join(folder, 'games.db'))
await importSources(database, [{ path: join(root, 'examples/othello/WTH_2001.wtb') }])
const server = await serve(database, { page: served.folder })
await take(
  {
    name: 'explorer',
    show: async (page) => {
      await page.locator('.game .title').first().click()
      await page.locator('.move-list .move').first().waitFor()
      await press(page, 'ArrowRight', 3)
      await page.waitForTimeout(1000)
    },
  },
  server.address,
)
await server.close()
await publishDatabase(database, join(folder, 'public'))
await take(
  {
    name: 'published',
    show: async (page) => {
      // As a web host answers, with ranges.
      await page.route('**/public/**', async (route) => {
        const path = decodeURIComponent(new URL(route.request().url()).pathname).slice(1)
        const content = readFileSync(join(folder, path))
        const range = /^bytes=(\d+)-(\d+)$/.exec((await route.request().headerValue('range')) ?? '')
        const body = range ? content.subarray(Number(range[1]), Number(range[2]) + 1) : content
        await route.fulfill({ status: range ? 206 : 200, body })
      })
      await page.goto(`${served.address}?database=public`)
      await page.getByRole('searchbox').fill('adler lake')
      await page.locator('.game .title').nth(2).click()
      await page.locator('.move-list .move').first().waitFor()
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await press(page, 'ArrowRight', 8)
      await page.waitForTimeout(1500)
    },
  },
  served.address,
)
database.close()
rmSync(folder, { recursive: true, force: true })
await served.close()
