/** Any JSON value: what a record may hold under a format's own name. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Whether a value is a JSON object, not an array. */
export function isJsonObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Whether two values are equal as JSON: the order of keys does not matter, and a field that is undefined counts as
 * absent.
 */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return (left ?? null) === (right ?? null)
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((value, index) => sameJson(value, right[index]))
  }
  const one = left as Record<string, unknown>
  const other = right as Record<string, unknown>
  for (const key in one) {
    if ((one[key] === undefined) !== (other[key] === undefined) || !sameJson(one[key], other[key])) return false
  }
  for (const key in other) if (other[key] !== undefined && one[key] === undefined) return false
  return true
}

/** Whether arrays and objects are nested more than this deep. Looks no deeper, and does not recurse. */
export function isNestedDeeper(value: Json, most: number): boolean {
  let level = [value].filter(isContainer)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === most) return true
    level = level.flatMap((container) => Object.values(container).filter(isContainer))
  }
  return false
}

function isContainer(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null
}

/** A copy of plain data that shares nothing with it. */
export function copyPlain<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyPlain) as Value
  const copy: Record<string, unknown> = {}
  for (const key in value) copy[key] = copyPlain(value[key])
  return copy as Value
}
