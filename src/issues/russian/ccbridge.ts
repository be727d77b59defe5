/** Issues of ccbridge. */
import type { Translated } from '../catalogue.ts'
import type { ccbridge as english } from '../english/ccbridge.ts'

export const ccbridge: Translated<typeof english> = {
  'ccbridge/record-version': 'версия записи {version} новее известных; читается как версия 2',
  'ccbridge/flags': 'у хода неизвестные признаки ({flags}); ходы после него не прочитаны',
  'ccbridge/missing-record': 'в указателе есть запись, которой нет в файле',
  'ccbridge/moved-record': 'запись не там, где говорит указатель; найдена по GUID',
  'ccbridge/index-cut': 'в указателе заявлено {stated:элемент|элемента|элементов}; в файле есть место для {found}',
  'ccbridge/unknown-state': 'неизвестное состояние записи {state}',
  'ccbridge/guid': 'GUID указателя и записи различаются; CCBridge отвергает такие записи',
  'ccbridge/inflated-size': 'заявлено {stated} байт партий, найдено {found}',
  'ccbridge/damaged-games': 'сжатые партии повреждены; прочитаны те, что до повреждения',
}
