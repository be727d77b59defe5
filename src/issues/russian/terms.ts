/** Words that stand as parameters in sentences. */
import type { Translated } from '../catalogue.ts'
import type { terms as english } from '../english/terms.ts'

export const terms: Translated<typeof english> = {
  'side/black': 'чёрные',
  'side/white': 'белые',
  'side/red': 'красные',
}
