/** Compiles the kernel, for the script that keeps its code in the sources and the test that it is what was compiled. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toBase64 } from '../../src/bytes/text.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The compiler is started as a command: its types are for its own language, and would change those of arrays here. */
const COMPILER = join(ROOT, 'node_modules', 'assemblyscript', 'bin', 'asc.js')

/** Bytes below this are for the data of the kernel itself; the rest of its memory is laid out in kernel/memory.ts. */
const DATA_START = 8

/** Pages of 64 kB. */
const MEMORY = '19'

const OPTIONS = [
  '-O3',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--initialMemory',
  MEMORY,
  '--maximumMemory',
  MEMORY,
]

/** Characters of a line of base64. */
const LINE = 116

/** The code of the kernel. Throws an Error with the compiler's messages. */
export function compileKernel(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-kernel-'))
  try {
    const out = join(folder, 'kernel.wasm')
    const sources = ['index.ts', '--baseDir', join(ROOT, 'kernel'), '--memoryBase', String(DATA_START)]
    const { status, stderr } = spawnSync(process.execPath, [COMPILER, ...sources, ...OPTIONS, '--outFile', out])
    if (status !== 0) throw new Error(`the kernel was not compiled: ${stderr.toString()}`)
    return new Uint8Array(readFileSync(out))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The TypeScript module that holds the code. */
export function kernelModule(code: Uint8Array): string {
  const lines = toBase64(code).match(new RegExp(`.{1,${LINE}}`, 'g'))!
  return [
    '/** The compiled kernel in base64, made of the sources in kernel/ by `npm run kernel`. */',
    'export const MODULE: string = `',
    ...lines,
    '`',
    '',
  ].join('\n')
}
