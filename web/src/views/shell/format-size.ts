/** Sizes of files in the language of the page. */
import { formatNumber } from '../../words/index.ts'

/** A size in kilobytes or megabytes. */
export function formatSize(bytes: number): string {
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte']
  return formatNumber(value, { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 })
}
