/** The code pages of DOS that platforms have no decoder for: 437 of the United States and 850 of western Europe. */

/** Characters of the codes from 128 on. */
export const DOS_PAGES = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
    'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
} as const

/** The name of such a code page. */
export type DosPage = keyof typeof DOS_PAGES

/** Whether a name is that of a code page of DOS in {@link DOS_PAGES}. */
export function isDosPage(name: string): name is DosPage {
  return Object.hasOwn(DOS_PAGES, name)
}

/** Decodes text of a code page. Control characters stay as they are. */
export function decodeDosPage(bytes: Uint8Array, page: DosPage): string {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : DOS_PAGES[page][byte - 0x80]!
  return text
}
