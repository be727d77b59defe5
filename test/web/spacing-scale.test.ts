/** Spaces in and between the parts of the page come from the scale in `base.css`. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../web/src/styles/', import.meta.url)
const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
const read = (sheet: string) => readFileSync(new URL(sheet, folder), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
const scale = new Set([...read('base.css').matchAll(/(--space-\d): [\d.]+rem;/g)].map(([, name]) => name))

/** Paddings, margins and gaps that a sheet sets. */
function spaces(sheet: string): string[] {
  return [...read(sheet).matchAll(/[\s;{](?:padding|margin|(?:row-|column-)?gap)[a-z-]*:\s*([^;]+);/g)].map(
    ([, space = '']) => space,
  )
}

/** Whether a space is made of steps of the scale, hairlines, and sizes with a name of their own. */
function isOnScale(space: string): boolean {
  const steps = [...space.matchAll(/--space-\d+/g)].map(([name]) => name)
  const rest = space.replaceAll(/var\(--[a-z0-9-]+\)|calc\(-1 \* |calc\(|\)|[+-] |\bauto\b|\b0\b|\b1px\b/g, '')
  return rest.trim() === '' && steps.every((step) => scale.has(step))
}

it('is the only source of spaces', () => {
  const others = sheets.flatMap((sheet) =>
    spaces(sheet)
      .filter((space) => !isOnScale(space))
      .map((space) => `${sheet}: ${space}`),
  )
  expect(others).toEqual([])
  expect(scale.size).toBe(8)
  expect(sheets.flatMap(spaces).length).toBeGreaterThan(200)
})

it('tells a space of the scale from any other', () => {
  const right = ['0 auto', 'var(--space-2) 1px', 'calc(-1 * var(--space-4))', 'calc(var(--numbers) + var(--space-3))']
  expect(right.filter((space) => !isOnScale(space))).toEqual([])
  expect(['0.4rem', '2px', 'var(--space-9)', 'calc(var(--space-1) + 3px)'].filter(isOnScale)).toEqual([])
})
