/** The code pages of DOS in which names and comments are written: 437 of the United States and 850 of western Europe. */

/** Characters of the codes from 128 on. */
const PAGES = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
    'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
} as const

/** A code page of texts: one of DOS, or that of Windows, which later programs have. */
export type CodePage = keyof typeof PAGES | 'windows-1252'

/** The code pages, the one taken without evidence first. */
export const CODE_PAGES: readonly CodePage[] = ['cp850', 'cp437', 'windows-1252']

const windows = new TextDecoder('windows-1252')

/** Decodes a text. Control characters stay as they are. */
export function decodePage(bytes: Uint8Array, page: CodePage): string {
  if (page === 'windows-1252') return windows.decode(bytes)
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : PAGES[page][byte - 0x80]!
  return text
}
