/**
 * Files of the server Fox (foxwq), which write zeros for what they do not say: of 1,458 games with `KM[0]HA[0]` that were won by
 * points, all ended on half a point. docs/formats/sgf.md, Oddities of real files.
 */
import type { Header } from '../../model/record.ts'
import type { NativeValue } from './native.ts'

/** Drops the komi of a header that Fox did not mean. Returns whether it did. @param root the properties of the root */
export function leaveFoxKomiOpen(
  header: Header,
  root: readonly { readonly id: string; readonly values: readonly NativeValue[] }[],
): boolean {
  const { rules } = header
  if (rules?.komi !== 0 || rules.handicap !== 0) return false
  const isFox = root.some(({ id, values }) => id === 'AP' && values.includes('foxwq'))
  if (isFox) delete rules.komi
  return isFox
}
