/** Issues of jsonl. */
import type { Translated } from '../catalogue.ts'
import type { jsonl as english } from '../english/jsonl.ts'

export const jsonl: Translated<typeof english> = {
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
}
