/** Writes JSON, broken into lines for readability, and without recursion. */
import type { Json } from '../../model/json.ts'
import type { JsonContainer } from '../json.ts'

/** The number of indentation levels; deeper lines stay at the last. */
const MAX_INDENT = 40

interface Open {
  container: JsonContainer
  /** Keys of an object, undefined for an array. */
  keys: string[] | undefined
  next: number
  isBroken: boolean
}

/**
 * Writes JSON. @param breaks whether each value of a container gets a line of its own, given the key of the container
 * and, for an element of an array, the key of the array; without it everything is on one line
 */
export function formatJson(value: Json, breaks: (key: string) => boolean = () => false): string {
  const parts: string[] = []
  const open: Open[] = []
  const start = (value: Json, key: string) => {
    if (typeof value !== 'object' || value === null) {
      parts.push(JSON.stringify(value))
      return
    }
    const keys = Array.isArray(value) ? undefined : Object.keys(value)
    const isEmpty = (keys ?? (value as Json[])).length === 0
    parts.push(keys ? '{' : '[')
    open.push({ container: value, keys, next: 0, isBroken: !isEmpty && breaks(key) })
  }
  start(value, '')
  while (open.length > 0) {
    const top = open[open.length - 1]!
    const { container, keys, next, isBroken } = top
    const length = keys ? keys.length : (container as Json[]).length
    if (next === length) {
      open.pop()
      if (isBroken) parts.push(newLine(open.length))
      parts.push(keys ? '}' : ']')
      continue
    }
    top.next++
    if (next > 0) parts.push(isBroken ? ',' : ', ')
    if (isBroken) parts.push(newLine(open.length))
    if (keys) {
      const key = keys[next]!
      parts.push(JSON.stringify(key), ': ')
      start((container as { [key: string]: Json })[key]!, key)
    } else {
      start((container as Json[])[next]!, `${keyOfArray(open)}[]`)
    }
  }
  return parts.join('')
}

/** The key of the innermost open array. */
function keyOfArray(open: readonly Open[]): string {
  const parent = open[open.length - 2]
  return parent?.keys?.[parent.next - 1] ?? ''
}

function newLine(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, MAX_INDENT))}`
}
