/** English, as a language that messages are written in. */
import type { Language, Sentences } from '../catalogue.ts'
import { errors } from './errors.ts'
import { features } from './features.ts'
import { allSentences } from './index.ts'
import { terms } from './terms.ts'

let sentences: Sentences | undefined

/** English, the reference for all other languages. */
export const english: Language = {
  code: 'en',
  get sentences() {
    return (sentences ??= allSentences())
  },
  errors,
  features,
  terms,
  frame: {
    loss: '{format} cannot store {feature}',
    more: ' (and {count} more)',
    line: 'line {n}',
    column: 'column {n}',
    root: 'the root',
    offset: 'offset {n}',
    game: 'game {n}',
    node: 'node {n}',
  },
}
