/** Issues of records. */
import type { Translated } from '../catalogue.ts'
import type { records as english } from '../english/records.ts'

export const records: Translated<typeof english> = {
  'text/encoding-guessed': 'кодировка текста не указана; прочитан как {encoding} (уверенность {percent} %)',
  'text/control-characters': 'управляющие символы в имени {name}: возможно, текст в другой кодировке',
  'loss/game': '{format} не хранит партий этой игры ({game})',
  'loss/unreadable': 'запись не удалось прочитать',
  'loss/native': '{format} не хранит данных, известных лишь {source}: {names}',
  'loss/about': 'в формате {format} нет места для текста обо всём файле',
  'loss/unread-parts': 'файлы базы, которые никто не может прочитать, не перенесены: {names}',
  'files/unfinished-change':
    'изменение было прервано: это состояние до него, следующее изменение восстановит его на диске',
  'files/foreign-journal': 'журнал отмены не учитывается: {reason}',
  'rules/illegal-move': 'ход {ply} ({move}) не по правилам',
  'rules/null-move': 'ход {ply} ({move}) пропущен',
  'rules/variant': 'правил варианта {variant} здесь нет: его ходы не проверяются',
  'rules/bad-start': 'начальная позиция невозможна: {reason}',
  'rules/result': 'по последней позиции выигрывают {winner}, записан другой результат',
  'rules/result-draw': 'последняя позиция ничейная, записан другой результат',
  'rules/go-ko': '{move} немедленно отбивает ко',
  'rules/go-superko': '{move} повторяет прежнюю позицию всей доски',
  'rules/go-suicide': '{move} снимает {count:свой камень|своих камня|своих камней}',
  'rules/go-turns': '{move}: {side} ходят второй раз подряд',
  'record/date': 'такой даты нет: {date}',
  'book/size': 'после последней целой записи книги {rest:байт|байта|байт}',
  'table/characters': 'в {encoding} нет {count:символа|символов|символов}, вместо них «?»: {characters}',
}
