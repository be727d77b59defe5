/** Small real files of the shared corpus for each target, where the corpus is. */
import { corpusBytes, corpusFiles, hasCorpus } from '../support/corpus.ts'
import type { NamedBytes } from '../support/named-bytes.ts'

/** Files longer than this make a mutant slow and a change of it seldom matter. */
const LONGEST = 8_000

/** Inputs of one kind. */
const MOST = 60

/** Where the files of a target are: a folder and their names. */
const PLACES: Record<string, readonly (readonly [folder: string, pattern: RegExp])[]> = {
  'ccbridge-old': [['xiangqi-exchange/cbl-old', /Mei.*\.cbl$/i]],
  'ccbridge-record': [['xiangqi-exchange/cbr', /\.cbr$/i]],
  'ccbridge-xml': [['xiangqi-exchange/cbf', /\.cbf$/i]],
  'chessbase-archive': [['chessbase', /\.cbv$/i]],
  dhtmlxq: [['xiangqi-exchange/dhtmlxq', /\.(?:ubb|html)$/i]],
  ggf: [['wthor/older-header', /\.ggf$/i]],
  gib: [['go', /\.gib$/i]],
  ngf: [['go', /\.ngf$/i]],
  ugf: [['go', /\.ug[fi]$/i]],
  pfc: [['xiangqi-exchange/pfc', /\.pfc$/i]],
  pgn: [
    ['chessbase', /\.pgn$/i],
    ['chess-pgn', /\.pgn$/i],
    ['xiangqi-pgn', /^0.*\.pgn$/i],
  ],
  sgf: [['go', /\.sgf$/i]],
  wei7: [['go/wei7', /\.(?:wei7|json)$/i]],
  mxq: [['xiangqi-exchange/server', /\.mxq$/i]],
  che: [['xiangqi-exchange/server', /\.che$/i]],
  ccm: [['xiangqi-exchange/server', /\.ccm$/i]],
  chn: [['xiangqi-exchange/server', /\.chn$/i]],
  'xiangqi-text': [['xiangqi-exchange/text', /\.(?:txt|fen)$/i]],
  xqr: [['xiangqi-exchange/xqr', /\.xqr$/i]],
  xqf: [['xqf', /\.xqf$/i]],
}

/** Databases: folder and stem, every file of the stem a part. */
const DATABASES: Record<string, readonly (readonly [folder: string, stem: string, main: string])[]> = {
  chessbase: [
    ['chessbase/libcbh/UnusualStart', 'UnusualStartBytes', '.cbh'],
    ['chessbase/libcbh/Annotation', 'TestBase', '.cbh'],
    ['chessbase/libcbh/WithVariations', 'WithVariations', '.cbh'],
    ['chessbase/morphy/text', 'text', '.cbh'],
    ['chessbase/morphy/veryold', 'Mate2', '.cbh'],
  ],
  scid: [['scid/odd', 'Z', '.si4']],
}

/** The folders of the corpus that have files of a target; none where the corpus would have none. */
export function corpusFolders(target: string): string[] {
  return [...(PLACES[target] ?? []), ...(DATABASES[target] ?? [])].map(([folder]) => folder)
}

export function corpusInputs(target: string): NamedBytes[][] {
  const inputs: NamedBytes[][] = []
  for (const [folder, pattern] of PLACES[target] ?? []) {
    if (!hasCorpus(folder)) continue
    const found = corpusFiles(folder, pattern)
      .map((path): NamedBytes => [baseName(path), corpusBytes(path)])
      .filter(([, bytes]) => bytes.length <= LONGEST)
    const step = Math.max(1, Math.floor(found.length / MOST))
    inputs.push(...found.filter((_, index) => index % step === 0).map((file) => [file]))
  }
  for (const [folder, stem, main] of DATABASES[target] ?? []) {
    if (!hasCorpus(folder)) continue
    const parts = corpusFiles(folder, /\.cb[hgaptcsejl]$|\.cbtt$|\.s[ign][45]$/i)
      .filter((path) => baseName(path).startsWith(`${stem}.`))
      .map((path): NamedBytes => [baseName(path), corpusBytes(path)])
    const isMain = ([name]: NamedBytes) => name.endsWith(main)
    const whole = [...parts.filter(isMain), ...parts.filter((file) => !isMain(file))]
    if (whole.reduce((sum, [, bytes]) => sum + bytes.length, 0) <= 5 * LONGEST) inputs.push(whole)
  }
  return inputs
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
