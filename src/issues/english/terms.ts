/** Words that stand as parameters in sentences. */
export const terms = {
  'side/black': 'Black',
  'side/white': 'White',
  'side/red': 'Red',
  'xqf-field/title': 'title',
  'xqf-field/second-title': 'second title',
  'xqf-field/event': 'event',
  'xqf-field/date': 'date',
  'xqf-field/place': 'place',
  'xqf-field/red': 'name of Red',
  'xqf-field/black': 'name of Black',
  'xqf-field/time-rule': 'time rule',
  'xqf-field/red-time': 'time of Red',
  'xqf-field/black-time': 'time of Black',
  'xqf-field/annotator': 'annotator',
  'xqf-field/author': 'author',
} as const
