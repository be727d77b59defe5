/** Builds the web app, serves it as a static host would, and opens it in Chromium. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { build } from 'vite'
import { inject } from 'vitest'
import type { TestBrowser } from './browser.ts'
import { noteReached } from './reached.ts'

const root = join(import.meta.dirname, '..', '..')
const screenshots = join(root, '.cache', 'screenshots')

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** Builds the page as `npm run build` makes it, into a new folder. */
export async function buildPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-web-'))
  // Vitest says that this is a test.
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: join(root, 'web', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, manifest: true },
  })
  return folder
}

export interface ServedPage {
  folder: string
  address: string
  browser: Browser
  /** Files that were asked for, as paths in the folder; a test may empty it. */
  requested: Set<string>
  close(): Promise<void>
}

/**
 * A copy of a built page behind a static server, with a browser to look at it; undefined where there is none. Tests
 * take the browser and the page of their run.
 */
export async function servePage(
  found: TestBrowser = inject('browser'),
  built: string = inject('page'),
): Promise<ServedPage | undefined> {
  const browser = await startBrowser(found)
  if (!browser) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-page-'))
  cpSync(built, folder, { recursive: true })
  const requested = new Set<string>()
  const server = await serve(folder, requested)
  const { port } = server.address() as AddressInfo
  return {
    folder,
    address: `http://127.0.0.1:${port}/`,
    browser,
    requested,
    close: async () => {
      await browser.close()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A running browser; undefined where there is none. One that is there and does not start throws. */
export async function startBrowser(found: TestBrowser = inject('browser')): Promise<Browser | undefined> {
  if (!('launch' in found)) return undefined
  const browser = await chromium.launch(found.launch)
  noteReached(browser)
  return browser
}

async function serve(folder: string, requested: Set<string>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname)
    const name = path === '/' ? 'index.html' : path.slice(1)
    const file = join(folder, name)
    if (!file.startsWith(folder) || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    requested.add(name)
    const content = readFileSync(file)
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const type = { 'content-type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream' }
    response.writeHead(range ? 206 : 200, type)
    response.end(range ? content.subarray(Number(range[1]), Number(range[2]) + 1) : content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

/** Milliseconds after which a page is taken to do nothing more, on a machine that has ten times as much else to do. */
export const PATIENCE = 180_000

/** A new page, whose errors are gathered into a list. */
export async function newPage(browser: Browser, errors: string[], options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options })
  page.setDefaultTimeout(PATIENCE)
  await page.addInitScript(() => {
    const heard: string[] = []
    const listen = () => {
      const hint = document.querySelector('.hint')?.textContent ?? ''
      if (hint !== '' && hint !== heard.at(-1)) heard.push(hint)
    }
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { heard })
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return page
}

/** Every hint that a page has shown since it was loaded: hints pass by themselves, however late a test looks. */
export function hintsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
}

/** Opens an address of the page; done when it is drawn, which the browser's `load` does not wait for. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('#app > *').first().waitFor({ state: 'attached' })
}

/** Writes what a page shows to a file where people can look at it, in runs with `LUDOGRAPH_PICTURES=1`: they take time. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (process.env['LUDOGRAPH_PICTURES'] !== '1') return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`) })
}

/** Waits until what moves or fades on a page has come to its end. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ends = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Infinity
    const running = document.getAnimations().filter(ends)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}

/** The width of an element once it has been the same for some frames. */
export async function widthAtRest(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (selector) => {
    const width = () => document.querySelector(selector)?.getBoundingClientRect().width
    let [last, same] = [width(), 0]
    while (last === undefined || same < 20) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      same = width() === last ? same + 1 : 0
      last = width()
    }
    return last
  }, selector)
}

/** What axe finds wrong with a page, as rule and element. */
export async function faults(page: Page): Promise<string[]> {
  await atRest(page)
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}
