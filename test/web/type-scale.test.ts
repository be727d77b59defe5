/** Sizes of text in the style sheets of the page come from the scale in `base.css`. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../web/src/styles/', import.meta.url)
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
const scale = new Set(
  [...readFileSync(new URL('base.css', folder), 'utf8').matchAll(/(--text-[a-z]+): [\d.]+rem;/g)].map(
    ([, name]) => name,
  ),
)

/** The sizes that a sheet sets, without those in the units of drawings: boards, and the text of charts. */
function sizes(sheet: string): string[] {
  const text = readFileSync(new URL(sheet, folder), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...text.matchAll(/([^{};]*)\{([^{}]*)\}/g)].flatMap(([, selector = '', rules = '']) =>
    /^:root$|\btext$/.test(selector.trim())
      ? []
      : [...rules.matchAll(/font-size:\s*([^;]+);/g)].map(([, size = '']) => size),
  )
}

/** Whether a size is a step of the scale, between two steps of it, or that of the text around. */
function isOnScale(size: string): boolean {
  const names = [...size.matchAll(/var\((--[a-z-]+)\)/g)].map(([, name]) => name)
  const isForm = size === 'inherit' || /^var\([^)]+\)$|^clamp\(var\([^)]+\), [\d.]+vw, var\([^)]+\)\)$/.test(size)
  return isForm && names.every((name) => scale.has(name))
}

it('is the only source of sizes of text', () => {
  const others = sheets
    .filter((sheet) => sheet !== 'board.css')
    .flatMap((sheet) =>
      sizes(sheet)
        .filter((size) => !isOnScale(size))
        .map((size) => `${sheet}: ${size}`),
    )
  expect(others).toEqual([])
  expect(scale.size).toBe(8)
  expect(sheets.flatMap(sizes).length).toBeGreaterThan(50)
})
