/** Issues of database. */
import type { Translated } from '../catalogue.ts'
import type { database as english } from '../english/database.ts'

export const database: Translated<typeof english> = {
  'database/source-count': '{path} a {count:partie|parties}, son import en comptait {stated}',
  'database/game-number': 'deux parties ont le même numéro',
  'database/segment': '{reason} ; ludograph reindex reconstruit l’index',
  'database/index-count': 'l’index de positions a {indexed:partie|parties} ({game}), le catalogue {count}',
  'files/unreadable': 'le fichier est illisible : {reason}',
}
