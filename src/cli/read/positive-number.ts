/** Numbers of things, as the values of options. */
import { InvalidArgumentError } from 'commander'

/** Parses a number of things. Throws InvalidArgumentError unless it is a whole number from 1. */
export function positiveNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('must be a positive integer.')
  return value
}
