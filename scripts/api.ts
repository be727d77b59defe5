/**
 * Generates the API reference in docs/api from the doc comments, or with `--check` only reports what they
 * lack.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const typedoc = join(root, 'tools', 'api-reference', 'node_modules', 'typedoc', 'bin', 'typedoc')
// Types are checked by themselves.
const words = process.argv.includes('--check') ? ['--emit', 'none', '--skipErrorChecking'] : []
const done = spawnSync(process.execPath, [typedoc, '--logLevel', 'Warn', ...words], { cwd: root, stdio: 'inherit' })
process.exit(done.status ?? 1)
