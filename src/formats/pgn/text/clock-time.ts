/** Clock times in PGN: `h:mm:ss`, in commands inside comments and in the tags WhiteClock and BlackClock. */

/** Reads `h:mm:ss`, with up to thousandths; undefined for other text. */
export function parseClockTime(text: string): number | undefined {
  const parts = /^([0-9]{1,4}):([0-9]{2}):([0-9]{2}(?:\.[0-9]{1,3})?)$/.exec(text)
  if (!parts) return undefined
  return Math.round((Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3])) * 1000) / 1000
}

/** Writes seconds as `h:mm:ss`, with thousandths where there are any. */
export function formatClockTime(time: number): string {
  const thousandths = Math.round(Math.max(0, time) * 1000)
  const seconds = Math.floor(thousandths / 1000)
  const pad = (value: number) => String(value).padStart(2, '0')
  const fraction = thousandths % 1000
  const rest = fraction === 0 ? '' : `.${String(fraction).padStart(3, '0').replace(/0+$/, '')}`
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}${rest}`
}
