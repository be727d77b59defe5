/** Questions to the user at the terminal. */
import { isatty, ReadStream } from 'node:tty'
import { streams, writeError } from './standard-streams.ts'
import { CommandError, EXIT } from './terminal.ts'

/** Whether there is a user to ask. */
export function canAsk(): boolean {
  return isatty(0) && streams.error.isTerminal
}

/**
 * Asks for a new password twice, without showing it. Throws CommandError with a hint if there is nobody to ask, and if
 * the two differ.
 */
export async function askNewPassword(what: string, hint: string): Promise<string> {
  if (!canAsk()) throw new CommandError(`${what} needs a password: ${hint}`, EXIT.usage)
  const [password, again] = await readHidden([`Password of ${what}: `, 'The same again: '])
  if (again !== password) throw new CommandError('the two passwords differ', EXIT.usage)
  return password!
}

/** Asks a yes-or-no question; the default is no. */
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

/**
 * Lines typed at the terminal without echo, one for each question. A single stream reads them all, because a second one
 * would lose what the first has read ahead. Ctrl-C ends the command, as usual.
 */
async function readHidden(questions: readonly string[]): Promise<string[]> {
  const keyboard = new ReadStream(0)
  // Before the question, so that a quick answer is not shown either.
  keyboard.setRawMode(true)
  keyboard.setEncoding('utf8')
  const characters = charactersOf(keyboard as AsyncIterable<string>)
  const lines: string[] = []
  try {
    for (const question of questions) {
      writeError(question)
      lines.push(await readLine(characters))
      writeError('\n')
    }
    return lines
  } finally {
    keyboard.setRawMode(false)
    keyboard.destroy()
  }
}

async function* charactersOf(keyboard: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const typed of keyboard) yield* typed
}

async function readLine(characters: AsyncGenerator<string>): Promise<string> {
  let line = ''
  for (;;) {
    const { value: character, done } = await characters.next()
    if (done || character === '\r' || character === '\n') return line
    if (character === CTRL_C) process.exit(EXIT.interrupted)
    line = BACKSPACES.has(character) ? [...line].slice(0, -1).join('') : line + character
  }
}
