// Simulates a relay of drand, the public source of random numbers: the same paths and replies, with a chain of its own.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { openChain, type ChainInfo, type DrandChain, type Round } from './chain.ts'

export type DrandSettings = { url: string; chain: ChainInfo }

/** How the relay replies: `wrong` are rounds whose signature is that of another round. */
export type RelayMood = 'normal' | 'silent' | 'failing' | 'wrong'

export type Drand = {
  settings: DrandSettings
  /** Returns a round, also of the future. */
  sign: DrandChain['sign']
  /** Changes how the relay replies from now on. */
  behave: (mood: RelayMood) => void
  routes: FastifyPluginAsync
  close(): Promise<void>
}

type Answer = { status: number; body: object }

const notFound: Answer = { status: 404, body: { error: 'not found' } }

/** Opens the relay: on a free loopback port for the server, and as routes under /sandbox/drand for browsers. */
export async function openDrand({ folder, now }: { folder: string; now: () => Date }): Promise<Drand> {
  const chain = await openChain(folder)
  const { hash, period, genesis_time: genesis } = chain.info
  const latest = () => Math.floor((now().getTime() / 1_000 - genesis) / period) + 1
  let mood: RelayMood = 'normal'

  const readRound = (name: string): Answer => {
    const round = name === 'latest' ? latest() : Number(name)
    if (!Number.isSafeInteger(round) || round < 1 || round > latest()) return notFound
    const signed: Round = mood === 'wrong' ? { ...chain.sign(round + 1), round } : chain.sign(round)
    return { status: 200, body: signed }
  }
  const answer = (path: string): Answer => {
    if (path === `/${hash}/info`) return { status: 200, body: chain.info }
    const [, name] = new RegExp(`^/${hash}/public/(latest|[1-9]\\d{0,14})$`).exec(path) ?? []
    return name === undefined ? notFound : readRound(name)
  }
  const reply = (path: string, response: ServerResponse) => {
    if (mood === 'silent') return
    const { status, body } = mood === 'failing' ? { status: 500, body: { error: 'unavailable' } } : answer(path)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer((request, response) => reply(request.url ?? '/', response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay of the sandbox has no port')
  return {
    settings: { url: `http://127.0.0.1:${address.port}`, chain: chain.info },
    sign: chain.sign,
    behave: (next) => {
      mood = next
    },
    routes: async (http) => {
      http.get('/sandbox/drand/*', async (request, response) => {
        const { status, body } = answer(`/${(request.params as { '*': string })['*']}`)
        return response.code(status).send(body)
      })
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
