import { Agent, request as openRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { HostileRequest } from './hostile.ts'

export type FuzzReply = { status: number; type: string; body: string }

/** No reply takes this long, even on a busy machine: a request that does is stuck. */
const REPLY_MS = 30_000

/** Sends requests over real connections, which are kept open. */
export function createSender(address: string, { concurrency }: { concurrency: number }) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })

  /** @throws if there is no reply in time */
  async function send(method: string, { path, headers, payload }: HostileRequest, token?: string): Promise<FuzzReply> {
    const authorization = token ? { authorization: `Bearer ${token}` } : {}
    const length = payload ? { 'content-length': payload.length } : {}
    const signal = AbortSignal.timeout(REPLY_MS)
    const sent = openRequest(address + path, {
      method,
      agent,
      signal,
      headers: { ...authorization, ...length, ...headers },
    })
    const reply = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.on('response', resolve).on('error', reject)
      sent.end(payload)
    })
    const [status, type] = [reply.statusCode ?? 0, reply.headers['content-type'] ?? '']
    // An event stream never ends.
    if (type.startsWith('text/event-stream')) reply.destroy()
    return { status, type, body: reply.destroyed ? '' : await text(reply) }
  }
  return { send, close: () => agent.destroy() }
}
