/** Issues of ccbridge. */
import type { Translated } from '../catalogue.ts'
import type { ccbridge as english } from '../english/ccbridge.ts'

export const ccbridge: Translated<typeof english> = {
  'ccbridge/record-version':
    'la version {version} est plus récente que celles qui sont connues ; lue comme la version 2',
  'ccbridge/flags': 'un coup a des indicateurs inconnus ({flags}) ; les coups suivants ne sont pas lus',
  'ccbridge/missing-record': 'l’index annonce un enregistrement absent du fichier',
  'ccbridge/moved-record': 'l’enregistrement n’est pas où l’index le dit ; retrouvé par son GUID',
  'ccbridge/index-cut': 'l’index annonce {stated:entrée|entrées} ; le fichier n’a de place que pour {found}',
  'ccbridge/unknown-state': 'état {state} inconnu d’une entrée',
  'ccbridge/guid': 'les GUID de l’index et de l’enregistrement diffèrent ; CCBridge refuse ces enregistrements',
  'ccbridge/inflated-size': 'le fichier annonce {stated} octets de parties et en contient {found}',
  'ccbridge/damaged-games': 'les parties compressées sont endommagées ; celles d’avant ont été lues',
}
