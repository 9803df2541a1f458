// Simulates a relay of drand, the public source of random numbers: the same paths and replies, with its own chain.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { openChain, type ChainInfo, type DrandChain, type Round } from './chain.ts'

export type DrandSettings = { url: string; chain: ChainInfo }

/** What is wrong with the relay: no reply at all, an error, or rounds signed with another round's signature. */
export type RelayFault = 'silent' | 'failing' | 'wrong'

export type Drand = {
  settings: DrandSettings
  /** Returns a round, even a future one. */
  sign: DrandChain['sign']
  /** Makes the relay fail from now on; without a fault it replies again. */
  setFault: (fault?: RelayFault) => void
  close(): Promise<void>
}

type Reply = { status: number; body: object }

const notFound: Reply = { status: 404, body: { error: 'not found' } }

type Opening = { folder: string; now: () => Date; seed?: Buffer | undefined }

/** Opens the relay on a free loopback port. */
export async function openDrand({ folder, now, seed }: Opening): Promise<Drand> {
  const chain = await openChain(folder, seed)
  const { hash, period, genesis_time: genesis } = chain.info
  const latest = () => Math.floor((now().getTime() / 1_000 - genesis) / period) + 1
  let fault: RelayFault | undefined

  const readRound = (name: string): Reply => {
    const round = name === 'latest' ? latest() : Number(name)
    if (!Number.isSafeInteger(round) || round < 1 || round > latest()) return notFound
    const signed: Round = fault === 'wrong' ? { ...chain.sign(round + 1), round } : chain.sign(round)
    return { status: 200, body: signed }
  }
  const toReply = (path: string): Reply => {
    if (path === `/${hash}/info`) return { status: 200, body: chain.info }
    const [, name] = new RegExp(`^/${hash}/public/(latest|[1-9]\\d{0,14})$`).exec(path) ?? []
    return name === undefined ? notFound : readRound(name)
  }
  const respond = (path: string, response: ServerResponse) => {
    if (fault === 'silent') return
    const { status, body } = fault === 'failing' ? { status: 500, body: { error: 'unavailable' } } : toReply(path)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer((request, response) => respond(request.url ?? '/', response))
  // Keeps idle connections open: a caller that was busy for seconds would otherwise reuse one that has been closed.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The relay of the sandbox has no port')
  return {
    settings: { url: `http://127.0.0.1:${address.port}`, chain: chain.info },
    sign: chain.sign,
    setFault: (next) => {
      fault = next
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
