/** How a command ends. */

export const EXIT = { fine: 0, issues: 1, usage: 2, unreadable: 3, interrupted: 130 } as const

const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  fine: 'success',
  issues: 'errors in the data, or nothing matches',
  usage: 'a usage error',
  unreadable: 'a file could not be read or written',
  interrupted: 'interrupted',
}

/** The codes with their meanings. */
export const EXIT_TABLE: readonly (readonly [code: string, meaning: string])[] = Object.entries(EXIT).map(
  ([name, code]) => [String(code), EXIT_MEANINGS[name as keyof typeof EXIT]],
)
