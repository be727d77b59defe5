/** Issues of othello. */
import type { Translated } from '../catalogue.ts'
import type { othello as english } from '../english/othello.ts'

export const othello: Translated<typeof english> = {
  'ggf/unclosed': 'la partie ne se termine pas par ;)',
  'ggf/stray': '{count:caractère n’appartient|caractères n’appartiennent} à aucune propriété',
  'ggf/game': 'le jeu est « {name} », non Othello',
  'ggf/board': 'le plateau n’a pas pu être lu : {reason}',
  'ggf/move': 'le coup « {move} » n’est pas une case',
  'ggf/characters': '{encoding} n’a pas les caractères {characters}',
  'ggf/board-size': 'GGF n’a pas de plateaux de {columns}×{rows}',
  'ggf/setup': 'la position de départ ne peut être écrite : {reason}',
  'ggf/edits': 'GGF ne conserve pas les coups après un changement de position',
  'ggf/clock': 'GGF ne conserve que le temps utilisé par coup',
  'ggf/evaluation': 'GGF ne conserve pas une évaluation qui n’est pas en pions',
  'othello-text/line': 'la ligne n’est ni des coups ni un plateau : {text}',
  'othello-text/word': 'le mot « {text} » est au milieu des coups ; il est gardé comme commentaire',
  'othello-text/more-lines': '{count:autre ligne n’est|autres lignes ne sont} ni des coups ni un plateau',
  'othello-text/move': 'le coup {move} n’est pas sur un plateau de {columns}×{rows}',
  'othello-text/empty': 'une partie sans coups depuis le début usuel ne laisse rien à écrire',
  'othello-text/board-size': 'un plateau de {columns}×{rows} ne se reconnaît pas à ses cases',
  'othello-text/setup': 'la position de départ ne peut être écrite : {reason}',
  'othello-text/no-discs': 'un plateau sans pions serait lu comme une ligne de tirets',
  'othello-text/unread': 'les coups à partir d’un coup illisible ne sont pas écrits',
  'othello-text/edits': 'les coups après un changement de position ne sont pas écrits',
  'othello-text/turn': 'une passe ou un coup hors tour sera lu comme celui de l’autre camp',
  'othello-text/not-square': 'le coup {move} n’est pas une case',
}
