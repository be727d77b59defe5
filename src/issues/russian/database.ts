/** Issues of database. */
import type { Translated } from '../catalogue.ts'
import type { database as english } from '../english/database.ts'

export const database: Translated<typeof english> = {
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
