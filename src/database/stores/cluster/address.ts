/** Addresses of clusters, as users write them: `clickhouse://user:password@host:8123/database`. */
import { CodedError } from '../../../issues/errors.ts'

/** Where a cluster is, and who asks. */
export interface ClusterAddress {
  /** The server that holds what counts, and knows the others: `host:port`. */
  home: string
  database: string
  isSecure: boolean
  user: string
  password: string
}

const SCHEME = 'clickhouse://'

/** Ports of ClickHouse's HTTP interface, without and with TLS. */
const PORTS = { plain: 8123, secure: 8443 } as const

const DEFAULT_DATABASE = 'ludograph'

/** Whether a text is meant as the address of a cluster. */
export function isClusterAddress(text: string): boolean {
  return text.startsWith(SCHEME)
}

/**
 * Refuses the address of a cluster where a file or folder is expected. Throws CodedError, which does not repeat it: it may
 * hold a password.
 */
export function refuseClusterAddress(path: string): void {
  if (isClusterAddress(path)) throw new CodedError('cluster/not-here', {})
}

/**
 * Reads an address. User and password are those of the address, otherwise of CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.
 * Throws CodedError, which never repeats the text, since that may hold a password.
 */
export function parseClusterAddress(text: string, environment: NodeJS.ProcessEnv = process.env): ClusterAddress {
  // URL knows the parts of a host only for schemes of the web.
  const url = isClusterAddress(text) ? URL.parse(`http://${text.slice(SCHEME.length)}`) : null
  const database = url?.pathname.slice(1) || DEFAULT_DATABASE
  if (!url || !/^[A-Za-z_]\w*$/.test(database)) throw new CodedError('cluster/address', {})
  const isSecure = parseSecure(url.searchParams)
  return {
    home: withPort(
      text
        .slice(SCHEME.length)
        .replace(/[/?#].*$/s, '')
        .replace(/^.*@/s, ''),
      isSecure,
    ),
    database,
    isSecure,
    user: decodePart(url.username) || environment['CLICKHOUSE_USER'] || 'default',
    password: decodePart(url.password) || environment['CLICKHOUSE_PASSWORD'] || '',
  }
}

/** Whether `?secure` asks for TLS. An unknown parameter or value is refused: it might have asked for it. */
function parseSecure(parameters: URLSearchParams): boolean {
  if ([...parameters.keys()].some((name) => name !== 'secure')) throw new CodedError('cluster/address', {})
  const text = parameters.get('secure')?.toLowerCase()
  if (text === undefined || ['0', 'no', 'false'].includes(text)) return false
  if (['', '1', 'yes', 'true'].includes(text)) return true
  throw new CodedError('cluster/address', {})
}

/** Decodes `%40` and the like; a percent sign that begins nothing of this kind stands for itself. */
function decodePart(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString())
}

/** A server as `host:port`. Throws CodedError. */
export function withPort(server: string, isSecure: boolean): string {
  const isHost = /^([\w.-]+|\[[0-9a-fA-F:]+\])(:\d{1,5})?$/.test(server) && URL.canParse(`http://${server}`)
  if (!isHost) throw new CodedError('cluster/address', {})
  return /:\d+$/.test(server) ? server : `${server}:${isSecure ? PORTS.secure : PORTS.plain}`
}

/** The address without user and password, for people to read. */
export function nameOfCluster({ home, database }: ClusterAddress): string {
  return `${SCHEME}${home}/${database}`
}
