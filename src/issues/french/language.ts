/** French, as a language that messages are written in. */
import type { Language } from '../catalogue.ts'
import { errors } from './errors.ts'
import { features } from './features.ts'
import { sentences } from './index.ts'
import { terms } from './terms.ts'

export const french: Language = {
  code: 'fr',
  sentences,
  errors,
  features,
  terms,
  frame: {
    loss: '{format} ne conserve pas {feature}',
    more: ' (et {count} de plus)',
    line: 'ligne {n}',
    column: 'colonne {n}',
    root: 'la racine',
    offset: 'position {n}',
    game: 'partie {n}',
    node: 'nœud {n}',
  },
}
