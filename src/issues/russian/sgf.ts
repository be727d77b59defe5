/** Issues of sgf. */
import type { Translated } from '../catalogue.ts'
import type { sgf as english } from '../english/sgf.ts'

export const sgf: Translated<typeof english> = {
  'sgf/undecodable': 'некоторые байты — не текст в кодировке {encoding}',
  'sgf/undecodable-value': 'байты в {property} — не текст в кодировке {encoding}',
  'sgf/unclosed-tree': 'нет последней скобки партии',
  'sgf/text-between': 'текст после партии пропущен: {text}',
  'sgf/small-identifier': 'в имени свойства {property} нет прописных букв',
  'sgf/unclosed-value': 'значение {property} не закрыто',
  'sgf/bracket-in-text': 'скобка в {property} не экранирована',
  'sgf/stray-text': 'текст вне значений пропущен: {text}',
  'sgf/unread-move': '{property}[{value}] — не ход на этой доске',
  'sgf/unread-value': 'неизвестное значение {property}, сохранено как есть: {value}',
  'sgf/game-info': 'сведения о партии после корня остались там и не вошли в заголовок',
  'sgf/stale-private': 'сохранённое в {property} больше не подходит к остальному и отложено',
  'sgf/implied-handicap':
    'HA называет {stones:камень|камня|камней} форы, не поставленных в корне; они стоят на обычных пунктах',
  'sgf/encoding-guessed': 'кодировка текста не указана; прочитано как {encoding}',
  'sgf/encoding-other': 'текст не в кодировке из CA; прочитано как {encoding}',
  'sgf/board-too-large': 'доска {columns}×{rows} слишком велика',
  'sgf/bad-board': 'доска невозможна: {reason}',
  'sgf/unknown-game': 'GM[{number}] — неизвестная игра; читаются SGF го (1) и отелло (2)',
  'sgf/other-game': 'партия {name} (GM[{number}]); читаются SGF го (1) и отелло (2)',
  'sgf/bad-size': 'SZ[{value}] — не размер доски; взят обычный',
  'sgf/bad-start': 'начальную позицию нельзя записать: {reason}',
  'sgf/board-size': 'в SGF не больше {most} пунктов на сторону, а доска {columns}×{rows}',
  'sgf/no-private': 'для части данных в SGF нет свойства, а частные свойства не нужны',
  'sgf/root-property': 'FF или GM без других свойств в узле после корня опущено',
  'sgf/unwritable-move': 'ход за пределы доски опущен',
  'sgf/closed-text': 'в конце текста добавлены недостающие скобки',
  'sgf/bytes-as-text': 'байты в {property}, не являющиеся текстом, записаны как текст',
  'sgf/unread-dropped': 'непрочитанному значению {property} нет места рядом с тем, что известно о партии; оно опущено',
  'sgf/characters': 'в {encoding} нет {count:символа|символов|символов}, вместо них «?»: {characters}',
}
