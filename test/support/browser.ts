/** The browser of the tests of the page, and of the pictures of its guide. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import packedChromium from '@sparticuz/chromium'
import { chromium, type LaunchOptions } from 'playwright-core'

/** How the browser of the tests is started, or why there is none. */
export type TestBrowser = { launch: LaunchOptions } | { missing: string }

const root = join(import.meta.dirname, '..', '..')

/** Unpacks the browser of the package where it runs, else finds one that Playwright has installed. */
export async function findTestBrowser(): Promise<TestBrowser> {
  const isPacked = process.platform === 'linux' && process.arch === 'x64'
  return isPacked ? unpackBrowser() : findBrowser()
}

/**
 * The browser of the package @sparticuz/chromium, unpacked into a folder of
 * its version. The folder gets its name when it is complete, so that runs at
 * the same time never start half a browser.
 */
async function unpackBrowser(): Promise<TestBrowser> {
  const manifest = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const cache = join(root, '.cache')
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const unfinished = mkdtempSync(join(cache, 'chromium-unfinished-'))
    const usual = process.env['TMPDIR']
    // The package unpacks into the system's temporary folder, whatever that is.
    process.env['TMPDIR'] = unfinished
    try {
      await packedChromium.executablePath()
    } finally {
      if (usual === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = usual
    }
    try {
      renameSync(unfinished, folder)
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  // In a single process the browser would end with its first page. A graphics processor
  // played by the main one doubles the time that the tests of the page take.
  packedChromium.setGraphicsMode = false
  const args = [...packedChromium.args.filter((argument) => argument !== '--single-process'), '--disable-gpu']
  return { launch: { executablePath: join(folder, 'chromium'), args, headless: true } }
}

/** A browser that the machine has; one that is installed and does not start is a failure. */
async function findBrowser(): Promise<TestBrowser> {
  for (const channel of ['chrome', 'msedge']) {
    try {
      await (await chromium.launch({ channel, headless: true })).close()
      return { launch: { channel, headless: true } }
    } catch (error) {
      if (!String(error).includes('is not found')) throw error
    }
  }
  return { missing: 'neither Chrome nor Edge is installed' }
}
