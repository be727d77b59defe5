/** The sentences of issues in English. They say which issues there are, and which parameters each one has. */
import { records } from './records.ts'

export const sentences = { ...records }
