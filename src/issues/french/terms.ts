/** Words that stand as parameters in sentences. */
import type { Translated } from '../catalogue.ts'
import type { terms as english } from '../english/terms.ts'

export const terms: Translated<typeof english> = {
  'side/black': 'Noirs',
  'side/white': 'Blancs',
  'side/red': 'Rouges',
  'xqf-field/title': 'titre',
  'xqf-field/second-title': 'second titre',
  'xqf-field/event': 'tournoi',
  'xqf-field/date': 'date',
  'xqf-field/place': 'lieu',
  'xqf-field/red': 'nom des Rouges',
  'xqf-field/black': 'nom des Noirs',
  'xqf-field/time-rule': 'cadence',
  'xqf-field/red-time': 'temps des Rouges',
  'xqf-field/black-time': 'temps des Noirs',
  'xqf-field/annotator': 'annotateur',
  'xqf-field/author': 'auteur',
}
