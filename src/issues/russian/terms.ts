/** Words that stand as parameters in sentences. */
import type { Translated } from '../catalogue.ts'
import type { terms as english } from '../english/terms.ts'

export const terms: Translated<typeof english> = {
  'side/black': 'чёрные',
  'side/white': 'белые',
  'side/red': 'красные',
  'xqf-field/title': 'заголовок',
  'xqf-field/second-title': 'второй заголовок',
  'xqf-field/event': 'турнир',
  'xqf-field/date': 'дата',
  'xqf-field/place': 'место',
  'xqf-field/red': 'имя красных',
  'xqf-field/black': 'имя чёрных',
  'xqf-field/time-rule': 'контроль времени',
  'xqf-field/red-time': 'время красных',
  'xqf-field/black-time': 'время чёрных',
  'xqf-field/annotator': 'комментатор',
  'xqf-field/author': 'автор',
}
