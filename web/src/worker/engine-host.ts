/**
 * Runs an engine that the user brought, in a worker of its own: a script, as classic workers run them, with the files that
 * it loads. What it loads comes from the page; a server that sends a Content-Security-Policy lets it connect to
 * nothing else (src/server/page.ts).
 */

/** What the page sends first; everything after that is for the engine. */
interface EngineFiles {
  /** The address of the script. */
  script: string
  /** Addresses by the names of files. */
  files: Readonly<Record<string, string>>
}

interface HostScope {
  fetch: typeof fetch
  XMLHttpRequest: typeof XMLHttpRequest
  importScripts(address: string): void
  addEventListener(type: 'message', listener: (event: MessageEvent<EngineFiles>) => void, options: object): void
}

const host = globalThis as unknown as HostScope

host.addEventListener(
  'message',
  ({ data: { script, files } }) => {
    const names = Object.keys(files)
    /** The address of a file that the engine looks for beside itself, where it is not. */
    const find = (address: string): string => {
      const name = address.split(/[?#]/)[0]!.split('/').at(-1)!
      const programs = names.filter((each) => each.endsWith('.wasm'))
      const [program] = programs
      const found = files[name] ?? (name.endsWith('.wasm') && programs.length === 1 ? files[program!] : undefined)
      return found ?? address
    }
    const { fetch, XMLHttpRequest: Request } = host
    host.fetch = (input, options) => fetch(typeof input === 'string' ? find(input) : input, options)
    host.XMLHttpRequest = class extends Request {
      override open(method: string, address: string | URL, isAsync = true): void {
        super.open(method, find(String(address)), isAsync)
      }
    }
    host.importScripts(script)
  },
  { once: true },
)
