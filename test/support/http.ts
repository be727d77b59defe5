/** Requests over real HTTP. */
import { request } from 'node:http'

export interface HttpAnswer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
  /** The header X-Total-Count; NaN where there is none. */
  total: number
}

/** Asks with a connection of its own. */
export async function askHttp(
  address: string,
  method: string,
  body?: Buffer | string,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  return await new Promise((resolve, reject) => {
    const asked = request(address, { headers, method, agent: false }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const total = Number(answer.headers['x-total-count'] ?? Number.NaN)
        resolve({ status: answer.statusCode!, headers: answer.headers, text, total })
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

/** The objects of a response in lines of JSON. */
export function jsonLines<Line = Record<string, never>>(text: string): Line[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}
