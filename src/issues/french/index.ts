/** The sentences of issues in French. */
import type { Translated } from '../catalogue.ts'
import type { records as english } from '../english/index.ts'
import { chess } from './chess.ts'
import { goOthello } from './go-othello.ts'
import { xiangqi } from './xiangqi.ts'

const records: Translated<typeof english> = {
  // Records, in any format.
  'text/encoding-guessed': 'rien ne dit comment le texte est encodé ; lu en {encoding} (sûr à {percent} %)',
  'text/control-characters':
    'des caractères de contrôle dans le nom {name} : le texte est peut-être dans un autre encodage',
  'loss/game': '{format} ne conserve pas les parties de ce jeu ({game})',
  'loss/unreadable': 'l’entrée n’a pas pu être lue',
  'loss/native': '{format} ne conserve pas les données propres à {source} : {names}',
  'loss/about': '{format} n’a pas de place pour le texte sur le fichier entier',
  'loss/unread-parts': 'les fichiers que personne ne sait lire ne sont pas convertis : {names}',
  'files/unfinished-change':
    'une modification a été interrompue : voici l’état d’avant, que la prochaine modification rétablira sur le disque',
  'files/foreign-journal': 'un journal d’annulation est ignoré : {reason}',
  'rules/illegal-move': 'le coup {ply} ({move}) est contraire aux règles',
  'rules/null-move': 'au coup {ply} ({move}), un camp passe',
  'rules/variant': 'les règles de la variante {variant} manquent ici : ses coups ne sont pas vérifiés',
  'rules/bad-start': 'la position de départ est impossible : {reason}',
  'rules/result': 'la position finale est gagnée par les {winner}, mais le résultat noté est différent',
  'rules/result-draw': 'la position finale est nulle, mais le résultat noté est différent',
  'rules/go-ko': '{move} reprend un ko immédiatement',
  'rules/go-superko': '{move} répète une position antérieure de tout le goban',
  'rules/go-suicide': '{move} capture {count:pierre|pierres} de sa propre couleur',
  'rules/go-turns': '{move} est le deuxième coup de suite des {side}',
  'record/date': 'cette date n’existe pas : {date}',
  'book/size': '{rest:octet suit|octets suivent} la dernière entrée du livre',
  'table/characters': '{encoding} n’a pas {count:caractère, écrit|caractères, écrits} « ? » : {characters}',
  // JSON lines.
  'jsonl/long-line': 'la ligne dépasse {most} octets',
  'jsonl/bad-utf8': 'des octets qui ne sont pas de l’UTF-8 sont lus comme U+FFFD',
  'jsonl/bad-json': 'la ligne n’est pas du JSON : {reason}',
  'jsonl/more-issues':
    '{count:autre remarque sur cette ligne n’est pas listée|autres remarques sur cette ligne ne sont pas listées}',
  'jsonl/wrong-type': 'mauvais type, attendu : {what}',
  'jsonl/unknown-property': 'une propriété que les enregistrements n’ont pas',
  'jsonl/missing-property': '{property} manque',
  'jsonl/bad-tree': 'le nœud {node} n’entre pas dans l’arbre ; lui et la suite sont omis',
  'jsonl/bad-move': 'le nombre {move} n’est pas un coup',
  'jsonl/too-large': 'l’enregistrement est trop grand pour une ligne',
  'jsonl/off-board': 'le coup {move} est hors du plateau',
  'jsonl/other-move': 'le coup {move} est d’un autre jeu',
  // Servers.
  'text/left-out': 'ne fait partie d’aucune partie, et omis : {text}',
  'epd/bad-line': 'pas une position : {text}',
  'epd/unread': 'pas compris après une position : {text}',
  'epd/unread-move': 'pas un coup ici : {text}',
  'servers/bad-json': 'JSON non valide : {reason}',
  'servers/bad-line': 'pas un problème : {text}',
  'servers/bad-moves': 'des coups n’ont pas pu être lus',
  'servers/cut': 'le fichier finit au milieu d’une partie, qui est omise',
  'servers/no-game': 'un objet qui n’est pas une partie avec des coups',
  'gib/unread-move': 'pas un coup : {line}',
  'ngf/bad-size': '« {size} » n’est pas une taille de plateau ; 19 est pris',
  'ngf/unread-move': 'pas un coup sur ce plateau : {line}',
  'ugf/bad-size': 'Size={size} n’est pas une taille de plateau ; 19 est pris',
  'ugf/unread-move': 'pas un coup sur ce plateau : {line}',
  'ugf/unknown-line': 'une ligne de [Data] n’est pas un coup : {line}',
  'ugf/unknown-figure-line': 'une ligne de [Figure] n’est pas un coup : {line}',
  'ugf/unknown-review-line': 'une ligne de [ReviewNode] n’est pas un nœud : {line}',
  'ugf/review-differs': 'l’analyse a un autre coup que la partie : {line}',
  'ugf/lost-comment': 'un commentaire sur le nœud {number}, qui n’existe pas : {text}',
  'ugf/lost-text': 'un texte sur le coup {move}, qui n’existe pas',
  // Databases.
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

export const sentences = {
  ...records,
  ...chess,
  ...goOthello,
  ...xiangqi,
}
