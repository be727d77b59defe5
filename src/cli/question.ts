/** Questions to whoever sits at the terminal. */
import { isatty, ReadStream } from 'node:tty'
import { streams, writeError } from './standard-streams.ts'
import { CommandError, EXIT } from './terminal.ts'

/** Whether there is somebody to ask. */
export function canAsk(): boolean {
  return isatty(0) && streams.error.isTerminal
}

/**
 * Asks for a new password, twice, and does not show what is typed. Throws CommandError with a hint when there
 * is nobody to ask, and when the two differ.
 */
export async function askNewPassword(what: string, hint: string): Promise<string> {
  if (!canAsk()) throw new CommandError(`${what} needs a password: ${hint}`, EXIT.usage)
  const password = await readHidden(`Password of ${what}: `)
  if ((await readHidden('Repeat the password: ')) !== password) {
    throw new CommandError('the two passwords differ', EXIT.usage)
  }
  return password
}

/** Asks a question whose answer is no unless it is yes. */
export async function confirm(question: string): Promise<boolean> {
  writeError(`${question} [y/N] `)
  const keyboard = new ReadStream(0)
  keyboard.setEncoding('utf8')
  try {
    for await (const line of keyboard as AsyncIterable<string>) return /^y(es)?$/i.test(line.trim())
    return false
  } finally {
    keyboard.destroy()
  }
}

const CTRL_C = '\u0003'
const BACKSPACES: ReadonlySet<string> = new Set(['\u0008', '\u007F'])

/** A line typed at the terminal, which does not show it. Ctrl-C ends the command, as it does elsewhere. */
async function readHidden(question: string): Promise<string> {
  const keyboard = new ReadStream(0)
  // Before the question: who answers at once is not shown either.
  keyboard.setRawMode(true)
  writeError(question)
  keyboard.setEncoding('utf8')
  let line = ''
  try {
    for await (const typed of keyboard as AsyncIterable<string>) {
      for (const character of typed) {
        if (character === CTRL_C) process.exit(EXIT.interrupted)
        if (character === '\r' || character === '\n') return line
        line = BACKSPACES.has(character) ? [...line].slice(0, -1).join('') : line + character
      }
    }
    return line
  } finally {
    if (!keyboard.destroyed) keyboard.setRawMode(false)
    keyboard.destroy()
    writeError('\n')
  }
}
