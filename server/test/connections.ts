// Real connections, as many at once as there are calls.
import { createClient, type Caller } from '@baobab/contract/client.ts'
import type { TestApp } from './harness.ts'

/** Opens the server on a port of its own and answers how to call it with a token. */
export async function openConnections(t: TestApp): Promise<(token?: string) => Caller> {
  const baseUrl = await t.http.listen({ port: 0, host: '127.0.0.1' })
  return (token) => createClient({ baseUrl, token: () => token })
}

/** Runs a call many times at once and answers each outcome: the reply, or what it threw. */
export function atOnce<Reply>(times: number, call: (n: number) => Promise<Reply>): Promise<unknown[]> {
  return Promise.all(Array.from({ length: times }, (_, n) => call(n).catch((error: unknown) => error)))
}
