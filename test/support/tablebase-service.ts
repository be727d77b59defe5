/** A tablebase service on this machine, with the interface of lichess's. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response as it is sent: a status, and text or something to send as JSON. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  body: unknown
}

export interface TablebaseService {
  address: string
  /** Paths with parameters of the requests so far. */
  requests: URL[]
  /** What these accept. */
  accepts: (string | undefined)[]
  /** What is sent from now on; nothing at all if undefined. */
  reply: (fen: string) => Reply | undefined
  close(): Promise<void>
}

/** White queens, and mates: the first position of the description of lichess's service, shortened to its kinds of moves. */
export const QUEENING = {
  fen: '4k3/6KP/8/8/8/8/7p/8 w - - 0 1',
  answer: {
    dtz: 1,
    precise_dtz: 1,
    dtm: 17,
    checkmate: false,
    stalemate: false,
    variant_win: false,
    variant_loss: false,
    insufficient_material: false,
    category: 'win',
    moves: [
      { uci: 'h7h8q', san: 'h8=Q+', dtz: -2, precise_dtz: -2, dtm: -16, zeroing: true, category: 'loss' },
      { uci: 'h7h8r', san: 'h8=R+', dtz: -2, dtm: -20, zeroing: true, category: 'blessed-loss' },
      { uci: 'h7h8n', san: 'h8=N', dtz: 2, dtm: null, zeroing: true, category: 'win' },
      { uci: 'g7g8', san: 'Kg8', dtz: 0, dtm: null, zeroing: false, category: 'draw' },
    ],
  },
}

/** Starts one that knows {@link QUEENING} and has no other position. */
export async function startTablebaseService(): Promise<TablebaseService> {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    service.requests.push(url)
    service.accepts.push(request.headers.accept)
    const reply = service.reply(url.searchParams.get('fen') ?? '')
    if (!reply) return
    const { status = 200, headers = {}, body } = reply
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: TablebaseService = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    accepts: [],
    reply: (fen) => (fen === QUEENING.fen ? { body: QUEENING.answer } : { status: 404, body: '' }),
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return service
}
