/** The command that installs an optional package where this program finds it. */
import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The command for the place where the program stands: in a project, in the folder of global packages, or in the cache of npx,
 * to which nothing can be added.
 * @param wanted name and version of the package
 * @param module address of a module of the program
 */
export function installCommand(wanted: string, module = import.meta.url): string {
  const path = fileURLToPath(module)
  const parts = path.split(sep)
  const place = parts.lastIndexOf('node_modules')
  if (parts.includes('_npx')) return `npx --package ludograph --package ${wanted} ludograph`
  // A project says what it depends on, the folder of global packages does not.
  const project = parts.slice(0, place).join(sep)
  const isGlobal = place > 0 && !existsSync(join(project, 'package.json'))
  return `npm install ${isGlobal ? '-g ' : ''}${wanted}`
}
