/** Issues of sgf. */
import type { Translated } from '../catalogue.ts'
import type { sgf as english } from '../english/sgf.ts'

export const sgf: Translated<typeof english> = {
  'sgf/undecodable': 'certains octets ne sont pas du texte en {encoding}',
  'sgf/undecodable-value': 'des octets de {property} ne sont pas du texte en {encoding}',
  'sgf/unclosed-tree': 'la dernière parenthèse de la partie manque',
  'sgf/text-between': 'le texte après la partie n’en fait pas partie ; gardé tel quel : {text}',
  'sgf/no-first-bracket': 'la première parenthèse de la partie manque ; lu comme une seule partie à partir d’ici',
  'sgf/bracket-too-many':
    'une parenthèse fermante de trop est laissée de côté ; ce qui la suit appartient à la même partie',
  'sgf/unwritable-text': 'le texte après la partie serait lu comme des coups et est abandonné',
  'sgf/fox-komi': 'KM[0] de Fox ne dit rien du komi, qui reste ouvert',
  'sgf/result-code': '{value} n’est pas un écart en points ; le gagnant est gardé, et le texte',
  'sgf/small-identifier': 'la propriété {property} n’a pas de majuscules',
  'sgf/unclosed-value': 'une valeur de {property} n’a pas de fin',
  'sgf/bracket-in-text': 'un crochet dans {property} n’est pas échappé',
  'sgf/stray-text': 'un texte hors de toute valeur est ignoré : {text}',
  'sgf/unread-move': '{property}[{value}] n’est pas un coup sur ce plateau',
  'sgf/unread-value': 'valeur de {property} inconnue, gardée telle quelle : {value}',
  'sgf/game-info': 'les informations sur la partie après la racine y restent, hors de l’en-tête',
  'sgf/stale-private': 'le contenu de {property} ne correspond plus au reste et est mis à part',
  'sgf/implied-handicap':
    'HA nomme {stones:pierre|pierres} que la racine ne pose pas ; elles vont sur leurs points usuels',
  'sgf/encoding-guessed': 'la partie ne nomme pas l’encodage de son texte ; lue en {encoding} (sûr à {percent} %)',
  'sgf/encoding-other': 'le texte n’est pas dans l’encodage de CA ; lu en {encoding}',
  'sgf/board-too-large': 'un plateau de {columns}×{rows} est trop grand',
  'sgf/bad-board': 'le plateau est impossible : {reason}',
  'sgf/unknown-game': 'GM[{number}] n’est pas un jeu connu ; on lit les SGF de go (1) et d’Othello (2)',
  'sgf/other-game': 'une partie de {name} (GM[{number}]) ; on lit les SGF de go (1) et d’Othello (2)',
  'sgf/bad-size': 'SZ[{value}] n’est pas une taille de plateau ; la taille usuelle est prise',
  'sgf/bad-start': 'la position de départ ne peut pas être écrite : {reason}',
  'sgf/board-size': 'SGF nomme au plus {most} points par côté, non {columns}×{rows}',
  'sgf/no-private': 'SGF n’a pas de propriété pour une partie des données, et les propriétés privées sont refusées',
  'sgf/root-property': 'FF ou GM seul dans un nœud après la racine est omis',
  'sgf/unwritable-move': 'un coup hors du plateau est omis',
  'sgf/closed-text': 'les crochets et parenthèses qui manquent à la fin du texte sont ajoutés',
  'sgf/bytes-as-text': 'des octets de {property} qui ne sont pas du texte ont été écrits comme du texte',
  'sgf/unread-dropped':
    'une valeur illisible de {property} n’a pas de place à côté de ce que dit la partie et a été omise',
  'sgf/characters': '{encoding} n’a pas {count:caractère, écrit|caractères, écrits} « ? » : {characters}',
}
