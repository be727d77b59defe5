/** The page without a network, once it has been loaded. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { needsBrowser } from '../support/needs.ts'
import { PATIENCE, servePage, visit } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

/** Changes the page that is served as a new version of it would. */
function publishAgain(folder: string): void {
  const page = readFileSync(join(inject('page'), 'index.html'), 'utf8')
  writeFileSync(join(folder, 'index.html'), page.replace('</title>', ' of today</title>'))
  const worker = join(folder, 'service-worker.js')
  writeFileSync(worker, readFileSync(worker, 'utf8').replace(/(?<="version":")/, 'z'))
}

describe('the page without a network', needsBrowser(), () => {
  let context: BrowserContext
  let page: Page

  beforeEach(async () => {
    context = await served!.browser.newContext({ locale: 'en', serviceWorkers: 'allow' })
    page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
  })

  afterEach(() => context.close())

  /** Loads the page and waits until all of it is kept. */
  async function loadAndKeep(): Promise<void> {
    await visit(page, served!.address)
    const isKept = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
    await expect.poll(isKept, { timeout: PATIENCE }).toBe('activated')
  }

  it('opens files of every kind, samples included', async () => {
    await loadAndKeep()
    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.setInputFiles('input[type=file]', join(import.meta.dirname, '../../examples/xiangqi/中炮对屏风马.xqf'))
    await page.locator('.board.xiangqi').waitFor()
    const database = join(import.meta.dirname, '../../examples/chess')
    const parts = readdirSync(database).filter((name) => name.startsWith('short-games'))
    await page.setInputFiles(
      'input[type=file]',
      parts.map((name) => join(database, name)),
    )
    await page.locator('.game').nth(1).click()
    await page.locator('.board.chess').waitFor()
    await page.getByRole('button', { name: 'Ludograph' }).click()
    await page.getByText('A ladder at the club').click()
    await page.locator('.board.go').waitFor()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('zh')
    await page.getByRole('button', { name: '打开文件' }).or(page.getByText('打开文件')).first().waitFor()
  })

  it('shows a new version at the next load, and lets go of the files of the old one', async () => {
    await loadAndKeep()
    publishAgain(served!.folder)
    await page.reload()
    await expect.poll(() => page.title(), { timeout: PATIENCE }).toBe('Ludograph of today')
    const stores = () => page.evaluate(async () => (await caches.keys()).length)
    await expect.poll(stores, { timeout: PATIENCE }).toBe(2)
    // The new worker takes over when no page of the old one is left, some time after that.
    const storesLater = async () => {
      await page.close()
      page = await context.newPage()
      await page.waitForTimeout(1000)
      await visit(page, served!.address)
      return await stores()
    }
    await expect.poll(storesLater, { timeout: 2 * PATIENCE, interval: 500 }).toBe(1)
  })
})
