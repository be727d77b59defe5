/** The sentences of issues in Chinese. */
import { records } from './records.ts'

export const sentences = { ...records }
