/** Words that stand as parameters in sentences. */
export const terms = {
  'side/black': 'Black',
  'side/white': 'White',
  'side/red': 'Red',
} as const
