/**
 * The text encodings that are read and written, by their names in the WHATWG Encoding standard. `replacement` and
 * `x-user-defined` are not included, as they are not text encodings.
 */

/** One byte for each character. */
export const SINGLE_BYTE_ENCODINGS = [
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'ibm866',
  'ibm437',
  'ibm850',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'x-mac-cyrillic',
] as const

/**
 * A byte from 0x81 up begins a character of two (or twice two) bytes, the second perhaps ASCII; in iso-2022-jp all
 * bytes between two escapes are such characters.
 */
export const DOUBLE_BYTE_ENCODINGS = ['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'iso-2022-jp'] as const

/** All of them. */
export const ENCODINGS: ReadonlySet<string> = new Set([
  'utf-8',
  'utf-16le',
  'utf-16be',
  ...SINGLE_BYTE_ENCODINGS,
  ...DOUBLE_BYTE_ENCODINGS,
])

const DOUBLE_BYTE: ReadonlySet<string> = new Set(DOUBLE_BYTE_ENCODINGS)

/** Labels in real files and of people that the standard does not have. */
export const LABELS: Readonly<Record<string, string>> = {
  'euc-cn': 'gbk',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp932: 'shift_jis',
  cp950: 'big5',
  cp1252: 'windows-1252',
  sjis: 'shift_jis',
  cp437: 'ibm437',
  437: 'ibm437',
  cp850: 'ibm850',
  850: 'ibm850',
}

/** Whether some characters of an encoding, by its standard name, take two bytes, the second perhaps ASCII. */
export function isDoubleByte(name: string): boolean {
  return DOUBLE_BYTE.has(name)
}
