/** The TypeScript and the commands in documents, and what it takes to run them. */
import { readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'

export interface Snippet {
  /** File and line, or the name of a program. */
  from: string
  text: string
}

/** Every block of TypeScript in a document; `root` is the folder that its name is given from. */
export function snippetsOf(path: string, root: string): Snippet[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map((match) => ({
    from: `${relative(root, path)}:${text.slice(0, match.index).split('\n').length}`,
    text: match[1]!,
  }))
}

/** A snippet with a host at `address` in the place of example.org, and a file in the place of a page's file input. */
export function runnable(text: string, address: string): string {
  const hosted = text.replaceAll('https://example.org', address)
  if (!/\binput\.files\b/.test(hosted)) return `${hosted}\nexport {}\n`
  const file = 'examples/xiangqi/annotated.pgn'
  const input = `const input = { files: [new File([readFileSync('${file}')], '${basename(file)}')] }`
  return `import { readFileSync } from 'node:fs'\n${input}\n${hosted}`
}

/** A command line that a document shows with what it prints. */
export interface ShownCommand {
  /** Without the `ludograph` at its beginning. */
  words: string[]
  output: string
}

export function commandsShownIn(path: string): ShownCommand[] {
  const blocks = readFileSync(path, 'utf8').matchAll(/^```console\n\$ ludograph (.*)\n([^]*?)^```/gm)
  return [...blocks].map(([, words, output]) => ({ words: words!.split(' '), output: output! }))
}

/** Lines as they compare: without space around them and without empty ones. */
export function withoutPadding(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join('\n')
}
