/** Issues of records. */
import type { Translated } from '../catalogue.ts'
import type { records as english } from '../english/records.ts'

export const records: Translated<typeof english> = {
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
}
