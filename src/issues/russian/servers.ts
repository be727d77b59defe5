/** Issues of servers. */
import type { Translated } from '../catalogue.ts'
import type { servers as english } from '../english/servers.ts'

export const servers: Translated<typeof english> = {
  'text/left-out': 'не относится ни к одной партии и пропущено: {text}',
  'epd/bad-line': 'не позиция: {text}',
  'epd/unread': 'непонятно после позиции: {text}',
  'epd/unread-move': 'здесь это не ход: {text}',
  'servers/bad-json': 'неверный JSON: {reason}',
  'servers/bad-line': 'не задача: {text}',
  'servers/bad-moves': 'некоторые ходы не удалось прочитать',
  'servers/cut': 'файл обрывается посреди партии, она пропущена',
  'servers/no-game': 'объект, который не является партией с ходами',
  'gib/unread-move': 'не ход: {line}',
  'ngf/bad-size': '«{size}» — не размер доски; взято 19',
  'ngf/unread-move': 'не ход на этой доске: {line}',
  'ugf/bad-size': 'Size={size} — не размер доски; взято 19',
  'ugf/unread-move': 'не ход на этой доске: {line}',
  'ugf/unknown-line': 'строка в [Data] — не ход: {line}',
  'ugf/unknown-figure-line': 'строка в [Figure] — не ход: {line}',
  'ugf/unknown-review-line': 'строка в [ReviewNode] — не узел: {line}',
  'ugf/review-differs': 'в разборе другой ход, чем в партии: {line}',
  'ugf/lost-comment': 'комментарий к узлу {number}, которого нет: {text}',
  'ugf/lost-text': 'текст к ходу {move}, которого нет',
}
