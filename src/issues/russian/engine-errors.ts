/** Errors of engines. */
import type { Translated } from '../catalogue.ts'
import type { engineErrors as english } from '../english/engine-errors.ts'

export const engineErrors: Translated<typeof english> = {
  'engine/ended': 'движок завершился: {detail}',
  'engine/closed': 'движок был остановлен',
  'engine/silent': 'движок не отвечал {seconds:секунду|секунды|секунд}',
  'engine/flood': 'движок вывел больше {most:символа|символов|символов}, но не ответил',
  'engine/long-line': 'движок вывел строку длиннее {most:символа|символов|символов}',
  'engine/control': 'команда движку должна быть одной строкой без управляющих символов',
  'engine/refused': 'движок отклонил «{command}»: {text}',
  'engine/game': '{name} не играет в эту игру ({game})',
  'engine/illegal-move': 'движок ответил невозможным ходом: {move}',
  'engine/position': 'движки не принимают эту позицию: {reason}',
  'engine/unread': 'ход перед этой позицией не удалось прочитать',
  'engine/option': 'у движка нет параметра {name}',
  'engine/option-value': 'параметр {name} движка не может быть {value}',
  'engine/settings': 'список движков {path} не читается: {detail}',
}
