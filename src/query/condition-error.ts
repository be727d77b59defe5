/** What is thrown where a condition is invalid. */
import type { AliasName, ConditionName } from './conditions.ts'

/** The value of a condition is invalid; the message says what was expected. */
export class ConditionError extends Error {
  override name = 'ConditionError'
  readonly condition: ConditionName | AliasName

  constructor(condition: ConditionName | AliasName, message: string) {
    super(message)
    this.condition = condition
  }
}
