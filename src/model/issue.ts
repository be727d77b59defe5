/** Issues and errors, from the room `issues`. */
export * from '../issues/errors.ts'
export * from '../issues/issue.ts'
export { describePlace as formatPlace } from '../issues/describe.ts'
