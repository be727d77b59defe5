/** Issues of wei7: the constraints of the specification, with the paragraph that asks for each, and losses. */
import type { Translated } from '../catalogue.ts'
import type { wei7 as english } from '../english/wei7.ts'

export const wei7: Translated<typeof english> = {
  'wei7/json': 'JSON invalide : {fault} (paragraphe {paragraph})',
  'wei7/utf-8': 'le texte n’est pas en UTF-8 ; les octets invalides sont lus comme U+FFFD (paragraphe {paragraph})',
  'wei7/byte-order-mark': 'le texte commence par un indicateur d’ordre des octets (paragraphe {paragraph})',
  'wei7/extension': 'le nom du fichier doit finir par .wei7, non par {extension} (paragraphe {paragraph})',
  'wei7/duplicate-key': 'la clé « {key} » est répétée ; la dernière compte (paragraphe {paragraph})',
  'wei7/xml': 'c’est le XML de la version 2 ; il sera écrit en JSON 3.0 (paragraphe {paragraph})',
  'wei7/xml-content': 'non repris du XML : {fault} (paragraphe {paragraph})',
  'wei7/type': '{key} doit être {what}, non {value} (paragraphe {paragraph})',
  'wei7/unknown-property': 'il n’y a pas de propriété « {property} » ici (paragraphe {paragraph})',
  'wei7/missing-property': 'la propriété {property} manque (paragraphe {paragraph})',
  'wei7/format': 'format doit être "wei7", non {value} (paragraphe {paragraph})',
  'wei7/version': 'version doit être "3.0", dans les brouillons aussi, non {value} (paragraphe {paragraph})',
  'wei7/short-string-length':
    '{key} a {count:caractère|caractères} ; {most} au plus sont permis (paragraphe {paragraph})',
  'wei7/short-string-units':
    '{key} a {characters} caractères, mais {units} pour les programmes qui comptent en UTF-16 (paragraphe {paragraph})',
  'wei7/short-string-line': '{key} doit tenir sur une ligne (paragraphe {paragraph})',
  'wei7/color': '{key} doit être 1 (noir) ou 2 (blanc), non {value} (paragraphe {paragraph})',
  'wei7/point': '{key} doit être un entier de 0 à {most}, non {value} (paragraphe {paragraph})',
  'wei7/participant-index':
    '{key} vaut {value}, qui n’est pas l’indice d’un participant ({count} en tout) (paragraphe {paragraph})',
  'wei7/winner': 'winner doit être 1, 2 ou null (nulle), non {value} (paragraphe {paragraph})',
  'wei7/margin':
    'margin doit être un multiple de 0.5 supérieur à 0 et inférieur à {limit}, non {value} (paragraphe {paragraph})',
  'wei7/margin-of-draw': 'une nulle n’a pas de marge (paragraphe {paragraph})',
  'wei7/symbol': 'symbol doit être l’un de a-z A-Z 0-9 @ # $ % & * ?, non {value} (paragraphe {paragraph})',
  'wei7/marks-on-one-point': 'le point porte déjà une marque (paragraphe {paragraph})',
  'wei7/step-time': 'time doit être au moins 0 et inférieur à {limit} secondes, non {value} (paragraphe {paragraph})',
  'wei7/size': '{key} doit être un entier supérieur à 0, non {value} (paragraphe {paragraph})',
  'wei7/size-limit':
    'un plateau de {columns}×{rows} est trop grand ; la limite est de {most} par côté et de {points} points (paragraphe {paragraph})',
  'wei7/scoring': 'scoring doit être "area" ou "territory", non {value} (paragraphe {paragraph})',
  'wei7/komi':
    'komi doit être un multiple de 0.5, au moins 0 et inférieur à {limit}, les demi-comptes chinois doublés, non {value} (paragraphe {paragraph})',
  'wei7/rules-type': 'type doit être "Chinese", "Japanese" ou "Korean", non {value} (paragraphe {paragraph})',
  'wei7/rules-disagree': 'les règles {type} ont pour scoring "{expected}", non "{scoring}" (paragraphe {paragraph})',
  'wei7/instant-form':
    'time doit être YYYY-MM-DDThh:mmZ ou YYYY-MM-DDThh:mm:ssZ, avec au plus 9 décimales de seconde, non {value} (paragraphe {paragraph})',
  'wei7/instant-date': 'time : cette date ou cette heure n’existe pas : {value} (paragraphe {paragraph})',
  'wei7/instant-leap': 'beaucoup de programmes ne connaissent pas l’heure {value} (paragraphe {paragraph})',
  'wei7/player-twice': 'le participant {participant} est déjà l’un des joueurs (paragraphe {paragraph})',
  'wei7/stones-twice': 'le point porte déjà une pierre (paragraphe {paragraph})',
  'wei7/stones-liberty': '{count:pierre posée|pierres posées} sans liberté (paragraphe {paragraph})',
  'wei7/stones-late': 'des pierres sont posées après des coups ou d’autres pierres (paragraphe {paragraph})',
  'wei7/time-order': 'l’heure précède celle d’une étape antérieure (paragraphe {paragraph})',
  'wei7/action-type':
    'type doit être "move", "takeback", "result", "mark" ou "message", non {value} (paragraphe {paragraph})',
  'wei7/actor-missing': 'l’étape ne nomme pas son auteur (paragraphe {paragraph})',
  'wei7/evaluation':
    'evaluation doit être "good", "bad", "trick" ou "controversial", non {value} (paragraphe {paragraph})',
  'wei7/takeback': 'le nombre de coups repris doit être un entier supérieur à 0, non {value} (paragraphe {paragraph})',
  'wei7/takeback-too-far':
    '{taken:coup est repris|coups sont repris}, mais {made} seulement ont été joués (paragraphe {paragraph})',
  'wei7/takeback-over-branch':
    'des coups joués avant la branche sont repris, ce dont le sens n’est pas défini (paragraphe {paragraph})',
  'wei7/claim-actor':
    'le résultat est annoncé par quelqu’un qui ne joue pas ; son sens reste ouvert (paragraphe {paragraph})',
  'wei7/claims-disagree':
    'le résultat diffère de celui sur lequel les annonces des étapes s’accordent (paragraphe {paragraph})',
  'wei7/single-branch':
    'une branche unique sans titre ni pre pourrait faire partie de la précédente (paragraphe {paragraph})',
  'wei7/timeline-with-branches': 'un déroulement avec des branches est difficile à suivre (paragraphe {paragraph})',
  'wei7/occupied-point': '{point} porte déjà une pierre (paragraphe {paragraph})',
  'wei7/draft-style':
    'la propriété style n’existe que dans le premier brouillon de la version 3 (paragraphe {paragraph})',
  'wei7/draft-symbol': 'le symbole * n’est plus dans la septième révision (paragraphe {paragraph})',
  'wei7/draft-evaluation':
    'l’évaluation « {evaluation} » n’est plus dans la septième révision (paragraphe {paragraph})',
  'wei7/draft-problem-on-move':
    'un problème sur un coup ; la septième révision n’en a que dans pre (paragraphe {paragraph})',
  'wei7/draft-control-character':
    '{key} a des caractères de contrôle, que la septième révision interdit (paragraphe {paragraph})',
  'wei7/draft-nested-problem':
    'un problème dans un autre, ce que la septième révision interdit (paragraphe {paragraph})',
  'wei7/draft-answer-evaluation':
    'le coup répond à un problème sans évaluation, que la septième révision demande (paragraphe {paragraph})',
  'wei7/more-issues': '{count:autre remarque n’est pas listée|autres remarques ne sont pas listées}',
  'wei7/one-record': 'un fichier wei7 contient un seul enregistrement',
  'wei7/bad-start': 'la position de départ ne peut pas être écrite : {reason}',
  'wei7/edit-without-effect':
    'les pierres placées là où elles se trouvent déjà et les intersections vides effacées sont omises',
  'wei7/stale-losses': '{name} vient d’une sortie antérieure et a été laissé là ; keep-losses le remplace',
  'wei7/position-beside': 'la position change au milieu d’une ligne, qui continue dans un arbre à part',
  'wei7/move-on-stone': 'un coup est joué sur une pierre ; la ligne continue dans un arbre à part',
  'wei7/line-left-out': 'wei7 ne conserve pas les pierres sans liberté ; la ligne s’arrête avant elles',
  'wei7/timeline-lost': 'les coups ne correspondent plus au déroulement ; seuls les coups sont écrits',
  'wei7/step-left-out': 'wei7 ne conserve pas une étape du déroulement ({type})',
  'wei7/no-game': 'le déroulement est écrit, mais il enfreint les règles du go : {reason}',
  'wei7/text-cut': '{property} est coupé à {most} caractères',
  'wei7/text-on-one-line': '{property} est écrit sur une ligne',
  'wei7/komi-lost': 'wei7 ne conserve pas un komi de {komi}',
  'wei7/margin-lost': 'wei7 ne conserve pas une marge de {margin}',
  'wei7/half-counts-doubled': '{property} {value} est en demi-comptes chinois et écrit en points : {points}',
  'wei7/unread-lost': 'les valeurs illisibles ne sont pas écrites',
  'wei7/date': 'wei7 ne conserve pas une date sans heure',
  'wei7/about': 'wei7 ne conserve pas un texte sur la partie',
  'wei7/player-nation': 'wei7 ne conserve pas la nation d’un joueur ({nation})',
  'wei7/player-other-name': 'wei7 ne conserve pas le second nom d’un joueur ({name})',
  'wei7/player-birth': 'wei7 ne conserve pas la date de naissance d’un joueur',
  'wei7/player-gender': 'wei7 ne conserve pas le sexe d’un joueur ({gender})',
  'wei7/result': 'wei7 ne conserve pas le résultat « {outcome} »',
  'wei7/verdict': 'wei7 ne conserve pas le verdict sur une ligne inachevée',
  'wei7/result-text': 'wei7 ne conserve pas un résultat en toutes lettres',
  'wei7/win-kind': 'wei7 ne conserve pas la façon dont la partie est gagnée ({by})',
  'wei7/win-unknown': 'la façon dont la partie est gagnée est inconnue ; ce sera lu comme un abandon',
  'wei7/rules-name': 'wei7 ne conserve pas les règles « {name} »',
  'wei7/handicap': 'wei7 ne conserve que les pierres du handicap, non leur nombre',
  'wei7/label': 'l’étiquette « {text} » n’est pas un symbole de wei7',
  'wei7/glyph': 'wei7 ne conserve pas le signe {glyph}',
  'wei7/emphasis': '{glyph} est écrit "{evaluation}"',
  'wei7/position-glyph': 'wei7 ne conserve pas un signe sur une position sans coup',
  'wei7/second-problem': 'wei7 ne conserve qu’un problème par position',
  'wei7/time-left': 'wei7 ne conserve pas le temps restant',
  'wei7/time-spent': 'wei7 conserve l’instant d’un coup, non le temps passé',
  'wei7/time-used': 'wei7 ne conserve pas le temps utilisé jusque-là',
  'wei7/moves-left': 'wei7 ne conserve pas le nombre de coups restants d’une période',
  'wei7/long-time': 'wei7 ne conserve pas un temps d’un jour ou plus',
  'wei7/turn': 'wei7 ne conserve pas à qui c’est le tour',
}
