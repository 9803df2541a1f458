// Requests made by the contract's client: either as bytes for the driver, or sent over a separate connection.
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import type { Reply } from './wire.ts'

/** The bytes of a request, as the client would send it. */
export function requestBytes(url: string, init: RequestInit): Buffer {
  const { host, pathname, search } = new URL(url)
  const body = typeof init.body === 'string' ? init.body : undefined
  const lines = [`${init.method} ${pathname}${search} HTTP/1.1`, `host: ${host}`]
  for (const [name, value] of new Headers(init.headers)) lines.push(`${name}: ${value}`)
  if (init.method !== 'GET') lines.push(`content-length: ${Buffer.byteLength(body ?? '')}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** Makes calls with a token, and returns their bytes instead of sending them. */
export async function bytesOf(
  { url, token }: { url: string; token?: string },
  calls: (call: Caller) => Promise<unknown>[],
): Promise<Buffer[]> {
  const made: Buffer[] = []
  const caller = createClient({
    baseUrl: url,
    token: () => token,
    fetch: async (to, init) => {
      made.push(requestBytes(to, init))
      return Response.json({})
    },
  })
  await Promise.all(calls(caller))
  return made
}

/** Converts the connection's reply to the Response that the client expects. */
export function responseOf({ status, head, body }: Reply): Response {
  const headers = head
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  return new Response(status === 304 ? null : new Uint8Array(body), { status, headers })
}
