/** Engines of our own: a script that answers lines, in this process. */
import type { Connect } from '../../src/engines/index.ts'

/** Answers a line of the program: says lines, or ends. */
export type Script = (line: string, say: (...lines: string[]) => void, end: (reason: string) => void) => void

/** A connection to a script, and all lines that it was given. */
export function scripted(script: Script): { connect: Connect; heard: string[] } {
  const heard: string[] = []
  const connect: Connect = (listener) => {
    let isOpen = true
    const end = (reason: string) => {
      if (!isOpen) return
      isOpen = false
      listener.ended(reason)
    }
    const say = (...lines: string[]) => {
      if (isOpen) listener.text(lines.map((line) => `${line}\n`).join(''))
    }
    return {
      send: (text) => {
        for (const line of text.split('\n').slice(0, -1)) {
          heard.push(line)
          // As from another process: later, never within the call.
          setTimeout(() => {
            if (isOpen) script(line, say, end)
          }, 0)
        }
      },
      end: () => end('killed'),
    }
  }
  return { connect, heard }
}

/** A script with answers to lines that begin with a word; functions get the line. */
export function answering(
  answers: Readonly<Record<string, readonly string[] | ((line: string) => readonly string[])>>,
): Script {
  return (line, say, end) => {
    const word = line.split(' ')[0]!
    if (word === 'quit') return end('exit code 0')
    const answer = answers[word]
    if (answer) say(...(typeof answer === 'function' ? answer(line) : answer))
  }
}
