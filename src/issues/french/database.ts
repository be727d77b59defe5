/** Issues of database. */
import type { Translated } from '../catalogue.ts'
import type { database as english } from '../english/database.ts'

export const database: Translated<typeof english> = {
  'database/about': 'une base n’a pas de place pour le texte sur le fichier entier',
  'database/source-count': '{path} a {count:partie|parties}, son import en comptait {stated}',
  'database/game-number': 'deux parties ont le même numéro',
  'database/segment': '{reason} ; ludograph reindex reconstruit l’index',
  'files/unreadable': 'le fichier est illisible : {reason}',
  'files/damaged-within': 'une partie du fichier n’a pas pu être décompressée : {reason}',
  'database/source-number': 'deux sources ont le même numéro',
  'database/source-range': '{path} a des numéros de parties qu’une autre source a aussi',
  'database/alias-twice': '{name} est deux fois un alias',
  'database/tombstone-file': 'des marques de suppression visent {name}, qui n’est pas un fichier de l’index',
  'database/segment-row':
    'le catalogue a d’autres nombres pour {name} que le fichier lui-même ; ludograph reindex reconstruit l’index',
  'database/stray-positions':
    'l’index a des positions de {count:partie|parties} qui n’existent pas, la première de numéro {first} ; ludograph reindex reconstruit l’index',
  'database/unlisted-files':
    'le dossier de l’index contient {count:fichier|fichiers} dont rien ne se sert ; la prochaine modification efface ce qu’elle peut',
  'database/manifest': 'positions.json n’énumère pas les fichiers présents ; la prochaine modification le corrige',
  'database/catalogue': 'le catalogue ne peut pas être lu : {detail}',
  'database/game-source': 'partie {id} : son numéro ne correspond pas à sa source',
  'database/game-record': 'partie {id} : son enregistrement ne peut pas être lu : {detail}',
  'database/game-column': 'partie {id} : la colonne {column} diffère de son enregistrement',
  'database/game-positions':
    'partie {id} : l’index a d’autres positions que ses coups ; ludograph reindex reconstruit l’index',
  'database/game-facts':
    'partie {id} : l’index a un autre résultat, classement ou année que son enregistrement ; ludograph reindex reconstruit l’index',
  'database/index-column':
    'partie {id} : la colonne {column} de l’index diffère du catalogue ; ludograph reindex reconstruit l’index',
  'database/more': 'encore {count:problème|problèmes} du type {id}',
}
