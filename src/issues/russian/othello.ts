/** Issues of othello. */
import type { Translated } from '../catalogue.ts'
import type { othello as english } from '../english/othello.ts'

export const othello: Translated<typeof english> = {
  'ggf/unclosed': 'партия не заканчивается на ;)',
  'ggf/stray': 'вне свойств партии: {count:символ|символа|символов}',
  'ggf/game': 'это игра «{name}», а не отелло',
  'ggf/board': 'доска не читается: {reason}',
  'ggf/move': 'ход «{move}» — не поле',
  'ggf/characters': 'в {encoding} нет символов {characters}',
  'ggf/board-size': 'в GGF нет досок {columns}×{rows}',
  'ggf/setup': 'начальную позицию нельзя записать: {reason}',
  'ggf/edits': 'GGF не хранит ходы после изменения позиции',
  'ggf/clock': 'GGF хранит только время, затраченное на ход',
  'ggf/evaluation': 'GGF не хранит оценку, выраженную не в фишках',
  'othello-text/line': 'строка — не ходы и не доска: {text}',
  'othello-text/word': 'слово «{text}» стоит среди ходов; оно сохранено как комментарий',
  'othello-text/more-lines': 'ещё {count:строка|строки|строк} — не ходы и не доска',
  'othello-text/move': 'хода {move} нет на доске {columns}×{rows}',
  'othello-text/empty': 'в партии без ходов с обычного начала нечего записать',
  'othello-text/board-size': 'доску {columns}×{rows} нельзя узнать по числу полей',
  'othello-text/setup': 'начальную позицию нельзя записать: {reason}',
  'othello-text/no-discs': 'доска без фишек прочтётся как строка из чёрточек',
  'othello-text/unread': 'ходы, начиная с непрочитанного, не записаны',
  'othello-text/edits': 'ходы после изменения позиции не записаны',
  'othello-text/turn': 'пас или ход вне очереди прочтётся как ход другой стороны',
  'othello-text/not-square': 'ход {move} — не поле',
}
