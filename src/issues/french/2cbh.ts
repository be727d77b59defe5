/** Issues of 2cbh. */
import type { Translated } from '../catalogue.ts'
import type { twoCbh as english } from '../english/2cbh.ts'

export const twoCbh: Translated<typeof english> = {
  '2cbh/head': 'l’en-tête n’a pas le nombre {number}',
  '2cbh/trailer': 'la taille indiquée à la fin de l’enregistrement est fausse',
  '2cbh/checksum': 'la somme de contrôle de l’enregistrement est fausse',
  '2cbh/unknown-tag': 'l’enregistrement est d’un genre inconnu, {tag}',
  '2cbh/move-from-nowhere': '{count:coup part|coups partent} d’une case vide, l’échiquier ne change pas',
  '2cbh/annotations-rest':
    'une annotation de type inconnu {type} et tout ce qui la suit, {count:octet|octets}, sont gardés tels quels',
  '2cbh/annotation-order': 'les annotations ne suivent pas l’ordre des coups',
  '2cbh/entity-head': 'l’en-tête de la liste des joueurs et des tournois est inutilisable',
  '2cbh/type-twice': 'les deux octets de type de l’enregistrement diffèrent',
  '2cbh/gap': 'l’enregistrement ne commence pas où finit le précédent',
  '2cbh/file-end': '{count:octet suit|octets suivent} le dernier enregistrement',
  '2cbh/material': 'le matériel de l’en-tête n’est pas celui de la position finale',
  '2cbh/lists-head': 'le fichier n’est pas une liste des parties par joueur et tournoi',
  '2cbh/lists': '{count:liste de parties ne correspond|listes de parties ne correspondent} pas aux en-têtes',
  '2cbh/order-tree': 'l’ordre « {name} » est endommagé',
  '2cbh/castling-rooks': 'ChessBase 17 ne peut pas garder quelles tours roquent si ce ne sont pas celles du bord',
  '2cbh/rest-lost': 'les annotations illisibles ne sont pas écrites',
  '2cbh/player-details': 'ChessBase 17 ne garde d’un joueur que le nom et le numéro FIDE',
  '2cbh/rating-kind': 'ChessBase 17 ne peut pas garder le genre du classement ({ratingType})',
  '2cbh/quotation-start': 'ChessBase 17 ne peut garder ni variantes ni position de départ d’une partie citée',
  '2cbh/question-language': 'ChessBase 17 ne peut pas garder la langue d’un texte d’exercice',
  '2cbh/media': 'ChessBase 17 ne peut pas garder les fichiers qu’un texte utilise',
  '2cbh/plain-text': 'ChessBase 17 garde les textes en HTML ; le texte simple et ses objets sont convertis',
  '2cbh/body-language': 'ChessBase 17 a un texte par langue ; un autre n’est pas écrit',
}
