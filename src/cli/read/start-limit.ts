/** The option that bounds the start of an engine. */
import type { Command } from 'commander'
import { positiveNumber } from './positive-number.ts'

/** Adds the option. Without it an engine may start for as long as it works or writes, as KataGo does when it tunes itself. */
export function withStartLimit(command: Command): Command {
  return command.option(
    '--start-limit <seconds>',
    'give up an engine that has not started by then (default: while it works or writes, for as long as it takes)',
    positiveNumber,
  )
}
