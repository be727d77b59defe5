/** Issues of cbf. */
import type { Translated } from '../catalogue.ts'
import type { cbf as english } from '../english/cbf.ts'

export const cbf: Translated<typeof english> = {
  'cbf/record': 'l’enregistrement de la partie n’est pas dans le fichier',
  'cbf/index-size': 'l’index compte {stated:partie|parties} et a de la place pour {count}',
  'cbf/end': 'l’index finit à {stated}, le fichier a {size:octet|octets}',
  'cbf/checksum': 'la somme de contrôle de l’en-tête est fausse',
  'cbf/record-size': 'les parties de l’enregistrement et sa taille diffèrent de {count:octet|octets}',
  'cbf/start-position': 'la position de départ n’est pas valable : {reason}',
  'cbf/moves': 'la suite des coups est illisible : {reason}',
  'cbf/trailing': '{count:octet suit|octets suivent} la fin des coups',
  'cbf/annotations': '{count:annotation n’a|annotations n’ont} pas de coup, et {bytes:octet suit|octets suivent}',
  'cbf/hyphen': 'les noms ne se séparent pas avec certitude : {text}',
  'cbf/order': 'l’enregistrement commence après le suivant',
  'cbf/move-count': 'l’en-tête compte {stated:coup|coups}, la partie en a {count}',
}
