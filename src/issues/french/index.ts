/** The sentences of issues in French. */
import { records } from './records.ts'

export const sentences = { ...records }
