/** The sentences of issues in Russian. */
import { records } from './records.ts'

export const sentences = { ...records }
