/**
 * Makes a release: `npm run release` does everything up to the tag and prints what it would do;
 * `npm run release -- --publish` does it.
 *
 * 1. The version of package.json is new, and the top of CHANGELOG.md is its,
 *    with today's date and something in it (`--unreleased`, as CI has it, takes
 *    a top that is not dated yet).
 * 2. The working tree is clean and `npm test` passes (with `--publish` only).
 * 3. `npm pack` makes the package; it holds what it should and nothing else.
 * 4. An empty project installs it, and runs the command line of the README,
 *    whose output must be the README's, and its TypeScript.
 * 5. The formula for Homebrew is made of the package (.cache/release).
 * 6. The tag is made and the package published (with `--publish` only).
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { homebrewFormula } from './recipes.ts'
import { commandsShownIn, runnable, snippetsOf, withoutPadding } from '../test/support/snippets.ts'

const options = readOptions()
const isPublished = options.publish && !options['dry-run']
const root = join(import.meta.dirname, '..')
const readme = join(root, 'README.md')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string
  description: string
  homepage: string
  license: string
  peerDependencies: Record<string, string>
}
const { version } = manifest
const tag = `v${version}`

const out = mkdtempSync(join(tmpdir(), 'ludograph-release-'))
try {
  release()
} catch (error) {
  console.error(`FAILED  ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  rmSync(out, { recursive: true, force: true })
}

/** The options of the command line. Ends the process for one that it does not know. */
function readOptions() {
  try {
    return parseArgs({
      options: {
        publish: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        unreleased: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    console.error(`${(error as Error).message}\nusage: npm run release -- [--unreleased | --publish]`)
    return process.exit(2)
  }
}

function release(): void {
  step(`version ${version}`, checkVersion)
  step('changelog', checkChangelog)
  if (isPublished) {
    step('working tree', checkClean)
    step('tests', () => run('npm', ['test'], root))
  }
  const tarball = step('package', () => pack(out))
  const project = step('an empty project installs it', () => install(tarball))
  step('the command line of the README runs there', () => runCommands(project))
  step('the TypeScript of the README runs there', () => runSnippets(project))
  step('recipe for Homebrew', () => writeRecipe(tarball))
  if (!isPublished) {
    console.log(`dry run: ${version} could be released; --publish tags it ${tag} and publishes it`)
    return
  }
  step(`tag ${tag}`, () => run('git', ['tag', '-a', tag, '-m', `Ludograph ${version}`], root))
  step('publish', () => run('npm', ['publish', tarball, '--access', 'public'], root))
  console.log(`published ${version}; now: git push --follow-tags`)
}

function step<Result>(name: string, work: () => Result): Result {
  const start = performance.now()
  const result = work()
  console.log(`ok      ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  return result
}

function checkVersion(): void {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) fail(`${version} is not a version like 1.2.3`)
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { version: string }
  if (locked.version !== version) fail(`package-lock.json has version ${locked.version}; run npm install`)
  const tags = run('git', ['tag', '--list', 'v*'], root).trim().split('\n')
  if (tags.includes(tag)) fail(`there is a tag ${tag}; raise the version in package.json`)
}

function checkChangelog(): void {
  const [, top = '', content = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## (.*)\n/m)
  const today = new Date().toISOString().slice(0, 10)
  const wanted = `${version} (${today})`
  if (top !== wanted && !(options.unreleased && top === `${version} (unreleased)`)) {
    fail(`the top section of CHANGELOG.md is "${top}", not "${wanted}"`)
  }
  if (!/^- \S/m.test(content)) fail(`CHANGELOG.md says nothing of ${version}`)
}

function checkClean(): void {
  const changes = run('git', ['status', '--porcelain'], root)
  if (changes !== '') fail(`the working tree has changes:\n${changes}`)
}

/** Packs the package and returns the path of its file. */
function pack(folder: string): string {
  const [made] = JSON.parse(lastJson(run('npm', ['pack', '--json', '--pack-destination', folder], root))) as {
    filename: string
    size: number
    unpackedSize: number
    files: { path: string }[]
  }[]
  const { filename, size, unpackedSize, files } = made!
  const paths = new Set(files.map(({ path }) => path))
  const needed = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'dist/index.js', 'dist/index.d.ts']
  for (const path of [...needed, 'dist/cli/ludograph.js', 'dist/web/index.html']) {
    if (!paths.has(path)) fail(`the package has no ${path}`)
  }
  const foreign = [...paths].filter((path) => /^(test|bench|src|scripts|node_modules|docs\/api|\.)/.test(path))
  if (foreign.length > 0) fail(`the package has what does not belong in it: ${foreign.slice(0, 5).join(', ')}`)
  console.log(
    `        ${filename}: ${files.length} files, ${megabytes(size)} packed, ${megabytes(unpackedSize)} unpacked`,
  )
  return join(folder, filename)
}

/** An empty project with the package, and DuckDB from the registry. */
function install(tarball: string): string {
  const project = join(out, 'project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const engines = Object.entries(manifest.peerDependencies).map(([name, range]) => `${name}@${range}`)
  run('npm', ['install', '--no-fund', '--no-audit', tarball, ...engines], project)
  return project
}

/** A folder of the project with the examples, for one kind of lines: what one writes is not in the way of the other. */
function folderWithExamples(project: string, name: string): string {
  const folder = join(project, name)
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  return folder
}

/** Runs the commands that the README shows with their output, and the most basic ones. */
function runCommands(project: string): void {
  const folder = folderWithExamples(project, 'commands')
  const ludograph = (words: string[]) =>
    run(process.execPath, [join(project, 'node_modules', 'ludograph', 'dist', 'cli', 'ludograph.js'), ...words], folder)
  if (ludograph(['--version']).trim() !== version) fail(`ludograph --version does not say ${version}`)
  ludograph(['import', 'games.db', 'examples'])
  const commands = commandsShownIn(readme)
  if (commands.length === 0) fail('README.md shows no command with its output')
  for (const { words, output } of commands) {
    const printed = ludograph(words)
    if (withoutPadding(printed) === withoutPadding(output)) continue
    fail(`ludograph ${words.join(' ')} printed\n${printed}\ninstead of what README.md shows\n${output}`)
  }
}

/** Writes the formula to .cache/release. */
function writeRecipe(tarball: string): void {
  const folder = join(root, '.cache', 'release')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'ludograph.rb'), homebrewFormula({ ...manifest, tarball: readFileSync(tarball) }))
}

function runSnippets(project: string): void {
  const folder = folderWithExamples(project, 'snippets')
  for (const [index, { from, text }] of snippetsOf(readme, root).entries()) {
    const script = join(folder, `readme-${index}.mts`)
    writeFileSync(script, runnable(text, ''))
    run(process.execPath, [script], folder)
    console.log(`        ${from}`)
  }
}

/** Runs a program and returns its output; a failure ends the release. */
function run(command: string, args: string[], cwd: string): string {
  const done = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command !== process.execPath,
  })
  const printed = `${done.stdout ?? ''}${done.stderr ?? ''}`
  if (done.status !== 0) fail(`${command} ${args.join(' ')} failed:\n${printed}${done.error?.message ?? ''}`)
  return command === 'npm' ? done.stdout : printed
}

/** The JSON that npm prints after the output of the build. */
function lastJson(printed: string): string {
  return printed.slice(printed.search(/^\[\s*$/m))
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function fail(message: string): never {
  throw new Error(message)
}
