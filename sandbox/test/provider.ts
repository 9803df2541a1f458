import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openWorld } from './open.ts'

type Answer = {
  status: number
  body: { status: boolean; message: string; data: Record<string, unknown>; meta: object }
}

/** Opens a sandbox with clients of the provider's API. */
export async function openProvider(folder?: string) {
  const context = await openWorld(folder)
  const { apiUrl, secretKey } = context.paystack

  async function call(method: string, path: string, body?: object, key = secretKey): Promise<Answer> {
    const response = await fetch(apiUrl + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  return {
    ...context,
    call,
    ask: (path: string, key?: string) => call('GET', path, undefined, key),
    /** Opens a payment of ₦1,000 and returns its access code. */
    open: async (reference: string, more: object = {}): Promise<string> => {
      const order = {
        email: 'ada@example.com',
        amount: 100_000,
        reference,
        callback_url: 'http://localhost:3000/done',
        ...more,
      }
      const { body } = await call('POST', '/transaction/initialize', order)
      return String(body.data['access_code'])
    },
    status: async (reference: string): Promise<unknown> =>
      (await call('GET', `/transaction/verify/${reference}`)).body.data['status'],
  }
}

export type Webhook = { body: string; signature: string | undefined; event: string; data: Record<string, unknown> }

/** An HTTP server that receives webhooks and replies as configured. */
export async function openShop() {
  const taken: Webhook[] = []
  let status = 200
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const signature = request.headers['x-paystack-signature']
      const { event, data } = JSON.parse(body) as Pick<Webhook, 'event' | 'data'>
      taken.push({ body, signature: typeof signature === 'string' ? signature : undefined, event, data })
      response.writeHead(status).end()
      for (const wake of waiting) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    taken,
    answer(next: number) {
      status = next
    },
    async count(wanted: number): Promise<void> {
      while (taken.length < wanted)
        await new Promise<void>((resolve) => {
          waiting.add(resolve)
        })
    },
  }
}

export function signatureOf(body: string, secretKey: string): string {
  return createHmac('sha512', secretKey).update(body).digest('hex')
}
