/** English, as a language that messages are written in. */
import type { Language } from '../catalogue.ts'
import { errors } from './errors.ts'
import { features } from './features.ts'
import { sentences } from './index.ts'
import { terms } from './terms.ts'

/** English, the reference for all other languages. */
export const english: Language = {
  code: 'en',
  sentences,
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
