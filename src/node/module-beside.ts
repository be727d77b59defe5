/**
 * The address of a module beside another, for a thread to run, as TypeScript or compiled. @param url of the calling
 * module, `import.meta.url`
 * @param name such as `./scan-worker`
 */
export function moduleBeside(url: string, name: string): URL {
  return new URL(`${name}${url.endsWith('.ts') ? '.ts' : '.js'}`, url)
}
