/**
 * A text with much and little repetition, which the fixtures in `test/fixtures/packed` hold: `sample.*` made by gzip,
 * bzip2, xz and zstd, `two-streams.*` by the same programs from its two halves, one behind the other.
 */
export function packedSample(): Uint8Array {
  let state = 12345
  const next = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fff_ffff
    return (state >>> 8) % below
  }
  let text = ''
  for (let game = 1; game <= 150; game++) {
    text += `[Event "Match ${next(9)}"]\n[Round "${game}"]\n[Result "*"]\n\n`
    for (let move = 1; move <= 12; move++) {
      text += `${move}. ${'abcdefgh'[next(8)]}${3 + next(2)} ${'NBRQK'[next(5)]}${'abcdefgh'[next(8)]}${1 + next(8)} `
    }
    text += '*\n\n'
  }
  // Runs of one byte are what bzip2 writes in a way of its own.
  text += `{${'-'.repeat(700)}}\n{${'='.repeat(4)}${'+'.repeat(5)}}\n`
  return new TextEncoder().encode(text)
}
