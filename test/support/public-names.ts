/** The names that each entry of the package exports, found in the sources: types too, which a running program cannot list. */
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

/** The entries of the package by the names under which they are imported. */
export function entriesOf(root: string): Map<string, string> {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    exports: Record<string, string>
  }
  return new Map(
    Object.entries(exports).map(([path, file]) => [
      join(name, path),
      join(root, file.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts')),
    ]),
  )
}

/** The names that a module exports, sorted; those of modules that it passes on whole are among them. */
export function publicNames(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const names = new Set<string>()
  for (const { entries } of module.staticExports) {
    for (const { exportName, moduleRequest } of entries) {
      if (exportName.name !== null) names.add(exportName.name)
      else if (moduleRequest)
        for (const name of publicNames(resolve(dirname(file), moduleRequest.value))) names.add(name)
    }
  }
  return [...names].sort((left, right) => (left < right ? -1 : 1))
}
