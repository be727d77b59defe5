/** Words that stand as parameters in sentences. */
import type { Translated } from '../catalogue.ts'
import type { terms as english } from '../english/terms.ts'

export const terms: Translated<typeof english> = {
  'side/black': '黑方',
  'side/white': '白方',
  'side/red': '红方',
}
