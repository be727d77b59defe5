/** The sentences of issues in Russian. */
import type { Translated } from '../catalogue.ts'
import type { records as english } from '../english/index.ts'
import { chess } from './chess.ts'
import { goOthello } from './go-othello.ts'
import { xiangqi } from './xiangqi.ts'

const records: Translated<typeof english> = {
  // Records, in any format.
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
  // JSON lines.
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
  // Servers.
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
  // Databases.
  'database/about': 'в базе нет места для текста обо всём файле',
  'database/source-count': 'в {path} {count:партия|партии|партий}, при импорте было {stated}',
  'database/game-number': 'у двух партий один номер',
  'database/segment': '{reason}; ludograph reindex построит индекс заново',
  'files/unreadable': 'файл не читается: {reason}',
  'files/damaged-within': 'часть файла не распаковалась: {reason}',
  'database/source-number': 'у двух источников один номер',
  'database/source-range': 'у {path} номера партий, которые есть и у другого источника',
  'database/alias-twice': '{name} дважды указано как псевдоним',
  'database/tombstone-file': 'есть отметки об удалении для {name}, а такого файла в индексе нет',
  'database/segment-row':
    'в каталоге другие числа для {name}, чем в самом файле; ludograph reindex построит индекс заново',
  'database/stray-positions':
    'в индексе есть позиции {count:партии|партий|партий}, которых нет, первая под номером {first}; ludograph reindex построит индекс заново',
  'database/unlisted-files':
    'в папке индекса есть {count:файл|файла|файлов}, которые не используются; следующее изменение удалит, что сможет',
  'database/manifest': 'positions.json перечисляет не те файлы, что есть; следующее изменение его исправит',
  'database/catalogue': 'каталог не читается: {detail}',
  'database/game-source': 'партия {id}: её номер не подходит к источнику',
  'database/game-record': 'партия {id}: её запись не читается: {detail}',
  'database/game-column': 'партия {id}: столбец {column} расходится с записью',
  'database/game-positions':
    'партия {id}: в индексе другие позиции, чем в её ходах; ludograph reindex построит индекс заново',
  'database/game-facts':
    'партия {id}: в индексе другой результат, рейтинг или год, чем в записи; ludograph reindex построит индекс заново',
  'database/index-column':
    'партия {id}: столбец {column} в индексе расходится с каталогом; ludograph reindex построит индекс заново',
  'database/more': 'ещё {count:замечание|замечания|замечаний} вида {id}',
}

export const sentences = {
  ...records,
  ...chess,
  ...goOthello,
  ...xiangqi,
}
