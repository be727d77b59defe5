/** Issues of servers. */
import type { Translated } from '../catalogue.ts'
import type { servers as english } from '../english/servers.ts'

export const servers: Translated<typeof english> = {
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
}
