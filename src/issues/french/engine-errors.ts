/** Errors of engines. */
import type { Translated } from '../catalogue.ts'
import type { engineErrors as english } from '../english/engine-errors.ts'

export const engineErrors: Translated<typeof english> = {
  'engine/ended': 'le moteur s’est arrêté : {detail}',
  'engine/closed': 'le moteur a été arrêté',
  'engine/silent': 'le moteur n’a pas répondu pendant {seconds:seconde|secondes}',
  'engine/flood': 'le moteur a écrit plus de {most:caractère|caractères} sans répondre',
  'engine/long-line': 'le moteur a écrit une ligne de plus de {most:caractère|caractères}',
  'engine/control': 'une commande pour un moteur doit tenir sur une ligne, sans caractères de contrôle',
  'engine/refused': 'le moteur a refusé « {command} » : {text}',
  'engine/game': '{name} ne joue pas à ce jeu ({game})',
  'engine/illegal-move': 'le moteur a répondu par un coup impossible : {move}',
  'engine/position': 'les moteurs ne peuvent pas traiter cette position : {reason}',
  'engine/unread': 'un coup avant cette position n’a pas pu être lu',
  'engine/option': 'le moteur n’a pas d’option {name}',
  'engine/option-value': 'l’option {name} du moteur ne peut pas valoir {value}',
  'engine/settings': 'la liste des moteurs {path} ne peut pas être lue : {detail}',
}
