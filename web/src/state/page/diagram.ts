/** A self-contained picture of the board: SVG with its styles inside, or PNG. */

/** Width of a picture in pixels. */
const WIDTH = 1200

/** The styles of the elements of the board. */
const LOOKS = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'transform',
] as const

/** What belongs to the interaction rather than the position. */
const NOT_DRAWN = '.cursor, .chosen, .target'

/** The drawing of a board as the text of an SVG file. */
export function diagramSvg(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement
  const originals = board.querySelectorAll('*')
  const copies = copy.querySelectorAll('*')
  for (const [index, original] of originals.entries()) {
    const element = copies[index]!
    const looks = getComputedStyle(original)
    for (const name of LOOKS) {
      const value = looks.getPropertyValue(name)
      if (value !== '' && value !== 'none' && value !== 'normal' && value !== 'auto') element.setAttribute(name, value)
      else if (name === 'fill') element.setAttribute('fill', 'none')
    }
    element.removeAttribute('class')
    element.removeAttribute('style')
  }
  for (const [index, original] of originals.entries()) if (original.matches(NOT_DRAWN)) copies[index]!.remove()
  const { width, height } = board.viewBox.baseVal
  copy.removeAttribute('class')
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(WIDTH))
  copy.setAttribute('height', String(Math.round((WIDTH * height) / width)))
  return new XMLSerializer().serializeToString(copy)
}

/** A drawing as PNG. */
export async function drawPng(svg: string): Promise<Blob> {
  const picture = new Image()
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    picture.src = address
    await picture.decode()
    const canvas = document.createElement('canvas')
    canvas.width = picture.naturalWidth
    canvas.height = picture.naturalHeight
    canvas.getContext('2d')!.drawImage(picture, 0, 0)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture could be made'))), 'image/png')
    })
  } finally {
    URL.revokeObjectURL(address)
  }
}
