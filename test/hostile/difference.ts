/** Where two values of plain data part, for comparisons whose failures tell one fault from another. */

/**
 * The first place where two values differ, with both values shortened; undefined when they say the same. A
 * property without value is none, as in JSON. Indexes of lists are left out of the place, so that
 * the same fault at another node reads the same.
 * @param isPart whether `left` may say less than `right`, and only nothing else
 */
export function difference(left: unknown, right: unknown, isPart = false, place = ''): string | undefined {
  if (Object.is(left, right) || left === right || (isPart && left === undefined)) return undefined
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return `${place}: ${shortened(left)} is not ${shortened(right)}`
  }
  if (Array.isArray(left) !== Array.isArray(right)) return `${place}: one of the two is a list`
  if (Array.isArray(left) && Array.isArray(right)) {
    const length = Math.min(left.length, right.length)
    for (let index = 0; index < length; index++) {
      const found = difference(left[index], right[index], isPart, `${place}/-`)
      if (found !== undefined) return found
    }
    return left.length === right.length || (isPart && left.length < right.length)
      ? undefined
      : `${place}: ${left.length} items are not ${right.length}`
  }
  const [one, other] = [left as Record<string, unknown>, right as Record<string, unknown>]
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference(own(one, key), own(other, key), isPart, `${place}/${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

function own(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function shortened(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 80 ? `${text.slice(0, 80)}...` : text
}
