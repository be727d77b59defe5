/** Names of any length, glyphs and letters of any kind, and boards of any size keep the layout. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needsBrowser } from '../support/needs.ts'
import { newPage, PATIENCE, servePage, takeScreenshot, visit, widthAtRest } from '../support/web.ts'

const served = await servePage()
afterAll(() => served?.close())

const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { timeout: PATIENCE })

/** Sixty characters without a space. */
const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.padEnd(60, 'x')

const GAMES = [1, 2]
  .map(
    (game) =>
      `[White "${LONG}"]\n[Black "${LONG}"]\n[Event "${LONG}"]\n[Site "${LONG}"]\n[Annotator "${LONG}"]\n[Result "1-0"]\n\n1. e4 {${LONG}${LONG}} (1. d4 {${LONG}${LONG}} d5) e${game + 4} 1-0\n`,
  )
  .join('\n')

describe('the layout', needsBrowser(), () => {
  let page: Page
  const errors: string[] = []

  beforeEach(async () => {
    errors.length = 0
    page = await newPage(served!.browser, errors, { serviceWorkers: 'block', locale: 'en' })
    await visit(page, served!.address)
  })

  afterEach(async () => {
    await page.close()
    expect(errors).toEqual([])
  })

  const open = async (name: string, content: string) => {
    await page
      .locator('.open-menu input[multiple]')
      .setInputFiles([{ name, mimeType: '', buffer: Buffer.from(content) }])
    await page.locator('.board-pane').waitFor()
  }

  /** Elements that are wider than the window, or reach out of it. */
  const tooWide = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect()
          if (width === 0 || element.closest('.unseen, .hidden-input, svg')) return false
          return left < -1 || right > innerWidth + 1
        })
        .map((element) => `${element.tagName} ${element.className}`),
    )

  it.each(['en', 'zh-CN', 'ru', 'fr'])('has room for five tabs in the narrowest panel in %s', async (locale) => {
    await page.close()
    page = await newPage(served!.browser, errors, { serviceWorkers: 'block', locale })
    await visit(page, served!.address)
    await page.setViewportSize({ width: 1280, height: 720 })
    await open('games.pgn', GAMES)
    await eventually(() => page.getByRole('tab').count()).toBe(5)
    const hidden = () => page.locator('.tab-row').evaluate((row) => row.scrollWidth - row.clientWidth)
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
      [360, 740],
    ]) {
      await page.setViewportSize({ width: width!, height: height! })
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click()
        await eventually(hidden).toBeLessThanOrEqual(0)
      }
    }
    await takeScreenshot(page, `tabs-${locale}`)
  })

  it.each([
    [390, 844],
    [820, 1180],
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ])('names the lines of Go in letters of at most 14 pixels, %i by %i', async (width, height) => {
    await page.setViewportSize({ width, height })
    for (const side of [5, 9, 13, 19]) {
      await open('go.sgf', `(;GM[1]SZ[${side}];B[aa])`)
      const size = () =>
        page
          .locator('.board-pane .coordinates text')
          .first()
          .evaluate(
            (text) => Number.parseFloat(getComputedStyle(text).fontSize) * (text as SVGTextElement).getScreenCTM()!.a,
          )
      await eventually(() => page.locator('.board-pane .coordinates text').count()).toBe(side * 3)
      expect(await size()).toBeLessThanOrEqual(14.1)
      expect(await size()).toBeGreaterThan(6)
    }
  })

  it.each([
    [390, 844],
    [820, 1180],
    [1280, 720],
    [1920, 1080],
  ])('holds names of 60 characters without spaces at %i by %i', async (width, height) => {
    await page.setViewportSize({ width, height })
    await open('short.pgn', GAMES.replaceAll(LONG, 'Short'))
    const board = () => widthAtRest(page, '.play-board > svg.board')
    const usual = await board()
    await open('long.pgn', GAMES)
    await eventually(() => page.locator('.player strong').first().textContent()).toBe(LONG)
    expect(Math.abs((await board()) - usual)).toBeLessThan(30)
    expect(await tooWide()).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await takeScreenshot(page, `long-names-${width}`)
    await page.getByRole('tab', { name: 'Details' }).click()
    expect(await tooWide()).toEqual([])
    await takeScreenshot(page, `long-details-${width}`)
  })

  it.each([
    [360, 640],
    [390, 844],
    [844, 390],
    [1024, 768],
    [1280, 720],
    [1280, 800],
    [1366, 768],
  ])('has the current move in sight on every tab at %i by %i', async (width, height) => {
    await page.setViewportSize({ width, height })
    const moves = Array.from({ length: 12 }, (_, pair) => {
      const [white, black] = pair % 2 === 0 ? ['Nf3', 'Nf6'] : ['Ng1', 'Ng8']
      return `${pair + 1}. ${white} {[%eval 0.${pair + 10}]} ${black} {[%eval -0.${pair + 10}]}`
    })
    await open('evaluated.pgn', `${moves.join(' ')} (12... e5) *`)
    for (let ply = 0; ply < 12; ply++) await page.keyboard.press('ArrowRight')
    const isSeen = () =>
      page.evaluate(() => {
        scrollTo(0, 0)
        return [...document.querySelectorAll('.move-list .move[aria-current], .current-move')].some((element) => {
          let { top, bottom } = element.getBoundingClientRect()
          const height = bottom - top
          for (let around = element.parentElement; around; around = around.parentElement) {
            if (getComputedStyle(around).overflowY === 'visible') continue
            const box = around.getBoundingClientRect()
            top = Math.max(top, box.top)
            bottom = Math.min(bottom, box.bottom)
          }
          const seen = Math.min(bottom, innerHeight) - Math.max(top, 0)
          return height > 0 && seen >= Math.min(height * 0.9, 20)
        })
      })
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await eventually(isSeen).toBe(true)
    }
  })

  it('keeps the buttons in sight on a phone held across, whatever is shown above them', async () => {
    await page.setViewportSize({ width: 844, height: 390 })
    await open('games.pgn', GAMES)
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      const buttons = page.locator('.side > .controls')
      await eventually(async () => {
        const box = await buttons.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= 390
      }).toBe(true)
    }
  })

  it('names every fifth line of a board of 52 by 52', async () => {
    await open('large.sgf', '(;GM[1]SZ[52];B[aa];W[ZZ];B[zz])')
    const names = await page.locator('.coordinates text').allTextContents()
    expect(
      names
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
        .toSorted((left, right) => left - right),
    ).toEqual([1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 52])
    await takeScreenshot(page, 'board-52')
  })

  it('draws the glyphs of moves and positions', async () => {
    const nags = [...Array.from({ length: 23 }, (_, nag) => nag + 1), 32, 36, 40, 44, 132, 138, 140, 146]
    const moves = nags.map(
      (nag, ply) => `${ply % 2 === 0 ? `${ply / 2 + 1}. ` : ''}${['Nf3', 'Nf6', 'Ng1', 'Ng8'][ply % 4]} $${nag}`,
    )
    await open('glyphs.pgn', `${moves.join(' ')} *`)
    await eventually(() => page.locator('.glyph svg').count()).toBe(8)
    // Nothing else is left to fonts than what all of them have.
    const texts = (await page.locator('.glyph').allInnerTexts()).join('')
    expect([...texts].filter((sign) => /[⩲⩱⨀⊕⟳⇆⌓∆]/u.test(sign))).toEqual([])
    await takeScreenshot(page, 'glyphs')
  })
})
