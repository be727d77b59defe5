/** What goes wrong with engines. */
import type { ErrorCode } from '../issues/catalogue.ts'
import { CodedError } from '../issues/errors.ts'

/** Codes of errors of engines. */
export type EngineErrorCode = Extract<ErrorCode, `engine/${string}`>

/** Thrown when an engine dies, says nothing, talks nonsense or cannot do what is asked. */
export class EngineError<Code extends EngineErrorCode = EngineErrorCode> extends CodedError<Code> {
  override name = 'EngineError'
}
