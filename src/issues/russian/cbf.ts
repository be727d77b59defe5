/** Issues of cbf. */
import type { Translated } from '../catalogue.ts'
import type { cbf as english } from '../english/cbf.ts'

export const cbf: Translated<typeof english> = {
  'cbf/record': 'записи партии в файле нет',
  'cbf/index-size': 'в индексе записано партий: {stated}, мест для них: {count}',
  'cbf/end': 'индекс кончается на {stated}, в файле {size:байт|байта|байт}',
  'cbf/checksum': 'контрольная сумма заголовка неверна',
  'cbf/record-size': 'части записи и её размер расходятся на {count:байт|байта|байт}',
  'cbf/start-position': 'начальная позиция неверна: {reason}',
  'cbf/moves': 'дальше ходы не читаются: {reason}',
  'cbf/trailing': 'после конца ходов ещё {count:байт|байта|байт}',
  'cbf/annotations': '{count:примечание|примечания|примечаний} без хода и ещё {bytes:байт|байта|байт}',
  'cbf/hyphen': 'имена нельзя уверенно разделить: {text}',
  'cbf/order': 'запись начинается после следующей',
  'cbf/move-count': 'в заголовке ходов: {stated}, в партии: {count}',
}
