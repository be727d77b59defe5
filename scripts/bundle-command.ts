/** Bundles the command line into few files, which start faster than many. */
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** A module that so many parts use is loaded with every command that opens a file. */
const SHARED_BY = 30

/**
 * Writes the command line into a folder: one file with what the threads need, one with what help needs, one with what every
 * command needs, others with what is loaded on demand.
 */
export async function bundleCommand(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const source = (path: string) => join(root, 'src', path)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    ssr: { noExternal: ['commander'] },
    build: {
      ssr: true,
      target: 'node24',
      outDir: folder,
      minify: false,
      rolldownOptions: {
        // Threads are started from files beside the chunk that starts them.
        input: [
          source('cli/start/ludograph.ts'),
          source('cli/start/command-worker.ts'),
          source('node/pool-worker.ts'),
          source('cli/write/convert-worker.ts'),
          source('cli/read/validate-worker.ts'),
          source('database/import/import-worker.ts'),
          source('database/search/scan-worker.ts'),
          source('database/export/pack-worker.ts'),
        ],
        output: {
          comments: false,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: {
            groups: [
              ...PARTS.map(({ name, test }, index) => ({ name, test, priority: PARTS.length - index })),
              { name: 'shared', minShareCount: SHARED_BY },
            ],
          },
        },
      },
    },
  })
  chmodSync(join(folder, 'ludograph.js'), 0o755)
  copyFileSync(join(root, 'node_modules', 'commander', 'LICENSE'), join(folder, 'commander-LICENSE'))
}

/** What is one file, with all that it imports and that no file before it has. */
const PARTS = [
  { name: 'first', test: /\/src\/(cli\/(supervised|exit)|node\/unfinished)\.ts$/ },
  { name: 'start', test: /\/src\/cli\/start\/main\.ts$/ },
  { name: 'files', test: /\/src\/(cli\/(read\/run|show\/progress)|formats\/parts)\.ts$/ },
  {
    name: 'records',
    test: /\/src\/(model\/[\w-]+|issues\/[\w-]+|rules\/(fen|piece-rules|symmetry|zobrist|rules|side))\.ts$/,
  },
  { name: 'chess', test: /\/src\/rules\/chess\// },
  { name: 'xiangqi', test: /\/src\/rules\/xiangqi\// },
  { name: 'go', test: /\/src\/rules\/go\// },
  { name: 'pgn', test: /\/src\/formats\/pgn\/reader\.ts$/ },
  { name: 'chessbase', test: /\/src\/formats\/chessbase\/moves\// },
  { name: 'convert', test: /\/src\/cli\/commands\/convert\.ts$/ },
]
