/** Issues of database. */
import type { Translated } from '../catalogue.ts'
import type { database as english } from '../english/database.ts'

export const database: Translated<typeof english> = {
  'database/source-count': 'в {path} {count:партия|партии|партий}, при импорте было {stated}',
  'database/game-number': 'у двух партий один номер',
  'database/segment': '{reason}; ludograph reindex построит индекс заново',
  'database/index-count': 'в индексе позиций {indexed:партия|партии|партий} ({game}), в каталоге {count}',
  'files/unreadable': 'файл не читается: {reason}',
}
