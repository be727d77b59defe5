/** Builds the web app into dist/web: static files that any host can serve from any folder. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const SERVICE_WORKER = 'service-worker'

/** The worker that runs engines of the user; a server knows it by its name. */
const ENGINE_HOST = 'engine-host'

/** Files beside the page that are not built. */
const PUBLIC_FILES = ['icon.svg', 'manifest.webmanifest']

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: {
    format: 'es',
    plugins: () => [withoutSentences()],
    rolldownOptions: {
      output: {
        // Few files, each with what it imports: files that wait for one another are what the first game waits for.
        codeSplitting: {
          groups: [
            { name: 'decoding', test: /web[\\/]src[\\/]worker[\\/]decoder\.ts$/, priority: 4 },
            { name: 'chess', test: /src[\\/]rules[\\/]chess[\\/]/, priority: 3 },
            { name: 'xiangqi', test: /src[\\/]rules[\\/]xiangqi[\\/]/, priority: 2 },
            { name: 'shared', minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
  },
  plugins: [listFiles()],
  build: {
    outDir: join(import.meta.dirname, '..', 'dist', 'web'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Which plugin takes how long says nothing about the page.
      checks: { pluginTimings: false },
      input: {
        index: join(import.meta.dirname, 'index.html'),
        embed: join(import.meta.dirname, 'embed.html'),
        [ENGINE_HOST]: join(import.meta.dirname, 'src', 'worker', 'engine-host.ts'),
        [SERVICE_WORKER]: join(import.meta.dirname, 'src', 'offline', 'service-worker.ts'),
      },
      output: {
        // What several parts of the page share is one file: dozens of small ones compress badly. Not `main.tsx`, which
        // waits for some of the parts.
        codeSplitting: {
          groups: [
            // It starts while the rest is loaded.
            { name: 'first-worker', test: /web[\\/]src[\\/]worker[\\/]first\.ts$/, priority: 3 },
            // What reads the game of an address: one file beside the rest.
            { name: 'short-games', test: /web[\\/]src[\\/]state[\\/]files[\\/]short-games\.ts$/, priority: 1 },
            {
              name: 'shared',
              priority: 2,
              // What only databases need is loaded with them.
              test: /web[\\/]src[\\/](state(?![\\/]files[\\/]short-games)(?![\\/]database[\\/](drafts|published-))|board|words|views[\\/][A-Za-z-]+\.tsx?)/,
              minShareCount: 2,
            },
          ],
        },
        // Browsers know a service worker by its address, so that has no version in it.
        entryFileNames: ({ name }) =>
          name === SERVICE_WORKER || name === ENGINE_HOST ? '[name].js' : 'assets/[name]-[hash].js',
      },
    },
  },
})

/** Tells the service worker the files to keep, and a version that changes with any of them. */
function listFiles(): Plugin {
  return {
    name: 'list-files',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const worker = bundle[`${SERVICE_WORKER}.js`]
      if (worker?.type !== 'chunk') return
      const built = Object.values(bundle).filter((file) => file !== worker && !file.fileName.startsWith('.'))
      const names = [...built.map(({ fileName }) => fileName), ...PUBLIC_FILES].sort()
      const hash = createHash('sha256').update(worker.code)
      for (const file of built) hash.update(file.fileName).update(file.type === 'chunk' ? file.code : file.source)
      const version = hash.digest('hex').slice(0, 16)
      worker.code = worker.code.replaceAll('KEPT_FILES', JSON.stringify({ version, names }))
    },
  }
}

/**
 * Leaves the English sentences of errors out of the worker: it sends errors as their codes and parameters, and the page
 * says them in its language. What describes them in files keeps its sentences.
 */
function withoutSentences(): Plugin {
  const empty = '\0no-sentences'
  return {
    name: 'without-sentences',
    enforce: 'pre',
    resolveId: (source, importer) =>
      importer?.endsWith('/src/issues/errors.ts') && /^\.\/english\/(errors|terms)\.ts$/.test(source)
        ? empty
        : undefined,
    load: (id) => (id === empty ? 'export const errors = {}\nexport const terms = {}\n' : undefined),
  }
}
