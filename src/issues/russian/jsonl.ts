/** Issues of jsonl. */
import type { Translated } from '../catalogue.ts'
import type { jsonl as english } from '../english/jsonl.ts'

export const jsonl: Translated<typeof english> = {
  'jsonl/long-line': 'строка длиннее {most} байт',
  'jsonl/bad-utf8': 'байты не в UTF-8 прочитаны как U+FFFD',
  'jsonl/bad-json': 'строка не JSON: {reason}',
  'jsonl/more-issues': 'ещё {count:замечание|замечания|замечаний} к этой строке не показано',
  'jsonl/wrong-type': 'неверный тип, ожидалось: {what}',
  'jsonl/unknown-property': 'свойство, которого у записей нет',
  'jsonl/missing-property': 'нет {property}',
  'jsonl/bad-tree': 'узел {node} не входит в дерево; он и все после него опущены',
  'jsonl/bad-move': 'число {move} не обозначает хода',
  'jsonl/too-large': 'запись слишком велика для строки',
  'jsonl/off-board': 'ход {move} вне доски',
  'jsonl/other-move': 'ход {move} из другой игры',
}
