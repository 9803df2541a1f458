// Calls over real sockets, one connection for each concurrent call.
import { createClient, type Caller } from '@baobab/contract/kernel/client.ts'
import type { TestApp } from './harness.ts'

/** Listens on a free port and returns a function that creates a client for a token. */
export async function openConnections(t: TestApp): Promise<(token?: string) => Caller> {
  const baseUrl = await t.http.listen({ port: 0, host: '127.0.0.1' })
  return (token) => createClient({ baseUrl, token: () => token })
}

/** Makes a call many times concurrently and returns each outcome: the reply, or the error. */
export function atOnce<Reply>(times: number, call: (n: number) => Promise<Reply>): Promise<unknown[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => call(n).catch((error: unknown) => error)))
}
