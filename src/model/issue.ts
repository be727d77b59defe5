/** Issues and errors, which have a room of their own. */
export * from '../issues/errors.ts'
export * from '../issues/issue.ts'
export { describePlace as formatPlace } from '../issues/describe.ts'
