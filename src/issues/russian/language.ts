/** Russian, as a language that messages are written in. */
import type { Language } from '../catalogue.ts'
import { errors } from './errors.ts'
import { features } from './features.ts'
import { sentences } from './index.ts'
import { terms } from './terms.ts'

export const russian: Language = {
  code: 'ru',
  sentences,
  errors,
  features,
  terms,
  frame: {
    loss: '{format} не хранит: {feature}',
    more: ' (и ещё {count})',
    line: 'строка {n}',
    column: 'столбец {n}',
    root: 'корень',
    offset: 'смещение {n}',
    game: 'партия {n}',
    node: 'узел {n}',
  },
}
