// A payment provider over real HTTP that replies exactly what a test sets, including invalid replies.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedProvider = {
  /** Settings for an app that uses it. */
  settings: { PAYSTACK_URL: string; PAYSTACK_SECRET_KEY: string; PAYSTACK_PUBLIC_KEY: string }
  /** Sets a reference's transaction; undefined removes it. */
  setTransaction(reference: string, data: object | undefined): void
  close(): void
}

/** Starts the provider, with live keys by default. */
export async function openScriptedProvider(mode: 'live' | 'test' = 'live'): Promise<ScriptedProvider> {
  const known = new Map<string, object>()
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const reference = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
    const data = known.get(reference)
    if (data) answer(200, { status: true, message: 'Verification successful', data })
    else answer(404, { status: false, message: 'Transaction reference not found.' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    settings: {
      PAYSTACK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PAYSTACK_SECRET_KEY: `sk_${mode}_0123456789abcdef`,
      PAYSTACK_PUBLIC_KEY: `pk_${mode}_0123456789abcdef`,
    },
    setTransaction: (reference, data) => void (data ? known.set(reference, data) : known.delete(reference)),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns a transaction in the format of the provider's replies. */
export function transaction(reference: string, changes: object = {}): object {
  return {
    id: 4_099_260_516,
    domain: 'live',
    status: 'success',
    reference,
    amount: 100_000,
    requested_amount: 100_000,
    currency: 'NGN',
    channel: 'card',
    paid_at: '2026-03-01T08:00:00.000Z',
    metadata: '',
    fees: null,
    ...changes,
  }
}
