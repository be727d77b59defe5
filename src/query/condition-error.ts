/** The error thrown for an invalid condition. */
import type { ErrorCode, ParamsOf } from '../issues/catalogue.ts'
import { CodedError } from '../issues/errors.ts'
import type { AliasName, ConditionName } from './conditions.ts'

/** The value of a condition is invalid; the message says what was expected. */
export class ConditionError<Code extends ErrorCode = ErrorCode> extends CodedError<Code> {
  override name = 'ConditionError'
  readonly condition: ConditionName | AliasName

  constructor(condition: ConditionName | AliasName, code: Code, params: ParamsOf<Code>) {
    super(code, params)
    this.condition = condition
  }
}

/** What is wrong with the text of a position or pattern, as the error of its condition. */
export function conditionError(condition: ConditionName, { code, params }: CodedError): ConditionError {
  return new ConditionError(condition, code, params)
}
